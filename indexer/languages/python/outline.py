"""Definitions of a Python file, found by logical lines in a third of the time of a parse.

Indentation says what a line belongs to. Where a file is less regular, the whole syntax decides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from indexer.facts.model import Definition
from indexer.facts.outline import first_row

_DEEPEST_BRACKETS = 8
_TAB = 8
"""Columns that a tab counts for in its grammar, wherever it stands."""

_COMMENTS = ("#",)
_STRING = (
    r'(?:"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+"""'
    r"|'''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''"
    r'|"(?!"")[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
    r"|'(?!'')[^'\\\n]*+(?:\\.[^'\\\n]*+)*+')"
)
_PLAIN = r"[^\"'#()\[\]{}"


def _bracketed(depth: int) -> str:
    inner = f"|{_bracketed(depth - 1)}" if depth > 1 else ""
    return rf"[(\[{{](?:{_PLAIN}]++|{_STRING}|\#[^\n]*+{inner})*+[)\]}}]"


_LINE = re.compile(
    rf"""(?P<indent>[ \t]*+)
    (?:(?P<blank>[ \t\f]*+)(?=\n|\Z)
    |(?P<comment>\#[^\n]*+)
    |(?P<code>(?:(?P<kind>(?:async[ \t]+)?def|class)[ \t]+(?P<name>[^\W\d]\w*+)[ \t]*+(?=[(\[:])|(?P<decorator>@))?
      (?:{_PLAIN}\\\n]++|{_STRING}|{_bracketed(_DEEPEST_BRACKETS)}|\\\n)++)(?:\#[^\n]*+)?+)
    (?:\n|\Z)""",
    re.VERBOSE | re.DOTALL,
)
"""A logical line; each part is taken once and for all, so that no text takes long."""

_UNCLEAR = re.compile(r"(?:(?:async\s+)?def|class)\b|[\f\\]")
_BLOCK = re.compile(r"(?:if|elif|else|for|while|try|except|finally|with|async)\b|(?:match|case)\b(?!\s*[:=])")
_INSIDE = re.compile(rf"{_STRING}|{_bracketed(_DEEPEST_BRACKETS)}", re.DOTALL)
_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")
_FINAL = re.compile(r"(?:^|\.)(?:Final|TypeAlias)(?:$|\[)")
_FINAL_INSIDE = re.compile(r"\.(?:Final|TypeAlias)\[")
_DEPENDENCY = re.compile(r"\b(?:Depends|Security)\(")
_ASSIGNED = re.compile(r"(?<![=!<>:+\-*/%&|^@])=(?!=)")


class UnclearError(Exception):
    """Only the whole syntax tells."""


class _Comment(NamedTuple):
    indent: int
    row: int


@dataclass(slots=True)
class _Open:
    """A definition whose body goes on: ``number`` among those found, ``inner`` the indentation of its body."""

    number: int
    indent: int
    inner: int = -1


@dataclass(slots=True)
class _Declaration:
    """A definition; ``parent`` is the index of the one around it, -1 for none, ``row`` that of its first sign."""

    kind: str
    name: str
    parent: int
    row: int
    last: int


def module_name(path: str) -> str:
    """Return the dotted module of a path; a leading ``src`` is no part of it, ``__init__`` is its package."""
    parts = list(PurePosixPath(path).with_suffix("").parts)
    if len(parts) > 1 and parts[0] == "src":
        parts = parts[1:]
    if len(parts) > 1 and parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join(parts)


def python_outline(text: str, path: str) -> list[Definition] | None:
    """Return the definitions of a Python file in order, as its syntax has them; None where only that can tell."""
    scanner = _Scanner(text)
    try:
        scanner.run()
    except UnclearError:
        return None
    return _placed(text.split("\n"), scanner.declarations, module_name(path))


