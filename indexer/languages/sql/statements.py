"""From tokens to statements: where a procedure ends, in every dialect, without parsing it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from indexer.languages.sql.lexer import POSTGRES, TSQL, Token

ROUTINES = frozenset(("PROC", "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE"))
OBJECTS = {
    "TABLE": "table",
    "VIEW": "view",
    "PROC": "procedure",
    "PROCEDURE": "procedure",
    "FUNCTION": "function",
    "TRIGGER": "trigger",
    "TYPE": "type",
    "SEQUENCE": "sequence",
    "SYNONYM": "synonym",
    "EVENT": "event",
}
"""Word after CREATE or ALTER -> kind of node."""

MODIFIERS = frozenset(
    (
        *(
            "OR",
            "REPLACE",
            "ALTER",
            "TEMP",
            "TEMPORARY",
            "UNLOGGED",
            "GLOBAL",
            "LOCAL",
            "RECURSIVE",
            "MATERIALIZED",
        ),
        *(
            "FORCE",
            "NOFORCE",
            "CONSTRAINT",
            "EDITIONABLE",
            "EXTERNAL",
            "FOREIGN",
            "VIRTUAL",
            "DEFINER",
            "ALGORITHM",
        ),
        *("UNDEFINED", "MERGE", "TEMPTABLE", "SQL", "SECURITY", "INVOKER", "CURRENT_USER", "IF", "NOT", "EXISTS"),
        *("AGGREGATE", "ONLY", "PUBLIC"),
    )
)
"""Words that may stand between CREATE and the kind of object, or between that and its name."""

HEADER_TOKENS = 24


class Header(msgspec.Struct, frozen=True, gc=False):
    """The beginning of CREATE, ALTER or DROP.

    Attributes:
        verb: ``CREATE``, ``ALTER`` or ``DROP``.
        kind: kind of node; empty for things that are none, such as an index.
        name_at: index of the first token of the name.
        is_temporary: gone at the end of the session.
    """

    verb: str
    kind: str = ""
    name_at: int = 0
    is_temporary: bool = False
    is_routine: bool = False


def header(tokens: list[Token], start: int = 0) -> Header | None:
    """Return the object that the statement at ``start`` creates, alters or drops; None for other statements."""
    if start >= len(tokens) or tokens[start].kind != "word":
        return None
    verb = tokens[start].value.upper()
    if verb not in {"CREATE", "ALTER", "DROP"}:
        return None
    kind, temporary, routine = "", False, False
    for at in range(start + 1, min(start + HEADER_TOKENS, len(tokens))):
        token = tokens[at]
        word = token.value.upper() if token.kind == "word" else ""
        if kind:
            if word not in {"IF", "NOT", "EXISTS", "ONLY"}:
                return Header(verb, kind, at, temporary, routine)
        elif word in OBJECTS:
            kind, routine = OBJECTS[word], word in ROUTINES
        elif word in {"TEMP", "TEMPORARY"}:
            temporary = True
        elif token.kind == "word" and word not in MODIFIERS and not _in_definer(tokens, at):
            return Header(verb)
    return Header(verb)


def _in_definer(tokens: list[Token], at: int) -> bool:
    return tokens[at - 1].value in {"=", "@"}


_SILENT_KINDS = frozenset(("quoted", "string", "variable", "temp", "other"))
_SILENT_SIGNS = frozenset(".,=*")
_TELLING_LETTERS = frozenset("aAbBcCeE")
"""First letters of ALTER, BEGIN, CASE, CREATE and END."""


def _tells_nothing(token: Token) -> bool:
    """Return whether a token inside a statement neither ends it nor opens or closes anything: most are such."""
    kind, value = token.kind, token.value
    if kind == "word":
        return value[0] not in _TELLING_LETTERS
    return kind in _SILENT_KINDS or (kind == "punct" and value in _SILENT_SIGNS)


@dataclass(slots=True)
class StatementSplitter:
    """Splits a script at ``GO``, at the delimiter outside of bodies, and before a new object.

    Attributes:
        is_apart: a delimiter precedes the statement that was yielded last.
    """

    dialect: str
    is_apart: bool = True
    _current: list[Token] = field(default_factory=list)
    _depth: int = 0
    _blocks: int = 0
    _dollar: str = ""
    _header: Header | None = None
    _is_delimited: bool = True

    def split(self, script: Iterable[Token]) -> Iterator[list[Token]]:
        """Yield the statements' tokens, without their delimiters."""
        script = list(script)
        for at, token in enumerate(script):
            if self._current and _tells_nothing(token):
                self._current.append(token)
                continue
            if self._ends(script, at):
                yield from self._finish()
            if token.kind == "go" or (token.value == ";" and token.kind == "punct" and not self._current):
                self._is_delimited = True
            else:
                self._add(script, at)
        yield from self._finish()

    def _finish(self) -> Iterator[list[Token]]:
        if self._current:
            yield self._current
        self._current, self._depth, self._blocks, self._dollar, self._header = [], 0, 0, "", None

    def _ends(self, script: list[Token], at: int) -> bool:
        token = script[at]
        if token.kind == "go":
            return True
        if self._dollar or not self._current:
            return False
        if token.kind == "punct" and token.value == ";":
            return not self._in_routine_body() and not (self._depth and self._in_routine())
        if token.kind == "word" and token.value[0] in "cCaA" and not self._depth:
            return self._begins_object(script, at)
        return False

    def _in_routine(self) -> bool:
        return self._header is not None and self._header.is_routine

    def _in_routine_body(self) -> bool:
        return self._in_routine() and (self.dialect == TSQL or self._blocks > 0)

    def _begins_object(self, script: list[Token], at: int) -> bool:
        if script[at - 1].value.upper() in {"OR", "THEN", ".", "AS"} and script[at - 1].kind != "quoted":
            return False
        object_header = header(script, at)
        if object_header is None or not object_header.kind:
            return False
        if self._blocks > 0 and self.dialect != TSQL:
            return False
        return object_header.is_routine or object_header.kind == "view" or not self._in_routine()

    def _add(self, script: list[Token], at: int) -> None:
        token = script[at]
        if not self._current:
            self._header = header(script, at)
            self.is_apart, self._is_delimited = self._is_delimited, False
        self._current.append(token)
        if token.kind == "dollar" and self.dialect in {POSTGRES, ""}:
            if not self._dollar:
                self._dollar = token.value
            elif self._dollar == token.value:
                self._dollar = ""
        elif token.kind == "punct" and not self._dollar:
            self._depth += {"(": 1, ")": -1}.get(token.value, 0)
        elif token.kind == "word" and self._in_routine() and not self._dollar:
            self._count_block(script, at)

    def _count_block(self, script: list[Token], at: int) -> None:
        word = script[at].value.upper()
        if word in {"BEGIN", "CASE"} and script[at - 1].value.upper() != "END":
            self._blocks += 1
        elif word == "END":
            following = script[at + 1].value.upper() if at + 1 < len(script) else ""
            if following not in {"IF", "LOOP", "WHILE", "REPEAT", "FOR"}:
                self._blocks -= 1
