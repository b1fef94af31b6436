"""Types of a Kotlin file: package, imports, bases, and overriding functions."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from indexer.facts.model import NO_OWNER, Definition, Import, Signature, TypeUse
from indexer.facts.parameters import parameter_list
from indexer.languages.kotlin.tokens import Token, tokens

TYPES = frozenset(("class", "interface", "object"))
VIRTUAL = frozenset(("override", "open", "abstract"))
"""Modifiers of functions that take the place of another or leave theirs to one; those of interfaces need none."""

_OPENING = {"(": ")", "<": ">", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_MODIFIERS_END = frozenset(("{", "}", ";", "=", ")"))
MOST_NAMES = 50
"""Parts of a name or bases of a type; more are no program."""


class TypeReader:
    """Walks over the tokens of one file.

    Args:
        text: of the file.
        definitions: what it defines, in order; a declaration is known by its name and line.
    """

    def __init__(self, text: str, definitions: Sequence[Definition]) -> None:
        self._tokens = list(tokens(text))
        self._line_starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
        self._owners: dict[str, list[int]] = {}
        for index, each in enumerate(definitions):
            self._owners.setdefault(each.name, []).append(index)
        self._definitions = definitions
        self.package = ""
        self.imports: list[Import] = []
        self.types: list[TypeUse] = []
        self.signatures: list[Signature] = []
        self._read()

    def _read(self) -> None:
        overrides = False
        for at, token in enumerate(self._tokens):
            if token.sign == "package" and token.starts_line and not self.package:
                self.package = self._name(at + 1)
            elif token.sign == "import" and token.starts_line:
                self._import(at + 1, self._line(token))
            elif token.sign in TYPES and token.is_word:
                self._type(at + 1)
            elif token.sign == "fun" and token.is_word:
                self._function(at + 1, overrides=overrides)
            if token.sign in VIRTUAL:
                overrides = True
            elif token.sign in _MODIFIERS_END or token.sign == "fun":
                overrides = False

    def _line(self, token: Token) -> int:
        return bisect_right(self._line_starts, token.start)

    def _sign(self, at: int) -> str:
        return self._tokens[at].sign if at < len(self._tokens) else ""

    def _name(self, at: int) -> str:
        """Return the dotted name that begins at a token."""
        parts: list[str] = []
        while at < len(self._tokens) and self._tokens[at].is_word and len(parts) < MOST_NAMES:
            parts.append(self._sign(at).strip("`"))
            if self._sign(at + 1) != ".":
                break
            at += 2
        return ".".join(parts)

    def _import(self, at: int, line: int) -> None:
        full = self._name(at)
        after = at + 2 * full.count(".") + 1
        source, _, name = full.rpartition(".")
        if self._sign(after) == "." and self._sign(after + 1) == "*":
            self.imports.append(Import(full, line, "import", "*"))
        elif name:
            alias = self._sign(after + 1).strip("`") if self._sign(after) == "as" else name
            self.imports.append(Import(source, line, "import", name, alias))

    def _owner(self, name: str, line: int) -> int:
        for index in self._owners.get(name, ()):
            each = self._definitions[index]
            if each.start_line <= line <= each.end_line:
                return index
        return NO_OWNER

    def _past(self, at: int) -> int:
        """Return the place behind the brackets that open at a token."""
        depth = 0
        while at < len(self._tokens):
            sign = self._sign(at)
            depth += (sign in _OPENING) - (sign in {")", ">", "]", "}"})
            at += 1
            if depth <= 0:
                break
        return at

    def _type(self, at: int) -> None:
        """Take the bases behind the colon of ``class Name<T>(...) : Base(...), Other by x``."""
        name = self._sign(at).strip("`")
        owner = self._owner(name, self._line(self._tokens[at])) if at < len(self._tokens) else NO_OWNER
        if owner == NO_OWNER or self._definitions[owner].kind not in TYPES:
            return
        at += 1
        while self._sign(at) in {"<", "(", "@", "private", "protected", "internal", "public", "constructor"}:
            at = self._past(at) if self._sign(at) in _OPENING else at + 1
        if self._sign(at) == ":":
            for base, token in self._bases(at + 1):
                self.types.append(TypeUse(owner, base, "base", self._line(token)))

    def _bases(self, at: int) -> Iterator[tuple[str, Token]]:
        for _ in range(MOST_NAMES):
            base = self._name(at)
            if not base:
                return
            yield base, self._tokens[at]
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
        """Record the parameters of ``fun <T> Receiver.name(a: Int, b: List<T>)``: each has one colon."""
        if self._sign(at) == "<":
            at = self._past(at)
        name = ""
        while at < len(self._tokens) and self._sign(at) != "(" and self._sign(at) not in _MODIFIERS_END:
            name = self._sign(at).strip("`") if self._tokens[at].is_word else name
            at = self._past(at) if self._sign(at) == "<" else at + 1
        if self._sign(at) != "(":
            return
        owner = self._owner(name, self._line(self._tokens[at]))
        types = self._parameter_types(at)
        if owner != NO_OWNER:
            overrides = overrides or self._is_declared(owner)
            parameters = parameter_list(types)
            self.signatures.append(Signature(owner, total=len(types), overrides=overrides, parameters=parameters))

    def _parameter_types(self, at: int) -> list[str]:
        """Return the types behind the colons between the brackets that open at a token."""
        types: list[str] = []
        depth, is_type = 0, False
        for token in self._tokens[at : self._past(at)]:
            depth += (token.sign in _OPENING) - (token.sign in _CLOSING)
            if depth == 1 and token.sign in {":", ",", "="}:
                types += [""] if token.sign == ":" else []
                is_type = token.sign == ":"
            elif is_type and depth:
                types[-1] += token.sign
        return types

    def _is_declared(self, owner: int) -> bool:
        """Return whether a function is a member of an interface."""
        parent = self._definitions[owner].parent
        return any(each.local_id == parent and each.kind == "interface" for each in self._definitions[:owner])
