"""Definitions of a C# file, found by brackets in a quarter of the time of a parse.

Between declarations every sign counts; bodies are passed over from brace to brace. Where a file is not as plain as
that, the whole syntax decides.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from indexer.facts.model import Definition
from indexer.facts.outline import COMMENTS, first_row
from indexer.languages.csharp.brackets import UnclearError, after_block, after_value
from indexer.languages.csharp.headers import INK, MODIFIERS, Header, header_at

_IMPORTS = re.compile(r"(?:\s*using\s+[\w.]+;)*")
"""The plain using directives that most files begin with; they are skipped together."""

_TYPE = re.compile(
    r"(class|struct|interface|enum|record)\s+(?:(?:class|struct)\s+)?(@?\w+)\s*(?:<([^<>]*)>)?\s*(?:$|[(:]|where\b)"
)
_NAMESPACE = re.compile(r"namespace\s([\w.@\s]+)")
_IMPORT = re.compile(r"(?:global\s+)?using\s|alias\s")
_OPERATOR = re.compile(r"\boperator\b")
_INDEXER = re.compile(r"\bthis\s*\[")
_STATEMENT = re.compile(r"(?:if|for|foreach|while|switch|lock|return|await|throw|try|do|goto|yield|catch|else)\b")
_NAME = re.compile(r"(?:^|[\s.\]>?*)])(@?[^\W\d]\w*)\s*$")
_SECOND = re.compile(r",\s*@?\w+\s*=[^=>]")


class _Declaration(NamedTuple):
    """A definition; ``parent`` is the index of the type around it, -1 for none in a namespace ``space``."""

    kind: str
    name: str
    arity: str
    start: int
    parent: int
    space: str


class _Scope(NamedTuple):
    """What braces are open: those of a type, or of a namespace (``number`` is -1)."""

    number: int
    space: str


def csharp_outline(text: str, _path: str = "") -> list[Definition] | None:
    """Return the definitions of a C# file in order, as its syntax has them; None where only that can tell."""
    scanner = _Scanner(text)
    try:
        scanner.run()
    except UnclearError:
        return None
    return _placed(text, scanner.declarations, scanner.ends)


class _Scanner:
    """Reads one declaration after the other."""

    def __init__(self, text: str) -> None:
        self.declarations: list[_Declaration] = []
        self.ends: list[int] = []
        self._text = text
        self._scopes = [_Scope(-1, "")]

    def run(self) -> None:
        """Read to the end."""
        imports = _IMPORTS.match(self._text)
        position = imports.end() if imports else 0
        while True:
            header = header_at(self._text, position)
            if header.sign == "}" and header.start < 0:
                self._close(header.end)
                position = header.end
            elif header.sign and header.sign != "}":
                position = self._declared(header) if header.text else self._empty(header)
            elif len(self._scopes) > 1 or header.sign:
                raise UnclearError
            else:
                return

    def _empty(self, header: Header) -> int:
        if header.sign != ";":
            raise UnclearError
        return header.end

    def _close(self, end: int) -> None:
        if len(self._scopes) == 1:
            raise UnclearError
        index = self._scopes.pop().number
        if index >= 0:
            self.ends[index] = end

    def _define(self, kind: str, name: str, header: Header, end: int, arity: str = "") -> int:
        scope = self._scopes[-1]
        self.declarations.append(_Declaration(kind, name, arity, header.start, scope.number, scope.space))
        self.ends.append(end)
        return len(self.declarations) - 1

    def _declared(self, header: Header) -> int:
        """Take a declaration and return where the next one may begin."""
        modifiers = MODIFIERS.match(header.text)
        words = modifiers.group() if modifiers else ""
        bare = header.text[len(words) :]
        if match := _TYPE.match(bare):
            return self._type(header, match)
        if header.sign in "{;" and (match := _NAMESPACE.fullmatch(bare)):
            return self._namespace(header, "".join(match[1].split()))
        if bare.startswith("delegate ") and header.called and header.sign == ";":
            name, parameters = _name_and_parameters(header.called)
            self._define("delegate", name[1], header, header.end, _arity(parameters))
            return header.end
        is_member = self._scopes[-1].number >= 0
        if _is_nameless(header, bare, words) if is_member else _IMPORT.match(bare) is not None:
            return self._after(header)
        if not is_member or _STATEMENT.match(bare):
            raise UnclearError
        if header.called:
            return self._function(header)
        return self._property(header, bare) if header.sign in "{>" else self._field(header, words, bare)

    def _namespace(self, header: Header, name: str) -> int:
        around = self._scopes[-1].space
        inner = _Scope(-1, f"{around}.{name}" if around else name)
        if header.sign == ";":
            self._scopes[-1] = inner
        else:
            self._scopes.append(inner)
        return header.end

    def _type(self, header: Header, match: re.Match[str]) -> int:
        if header.sign not in "{;":
            raise UnclearError
        index = self._define(match[1], match[2], header, header.end, _arity(match[3]))
        if header.sign == "{" and match[1] == "enum":
            self.ends[index] = after_block(self._text, header.end)
        elif header.sign == "{":
            self._scopes.append(_Scope(index, ""))
            return header.end
        return self.ends[index]

    def _function(self, header: Header) -> int:
        name, _ = _name_and_parameters(header.called)
        if header.sign == "=":
            raise UnclearError
        has_type = MODIFIERS.fullmatch(header.called, 0, name.start(1)) is None
        end = self._after(header)
        self._define("method" if has_type else "constructor", name[1], header, end)
        return end

    def _property(self, header: Header, bare: str) -> int:
        name = _NAME.search(bare)
        if name is None or not bare[: name.start(1)].strip():
            raise UnclearError
        end = self._after(header)
        following = INK.search(self._text, end)
        if header.sign == "{" and following is not None and following.group() == "=":
            end = after_value(self._text, following.end())
        self._define("property", name[1], header, end)
        return end

    def _field(self, header: Header, words: str, bare: str) -> int:
        end = self._after(header)
        if "const" in words or ("readonly" in words and "static" in words):
            name = _NAME.search(bare)
            if name is None or _names_several(bare) or _SECOND.search(self._text, header.end, end):
                raise UnclearError
            self._define("constant", name[1], header, end)
        return end

    def _after(self, header: Header) -> int:
        """Return where a declaration ends."""
        if header.sign == ";":
            return header.end
        return after_block(self._text, header.end) if header.sign == "{" else after_value(self._text, header.end)


