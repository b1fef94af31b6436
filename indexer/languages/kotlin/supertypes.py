"""Types of a Kotlin file: package, imports, bases, and what functions take and give."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from indexer.facts.model import NO_OWNER, Definition, Import, Signature, TypeUse
from indexer.facts.parameters import parameter_list
from indexer.facts.type_names import MAX_TYPE_CHARS
from indexer.languages.kotlin.tokens import NOTE, Token

TYPES = frozenset(("class", "interface", "object"))
VIRTUAL = frozenset(("override", "open", "abstract"))
"""Modifiers of functions that take the place of another or leave theirs to one; those of interfaces need none."""

_OPENING = {"(": ")", "<": ">", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_MODIFIERS_END = frozenset(("{", "}", ";", "=", ")"))
_UNSAID = frozenset(("in", "out", "suspend", "noinline", "crossinline", "reified", NOTE))
"""Words of a type that do not matter for which type it is."""

_CONSTRUCTOR = frozenset(("<", "(", NOTE, "private", "protected", "internal", "public", "constructor"))
_BRACKETS = frozenset("([{")
MOST_IN_TYPE = 300
"""Tokens between the brackets of a generic type, or between ``fun`` and its parameters."""

MOST_NAMES = 50
"""Parts of a name or bases of a type; more are no program."""


class Parameter(NamedTuple):
    """What a function takes: a type, whether a call may leave it out, and whether it takes any number."""

    type: str
    is_optional: bool
    is_rest: bool


def package_of(words: Sequence[Token]) -> str:
    """Return the package that a file declares; empty for none."""
    at = next((at for at, each in enumerate(words) if each.sign == "package" and each.starts_line), len(words))
    return _dotted(words, at + 1)


def _dotted(words: Sequence[Token], at: int) -> str:
    """Return the dotted name that begins at a token."""
    parts: list[str] = []
    while at < len(words) and words[at].is_word and len(parts) < MOST_NAMES:
        parts.append(words[at].sign.strip("`"))
        if at + 1 >= len(words) or words[at + 1].sign != ".":
            break
        at += 2
    return ".".join(parts)


def _ends(words: Sequence[Token]) -> dict[int, int]:
    """Return for the position of each bracket that opens the position behind the one that closes it."""
    ends: dict[int, int] = {}
    open_: list[int] = []
    for at, each in enumerate(words):
        if each.sign in _BRACKETS:
            open_.append(at)
        elif each.sign in {")", "]", "}"} and open_:
            ends[open_.pop()] = at + 1
    return ends


class TypeReader:
    """Walks over the tokens of one file.

    Args:
        text: of the file.
        words: its tokens.
        definitions: what it defines, in order; a declaration is known by its name and line.
    """

    def __init__(self, text: str, words: Sequence[Token], definitions: Sequence[Definition]) -> None:
        self._tokens = words
        self._line_starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
        self._owners: dict[str, list[int]] = {}
        for index, each in enumerate(definitions):
            self._owners.setdefault(each.name, []).append(index)
        self._interfaces = {each.local_id for each in definitions if each.kind == "interface"}
        self._definitions = definitions
        self._ends = _ends(words)
        self.imports: list[Import] = []
        self.types: list[TypeUse] = []
        self.signatures: list[Signature] = []
        self._read()

    def _read(self) -> None:
        overrides = False
        for at, token in enumerate(self._tokens):
            if not token.is_word:
                overrides = overrides and token.sign not in _MODIFIERS_END
            elif token.sign == "import" and token.starts_line:
                self._import(at + 1, self._line(token))
            elif token.sign in TYPES:
                self._type(at + 1)
            elif token.sign == "typealias":
                self._alias(at + 1)
            elif token.sign == "fun":
                self._function(at + 1, overrides=overrides)
                overrides = False
            elif token.sign in VIRTUAL:
                overrides = True

    def _line(self, token: Token) -> int:
        return bisect_right(self._line_starts, token.start)

    def _sign(self, at: int) -> str:
        return self._tokens[at].sign if at < len(self._tokens) else ""

    def _import(self, at: int, line: int) -> None:
        full = _dotted(self._tokens, at)
        after = at + 2 * full.count(".") + 1
        source, _, name = full.rpartition(".")
        if self._sign(after) == "." and self._sign(after + 1) == "*":
            self.imports.append(Import(full, line, "import", "*"))
        elif name:
            alias = self._sign(after + 1).strip("`") if self._sign(after) == "as" else name
            self.imports.append(Import(source, line, "import", name, alias))

    def _owner(self, name: str, line: int) -> int:
        """Return the last definition of a name that begins at a line or above and reaches it."""
        indexes = self._owners.get(name, [])
        at = bisect_right(indexes, line, key=lambda index: self._definitions[index].start_line)
        for index in reversed(indexes[max(0, at - MOST_NAMES) : at]):
            if self._definitions[index].end_line >= line:
                return index
        return NO_OWNER

    def _past(self, at: int) -> int:
        """Return the position behind the brackets that open at a token; those of types are short."""
        if self._sign(at) != "<":
            return self._ends.get(at, len(self._tokens))
        depth, most = 0, min(at + MOST_IN_TYPE, len(self._tokens))
        while at < most:
            sign = self._sign(at)
            depth += (sign == "<") - (sign == ">")
            at = self._ends.get(at, most) if sign in _BRACKETS else at + 1
            if depth <= 0:
                break
        return min(at, len(self._tokens))

    def _text(self, at: int, end: int) -> str:
        """Return the type that stands between two tokens, without blanks; empty where it is too long."""
        written = "".join(each.sign for each in self._tokens[at:end] if each.sign not in _UNSAID)
        return written if len(written) <= MAX_TYPE_CHARS else ""

    def _written_type(self, at: int) -> str:
        """Return the type that begins at a token, with its arguments; empty for that of a function."""
        while self._sign(at) in _UNSAID:
            at += 1
        name = _dotted(self._tokens, at)
        at += 2 * name.count(".") + 1
        arguments = self._text(at, self._past(at)) if name and self._sign(at) == "<" else ""
        return f"{name}{arguments}".replace("?", "")

    def _type_parameters(self, at: int) -> tuple[str, ...]:
        """Return the names between the angle brackets that open at a token; none where none opens."""
        if self._sign(at) != "<":
            return ()
        names: list[str] = []
        depth, begins = 0, False
        for token in self._tokens[at : self._past(at)]:
            depth += (token.sign in _OPENING) - (token.sign in _CLOSING)
            if depth == 1 and begins and token.is_word and token.sign not in _UNSAID:
                names.append(token.sign)
                begins = False
            begins = begins or (depth == 1 and token.sign in {"<", ","})
        return tuple(names[:MOST_NAMES])

    def _constraints(self, at: int) -> tuple[str, ...]:
        """Return what the parameters between the angle brackets that open at a token have to be, ``T:Base<T>``."""
        if self._sign(at) != "<":
            return ()
        results: list[str] = []
        depth, begin, name = 0, -1, ""
        for position in range(at, self._past(at)):
            sign = self._sign(position)
            depth += (sign in _OPENING) - (sign in _CLOSING)
            if depth == 1 and sign == ":" and begin < 0:
                begin = position + 1
            elif begin >= 0 and (depth == 0 or (depth == 1 and sign == ",")):
                results.append(f"{name}:{self._text(begin, position).replace('?', '')}")
                begin = -1
            elif depth == 1 and begin < 0 and self._tokens[position].is_word and sign not in _UNSAID:
                name = sign
        return tuple(results[:MOST_NAMES])

    def _type(self, at: int) -> None:
        """Take the bases behind the colon of ``class Name<T>(...) : Base(...), Other by x``."""
        name = self._sign(at).strip("`")
        owner = self._owner(name, self._line(self._tokens[at])) if at < len(self._tokens) else NO_OWNER
        if owner == NO_OWNER or self._definitions[owner].kind not in TYPES:
            return
        at += 1
        generic = self._type_parameters(at)
        if generic:
            bounds = self._constraints(at)
            self.signatures.append(Signature(owner, type_parameters=generic, constraints=bounds))
        while self._sign(at) in _CONSTRUCTOR:
            at = self._past(at) if self._sign(at) in _OPENING else at + 1
        if self._sign(at) == ":":
            for base, token in self._bases(at + 1):
                self.types.append(TypeUse(owner, base, "base", self._line(token)))

    def _alias(self, at: int) -> None:
        """A name for a type is one of its kind: ``typealias Handler = Base<Int>``; that of a function gives it."""
        name = self._sign(at).strip("`")
        owner = self._owner(name, self._line(self._tokens[at])) if at < len(self._tokens) else NO_OWNER
        generic = self._type_parameters(at + 1)
        at = self._past(at + 1) if self._sign(at + 1) == "<" else at + 1
        if owner == NO_OWNER or self._sign(at) != "=":
            return
        function, written = self._function_type(at + 1), self._written_type(at + 1)
        if generic or function:
            self.signatures.append(Signature(owner, returns=function, type_parameters=generic))
        if written and not function:
            self.types.append(TypeUse(owner, written, "base", self._line(self._tokens[at])))

    def _function_type(self, at: int) -> str:
        """Return the type of a function that begins at a token, ``Store.(Item)->Unit``; empty for any other."""
        begin = at
        while self._sign(at) in _UNSAID:
            at += 1
        name = _dotted(self._tokens, at)
        if name:
            at += 2 * name.count(".") + 1
            at = self._past(at) if self._sign(at) == "<" else at
            if self._sign(at) not in {".", "?."}:
                return ""
            at += 1
        behind = self._past(at) if self._sign(at) == "(" else at
        is_function = behind > at and self._sign(behind) == "->"
        return f"{self._text(begin, behind + 1)}{self._written_type(behind + 1)}" if is_function else ""

    def _bases(self, at: int) -> Iterator[tuple[str, Token]]:
        for _ in range(MOST_NAMES):
            base = _dotted(self._tokens, at)
            if not base:
                return
            yield self._written_type(at), self._tokens[at]
            at += 2 * base.count(".") + 1
            while self._sign(at) in {"<", "("}:
                at = self._past(at)
            if self._sign(at) == "by":
                at += 1
                while self._sign(at) and self._sign(at) not in {",", "{"} and not self._tokens[at].starts_line:
                    at = self._past(at) if self._sign(at) in _OPENING else at + 1
            if self._sign(at) != ",":
                return
            at += 1

    def _function(self, at: int, *, overrides: bool) -> None:
        """Record what ``fun <T> Receiver.name(a: Int, b: List<T>): Item`` takes and gives."""
        generic, bounds = self._type_parameters(at), self._constraints(at)
        begin = at = self._past(at) if self._sign(at) == "<" else at
        name, last = "", at
        most = min(at + MOST_IN_TYPE, len(self._tokens))
        while at < most and self._sign(at) != "(" and self._sign(at) not in _MODIFIERS_END:
            if self._tokens[at].is_word:
                name, last = self._sign(at).strip("`"), at
            at = self._past(at) if self._sign(at) == "<" else at + 1
        if self._sign(at) != "(":
            return
        owner = self._owner(name, self._line(self._tokens[at]))
        if owner == NO_OWNER:
            return
        receiver = self._text(begin, last - 1).rstrip("?") if last > begin else ""
        parameters, behind = self._parameters(at), self._past(at)
        types = [f"{each.type}[]" if each.is_rest else each.type for each in parameters]
        self.signatures.append(
            Signature(
                owner,
                returns=self._written_type(behind + 1) if self._sign(behind) == ":" else "",
                required=sum(not each.is_optional and not each.is_rest for each in parameters),
                total=-1 if any(each.is_rest for each in parameters) else len(parameters),
                receiver=receiver,
                type_parameters=generic,
                constraints=bounds,
                overrides=overrides or self._definitions[owner].parent in self._interfaces,
                parameters=parameter_list([receiver, *types] if receiver else types),
            )
        )

    def _parameters(self, at: int) -> list[Parameter]:
        """Return the parameters between the brackets that open at a token: each has one colon."""
        parameters: list[Parameter] = []
        depth, begin, is_rest = 0, -1, False
        for position in range(at, self._past(at)):
            sign = self._sign(position)
            depth += (sign in _OPENING) - (sign in _CLOSING)
            if depth == 1 and sign == "vararg":
                is_rest = True
            elif depth == 1 and sign == ":" and begin < 0:
                begin = position + 1
            elif begin >= 0 and (depth == 0 or (depth == 1 and sign in {",", "="})):
                parameters.append(Parameter(self._text(begin, position), sign == "=", is_rest))
                begin, is_rest = -1, False
        return parameters
