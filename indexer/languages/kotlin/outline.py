"""Definitions of a Kotlin file, found by words and brackets: its grammar does not cover the whole language.

A declaration begins with one of a few words that mean nothing else; it ends with its braces, or with the line that
nothing goes on from.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from indexer.facts.model import Definition
from indexer.languages.kotlin.tokens import NOTE, TEXT, Token

_COMMENTS = ("//", "/*", "*", "@")
_MODIFIERS = frozenset(
    (
        *("public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "override"),
        *("data", "enum", "annotation", "value", "inner", "companion", "inline", "noinline", "crossinline"),
        *("suspend", "operator", "infix", "external", "tailrec", "const", "lateinit", "expect", "actual"),
        *("context", "vararg"),
    )
)
_NEAR = 200
"""Signs before a definition that are looked at: a line may be the whole file."""

_DEEPEST = 50
"""Definitions inside of each other; names in full grow with each, so that of deeper ones nothing is said."""

_CONDITIONS = frozenset(("if", "while", "for", "when", "catch"))
_HARD = frozenset(("class", "interface", "object", "fun", "val", "var", "typealias"))
_STOPS = _HARD | frozenset("{};=")
"""Tokens at which the name of a function or property ends."""

_LEADING = frozenset(
    (
        *(".", "?.", "?:", "::", "&&", "||", "->", ":", "=", "{", ")", "]", "}", ">", ","),
        *("else", "catch", "finally", "as", "by", "where"),
    )
)
"""Tokens at the start of a line that continue the line above."""

_TRAILING = frozenset(
    (
        *(".", "?.", "?:", "::", "&&", "||", "->", ":", "=", "==", "!=", "===", "!==", "<", "<=", ">=", "+", "-"),
        *("*", "/", "%", "+=", "-=", "*=", "/=", "%=", "..", "..<", ",", "!", "&", "|", "{", "(", "["),
        *("else", "as", "is", "in", "by", "where", "throw", "try", "do", *_CONDITIONS),
    )
)
"""Tokens at the end of a line that the next line continues."""

_BEFORE_VALUE = _TRAILING | {"return"}
_VALUES_END = frozenset((")", "]", "}", TEXT))
_BEGINNERS = frozenset(("", "{", "}", ";", "->", "(", ","))
_CLOSING = {")": "(", "]": "[", "}": "{"}
_HOLDERS = frozenset(("class", "interface", "object"))
_KINDS = {"typealias": "type"}
_NOTHING = Token("", is_word=False, starts_line=True, start=0, end=0)


class UnclearError(Exception):
    """Brackets do not fit: only the syntax tells."""


class Outlined(NamedTuple):
    """The definitions of a file in order, and where in its text each begins and ends."""

    definitions: list[Definition]
    spans: list[tuple[int, int]]


@dataclass(slots=True)
class _Declaration:
    """A definition; ``parent`` is the index of the one around it, -1 for none."""

    kind: str
    name: str
    parent: int
    start: int
    end: int
    is_private: bool = False


@dataclass(slots=True)
class _Open:
    """A definition that goes on: ``number`` among those found, ``depth`` the brackets that it stands in.

    Attributes:
        has_value: behind its ``=``.
        has_body: inside of its braces.
        end: where it ended if the words after that belong to what comes next; -1 for no such doubt.
    """

    number: int
    depth: int
    has_value: bool
    has_body: bool = False
    end: int = -1


@dataclass(slots=True)
class _Bracket:
    """A bracket that is open.

    Attributes:
        number: of the definition whose body it is; -1 for none.
        run: where the annotation began whose arguments it holds; -1 for none.
        before: the sign before it.
    """

    sign: str
    number: int
    run: int
    before: str


def kotlin_outline(text: str, words: Sequence[Token], path: str, package: str) -> Outlined | None:
    """Return the definitions of a Kotlin file, as its syntax has them; None where brackets do not fit.

    Args:
        text: of the file.
        words: its tokens.
        path: of the file, which the identifiers of what it keeps to itself begin with.
        package: that it declares, which those of all others begin with; empty for none.
    """
    scanner = _Scanner(words)
    try:
        scanner.run()
    except UnclearError:
        return None
    definitions = _placed(text, scanner.declarations, path, package)
    return Outlined(definitions, [(each.start, each.end) for each in scanner.declarations])


class _Scanner:
    """Reads one word or sign after the other."""

    def __init__(self, words: Sequence[Token]) -> None:
        self.declarations: list[_Declaration] = []
        self._tokens = iter(words)
        self._again: Token | None = None
        self._open: list[_Open] = []
        self._brackets: list[_Bracket] = []
        self._before = _NOTHING
        self._is_joint = False
        """Whether the last word is an infix function: ``to`` of ``a to b``."""
        self._run = -1
        self._private = -1
        """Where ``private`` was last read."""
        self._ink = 0

    def run(self) -> None:
        """Read to the end."""
        while (token := self._next()) is not None:
            self._settle(token)
            self._take(token)
        if self._brackets:
            raise UnclearError
        self._close_inner(0)

    def _next(self) -> Token | None:
        token, self._again = self._again, None
        return token or next(self._tokens, None)

    def _pending(self) -> _Open | None:
        """Return the definition that may end here without a bracket."""
        last = self._open[-1] if self._open else None
        return last if last is not None and last.depth == len(self._brackets) and not last.has_body else None

    def _settle(self, token: Token) -> None:
        """End the definition that this word or sign is no part of."""
        pending = self._pending()
        if pending is None or token.sign in _CLOSING:
            return
        if token.sign == ";" or ((token.starts_line or pending.end >= 0) and not self._goes_on(pending, token)):
            self._end(self._ink if pending.end < 0 else pending.end)

    def _goes_on(self, pending: _Open, token: Token) -> bool:
        kind, is_modifier = self.declarations[pending.number].kind, self._is_modifier(token)
        if pending.end >= 0 and is_modifier:
            return True
        if (kind == "class" and token.sign == "constructor") or (
            kind == "constant" and token.sign in {"get", "set"}
        ):
            pending.end = -1
            return True
        if pending.end >= 0:
            return False
        if token.sign in _LEADING or self._before.sign in _TRAILING:
            return True
        if kind in {"class", "constant"} and is_modifier:
            pending.end = self._ink
            return True
        return pending.has_value and self._is_joint

    def _is_modifier(self, token: Token) -> bool:
        return token.sign == NOTE or token.sign in _MODIFIERS or self._opens_arguments(token)

    def _opens_arguments(self, token: Token) -> bool:
        """Return whether the bracket of an annotation's arguments opens, or that of ``context``."""
        before = self._before
        return self._run >= 0 and token.sign in {"(", "["} and before.sign in {NOTE, "context"}

    def _take(self, token: Token) -> None:
        sign = token.sign
        if sign in _HARD and self._before.sign != "::":
            start, self._run = self._run if self._run >= 0 else token.start, -1
            self._pass(token)
            self._declare(sign, start)
            return
        if sign in {"(", "[", "{"}:
            self._open_bracket(token)
        elif sign in _CLOSING:
            token = self._close_bracket(token)
        elif sign == NOTE or sign in _MODIFIERS:
            begins = token.starts_line or self._before.sign in _BEGINNERS
            self._private = token.start if sign == "private" else self._private
            self._run = token.start if self._run < 0 and begins else self._run
        else:
            self._run = -1
            if sign == "=" and (pending := self._pending()) is not None:
                pending.has_value = True
        self._pass(token)

    def _pass(self, token: Token) -> None:
        before = self._before
        is_value = before.sign in _VALUES_END or (before.is_word and before.sign not in _BEFORE_VALUE)
        self._is_joint = token.is_word and not token.starts_line and is_value and not self._is_joint
        self._before = token
        if self._run < 0:
            self._ink = token.end

    def _open_bracket(self, token: Token) -> None:
        self._run = self._run if self._opens_arguments(token) else -1
        pending, number = self._pending(), -1
        if token.sign == "{" and pending is not None and not pending.has_value:
            pending.has_body = True
            number = pending.number
        self._brackets.append(_Bracket(token.sign, number, self._run, self._before.sign))

    def _close_bracket(self, token: Token) -> Token:
        """Return the condition that the bracket ends, or the bracket itself."""
        self._close_inner(len(self._brackets))
        bracket = self._brackets.pop() if self._brackets else None
        if bracket is None or bracket.sign != _CLOSING[token.sign]:
            raise UnclearError
        if bracket.number >= 0:
            self._end(token.end)
        self._run = bracket.run
        is_condition = token.sign == ")" and bracket.before in _CONDITIONS
        return token._replace(sign=bracket.before) if is_condition else token

    def _close_inner(self, depth: int) -> None:
        """End the definitions of this bracket depth that have no brackets of their own."""
        while self._open and self._open[-1].depth >= depth and not self._open[-1].has_body:
            self._end(self._ink)

    def _end(self, end: int) -> None:
        self.declarations[self._open.pop().number].end = end

    def _declare(self, word: str, start: int) -> None:
        """Record the declaration of a hard keyword; ``fun`` and ``object`` may also begin an anonymous value."""
        if word == "fun":
            following = self._again = self._next()
            if following is None or following.sign != "interface":
                self._define("function", self._name_of_function(), start)
                return
            word, self._again = "interface", None
        if word not in {"val", "var"}:
            self._define(_KINDS.get(word, word), self._name(same_line=word == "object"), start)
        elif not self._brackets and not self._open:
            self._define("constant", self._name_of_property(), start)

    def _define(self, kind: str, name: str, start: int) -> None:
        if not name or len(self._open) >= _DEEPEST:
            return
        self._close_inner(len(self._brackets))
        parent = self._open[-1].number if self._open else -1
        if kind == "function" and parent >= 0 and self.declarations[parent].kind in _HOLDERS:
            kind = "method"
        is_private = self._private >= start
        self.declarations.append(_Declaration(kind, name.strip("`") or name, parent, start, self._ink, is_private))
        self._open.append(_Open(len(self.declarations) - 1, len(self._brackets), has_value=kind == "constant"))

    def _name(self, *, same_line: bool) -> str:
        token = self._next()
        if token is None or not token.is_word or (same_line and token.starts_line):
            self._again = token
            return ""
        self._pass(token)
        return token.sign

    def _name_of_function(self) -> str:
        """Return the last word before the parameters, behind type parameters and a receiver."""
        name, depth = "", 0
        while (token := self._next()) is not None and token.sign not in _STOPS:
            sign = token.sign
            if depth:
                depth += (sign in "(<[") - (sign in ")>]")
            elif sign == "(" and name and (self._before.is_word or self._before.sign == ">"):
                break
            elif sign in "(<[":
                depth = 1
            elif token.is_word or sign == ".":
                name = sign if token.is_word else ""
            elif sign == ":":
                name = ""
                break
            self._pass(token)
        self._again = token
        return name if token is not None and token.sign == "(" else ""

    def _name_of_property(self) -> str:
        """Return the last word before its type or value, behind type parameters and a receiver."""
        name, depth = "", 0
        while (token := self._next()) is not None and token.sign not in _STOPS:
            sign = token.sign
            if depth:
                depth += (sign in "(<[") - (sign in ")>]")
            elif name and (sign == ":" or (token.is_word and self._before.is_word)):
                break
            elif sign in "(<[":
                depth = 1
            elif token.is_word:
                name = sign
            self._pass(token)
        self._again = token
        return name