def _is_nameless(header: Header, bare: str, words: str) -> bool:
    """Return whether a member is no definition: an event, a destructor, an operator or an indexer.

    Raises:
        UnclearError: an operator is not static.
    """
    if _OPERATOR.search(header.called or header.text):
        if "static" not in words:
            raise UnclearError
        return True
    is_indexer = not header.called and _INDEXER.search(bare) is not None
    return is_indexer or bare.startswith("event ") or "~" in header.called


def _arity(parameters: str | None) -> str:
    return f"`{parameters.count(',') + 1}" if parameters is not None else ""


def _name_and_parameters(called: str) -> tuple[re.Match[str], str | None]:
    """Return the name before parentheses, which is group 1, and the text between its angle brackets."""
    end, depth = len(called), 0
    for index in range(len(called) - 1, -1, -1):
        depth += (called[index] == ">") - (called[index] == "<")
        if not depth:
            end = index if called[index] == "<" else len(called)
            break
    name = _NAME.search(called[:end])
    if depth or name is None:
        raise UnclearError
    return name, called[end + 1 : -1] if end < len(called) else None


def _names_several(bare: str) -> bool:
    """Return whether a comma stands outside of brackets."""
    depth = 0
    for sign in bare if "," in bare else "":
        depth += (sign in "<([") - (sign in ">)]")
        if sign == "," and not depth:
            return True
    return False


def _placed(text: str, declarations: Sequence[_Declaration], ends: Sequence[int]) -> list[Definition]:
    """Return the definitions with full names and lines."""
    lines = text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    made: list[Definition] = []
    for declaration, end in zip(declarations, ends, strict=True):
        row = bisect_right(starts, declaration.start) - 1
        parent = made[declaration.parent] if declaration.parent >= 0 else None
        space = parent.local_id[3:] if parent else declaration.space
        shown = parent.qualname if parent else space
        made.append(
            Definition(
                local_id=f"cs:{space}.{declaration.name}{declaration.arity}"
                if space
                else f"cs:{declaration.name}{declaration.arity}",
                kind=declaration.kind,
                name=declaration.name,
                qualname=f"{shown}.{declaration.name}" if shown else declaration.name,
                start_line=first_row(lines, row, declaration.start - starts[row], COMMENTS) + 1,
                end_line=bisect_right(starts, end - 1),
                parent=parent.local_id if parent else "",
            )
        )
    return made