@dataclass(slots=True)
class _Scanner:
    """Reads one logical line after the other."""

    text: str
    declarations: list[_Declaration] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)
    _comments: list[_Comment] = field(default_factory=list)
    _decorated: _Comment | None = None
    _row: int = 0
    _last: int = 0

    def run(self) -> None:
        """Read to the end."""
        text, position, take = self.text, 0, _LINE.match
        while position < len(text):
            line = take(text, position)
            if line is None:
                raise UnclearError
            if line["code"] is not None:
                self._take(line)
            elif line["comment"] is not None:
                self._comments.append(_Comment(_columns(line["indent"]), self._row))
            self._row += text.count("\n", position, line.end())
            position = line.end()
        if self._decorated is not None or (self._open and self._open[-1].inner < 0):
            raise UnclearError
        self._close(-1)

    def _take(self, line: re.Match[str]) -> None:
        indent, code = _columns(line["indent"]), line["code"]
        if self._open:
            self._close(indent)
        self._comments.clear()
        ink = code.rstrip()
        if ink.endswith("\\"):
            raise UnclearError
        self._last = self._row + ink.count("\n")
        if line["decorator"]:
            self._decorated = self._decorated or _Comment(indent, self._row)
        elif line["kind"]:
            self._define("class" if line["kind"] == "class" else "function", line["name"], indent, code)
        elif self._decorated is not None or _UNCLEAR.match(code):
            raise UnclearError
        elif "=" in code and (not self._open or self.declarations[self._open[-1].number].kind == "class"):
            self._assign(code)

    def _close(self, indent: int) -> None:
        """End what a line of this indentation is no part of; comments belong to the body that they stand in."""
        innermost = self._open[-1] if self._open else None
        if innermost is not None and innermost.inner < 0:
            if indent <= innermost.indent:
                raise UnclearError
            innermost.inner = indent
        closed = 0
        while self._open and indent < self._open[-1].inner:
            ended = self._open.pop()
            while closed < len(self._comments) and self._comments[closed].indent >= ended.inner:
                self._last = self._comments[closed].row
                closed += 1
            self.declarations[ended.number].last = self._last

    def _define(self, kind: str, name: str, indent: int, code: str) -> None:
        parent = self._open[-1].number if self._open else -1
        if kind == "function" and parent >= 0 and self.declarations[parent].kind == "class":
            kind = "method"
        decorated, self._decorated = self._decorated, None
        if decorated is not None and decorated.indent != indent:
            raise UnclearError
        row = decorated.row if decorated is not None else self._row
        self.declarations.append(_Declaration(kind, name, parent, row, self._last))
        if code.rstrip().endswith(":"):
            self._open.append(_Open(len(self.declarations) - 1, indent))
        elif kind == "class" and "=" in code.rpartition(":")[2]:
            raise UnclearError

    def _assign(self, code: str) -> None:
        """Take the constants that a line outside of functions gives a value."""
        if _BLOCK.match(code):
            if not code.rstrip().endswith(":") and _ASSIGNED.search(code):
                raise UnclearError
            return
        if _DEPENDENCY.search(code):
            raise UnclearError
        bare = _INSIDE.sub("[]", code)
        *targets, _ = _ASSIGNED.split(bare)
        constants = [name for target in targets for name in _constants(target)]
        if constants and ("lambda" in bare or (len(targets) > 1 and "\n" in code)):
            raise UnclearError
        if (";" in bare and "=" in bare.partition(";")[2]) or (not constants and _FINAL_INSIDE.search(code)):
            raise UnclearError
        parent = self._open[-1].number if self._open else -1
        self.declarations += [_Declaration("constant", name, parent, self._row, self._last) for name in constants]


def _constants(target: str) -> list[str]:
    """Return which names of the left side of an assignment are constants."""
    names, _, declared = target.partition(":")
    several = [name.strip() for name in names.split(",")]
    constants = [name for name in several if _CONSTANT.fullmatch(name)]
    if not constants and several[0].isidentifier() and _FINAL.search(declared.strip()):
        return several
    if constants and not all(name.isidentifier() for name in several):
        raise UnclearError
    return constants


def _columns(indent: str) -> int:
    return len(indent) + (_TAB - 1) * indent.count("\t")


def _placed(lines: Sequence[str], declarations: Sequence[_Declaration], module: str) -> list[Definition]:
    """Return the definitions with full names and lines."""
    made: list[Definition] = []
    for declaration in declarations:
        parent = made[declaration.parent] if declaration.parent >= 0 else None
        shown = f"{parent.qualname}.{declaration.name}" if parent else declaration.name
        made.append(
            Definition(
                local_id=f"py:{module}:{shown}",
                kind=declaration.kind,
                name=declaration.name,
                qualname=shown,
                start_line=first_row(lines, declaration.row, 0, _COMMENTS) + 1,
                end_line=declaration.last + 1,
                parent=parent.local_id if parent else "",
            )
        )
    return made