def _placed(text: str, declarations: Sequence[_Declaration], path: str, package: str) -> list[Definition]:
    """Return the definitions with full names and lines."""
    lines = text.split("\n")
    tops = _tops(lines)
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    made: list[Definition] = []
    for declaration in declarations:
        row = bisect_right(starts, declaration.start) - 1
        parent = made[declaration.parent] if declaration.parent >= 0 else None
        home = package if package and not declaration.is_private else path
        made.append(
            Definition(
                local_id=f"{parent.local_id}.{declaration.name}" if parent else f"kt:{home}#{declaration.name}",
                kind=declaration.kind,
                name=declaration.name.rpartition(".")[2],
                qualname=f"{parent.qualname}.{declaration.name}" if parent else declaration.name,
                start_line=(row if _shares_line(text, starts[row], declaration.start) else tops[row]) + 1,
                end_line=bisect_right(starts, declaration.end - 1),
                parent=parent.local_id if parent else "",
            )
        )
    return made


def _tops(lines: Sequence[str]) -> list[int]:
    """Return for each row that of the first comment directly above it, or its own; each row is looked at once."""
    tops = [0]
    for row, line in enumerate(lines[:-1]):
        tops.append(tops[row] if line.lstrip().startswith(_COMMENTS) else row + 1)
    return tops


def _shares_line(text: str, begin: int, position: int) -> bool:
    """Return whether other code precedes a position on its line."""
    return any(mark in text[max(begin, position - _NEAR) : position] for mark in "{;(")
