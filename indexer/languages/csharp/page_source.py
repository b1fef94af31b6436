"""The C# of a page (Razor, Blazor, Web Forms): one class per file, in a source that keeps the lines of the page.

Code that runs while the page is written is in methods of that class here. They are no definitions of their
own: what they use is what the class uses.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TypeVar

from msgspec.structs import replace

from indexer.facts.model import (
    Call,
    Definition,
    FileFacts,
    Import,
    Link,
    Mapping,
    Route,
    Signature,
    SqlUse,
    Text,
    TypeUse,
    Variable,
)
from indexer.languages.csharp.extractor import csharp_facts
from indexer.types import ParsedFile

RENDER = "__render"
"""Name of the methods that hold the code between the markup."""

PAGE_LINK = "page"
"""Kind of a link to another page, by its path as written."""
INCLUDE = "include"
"""Kind of a link to a page whose text is the path of that page."""
SHARED_USING = "shared"
"""Kind of a directive of a page above that applies to this one too."""
COMPONENT = "component"
"""Kind of a link to a component, by its name."""

UNREAD = ("syntax: the code of the page does not parse as C#",)

_NO_NAME = re.compile(r"\W+")
_Owned = TypeVar("_Owned", TypeUse, Variable, Call, Text, SqlUse, Mapping, Route)


@dataclass(slots=True)
class PageSource:
    """C# of one page as it is put together; everything is added in the order of its lines.

    Attributes:
        bases: types that the class of the page is derived from.
        usings: namespaces that the page sees, each with its line.
        links: other pages and components that it names.
    """

    bases: list[str] = field(default_factory=list)
    usings: list[tuple[str, int]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _line: int = 1
    _renders: bool = False

    def member(self, code: str, line: int) -> None:
        """Add members of the class, which begin in this line."""
        if self._renders:
            self._append("}", self._line)
            self._renders = False
        self._append(code, line)

    def statement(self, code: str, line: int) -> None:
        """Add code that runs while the page is written."""
        if not self._renders:
            self._append(f"void {RENDER}() {{", line)
            self._renders = True
        self._append(code, line)

    def expression(self, code: str, line: int) -> None:
        """Add a value that is written into the page."""
        self.statement(f"__written = {code};", line)

    def _append(self, code: str, line: int) -> None:
        self._parts.append("\n" * max(0, line - self._line) or " ")
        self._line = max(self._line, line) + code.count("\n")
        self._parts.append(code)

    def text(self, class_name: str) -> str:
        """Return the whole source; its first line opens the class, whatever lines the bases are written over."""
        listed = ", ".join(" ".join(base.split()) for base in self.bases)
        bases = f" : {listed}" if listed else ""
        end = "}}" if self._renders else "}"
        return f"class {class_name}{bases} {{{''.join(self._parts)}{end}"


def page_facts(parsed: ParsedFile, page: PageSource) -> FileFacts:
    """Return the facts of a page: its class, whose identifier is derived from its path, and its members."""
    path = PurePosixPath(parsed.path)
    class_name = identifier(path.name)
    source = ParsedFile(parsed.path, "csharp", page.text(class_name), parsed.encoding, parsed.content_hash)
    facts = csharp_facts(source)
    if not facts.definitions or facts.definitions[0].name != class_name:
        facts = _unread(source)
    facts = _without_render(facts)
    space = ".".join(identifier(part) for part in path.parent.parts)
    lines = parsed.text.count("\n") + 1
    start, prefix = f"cs:{class_name}", f"cs:{space}.{class_name}" if space else f"cs:{class_name}"
    definitions = tuple(
        replace(
            each,
            local_id=f"{prefix}{each.local_id[len(start) :]}",
            qualname=f"{space}.{each.qualname}" if space else each.qualname,
            parent=f"{prefix}{each.parent[len(start) :]}" if each.parent else "",
            kind=each.kind if each.parent else "page",
            end_line=each.end_line if each.parent else lines,
        )
        for each in facts.definitions
    )
    return replace(
        facts,
        language=parsed.language,
        definitions=definitions,
        imports=tuple(Import(name, line, "using") for name, line in page.usings),
        links=tuple(page.links),
        problems=facts.problems if facts.problems == UNREAD else (),
    )


def _unread(source: ParsedFile) -> FileFacts:
    """Return the facts of a page whose code cannot be parsed: the page without members."""
    name = source.text.removeprefix("class ").partition(" ")[0]
    definition = Definition(f"cs:{name}", "class", name, name, 1, 1)
    signature = Signature(0)
    return FileFacts(source.path, "csharp", definitions=(definition,), signatures=(signature,), problems=UNREAD)


def identifier(name: str) -> str:
    """Return a name as the platform makes an identifier of it: ``Index.cshtml`` is ``Index_cshtml``."""
    word = _NO_NAME.sub("_", name)
    return f"_{word}" if word[:1].isdigit() else word


def _without_render(facts: FileFacts) -> FileFacts:
    """Return the facts with everything in the methods of the markup as that of the class."""
    positions: dict[int, int] = {-1: -1}
    definitions: list[Definition] = []
    for index, each in enumerate(facts.definitions):
        is_render = each.name == RENDER
        positions[index] = 0 if is_render else len(definitions)
        if not is_render:
            definitions.append(each)
    signatures = [each for each in facts.signatures if facts.definitions[each.owner].name != RENDER]
    return replace(
        facts,
        definitions=tuple(definitions),
        signatures=tuple(replace(each, owner=positions[each.owner]) for each in signatures),
        types=_moved(facts.types, positions),
        variables=_moved(facts.variables, positions),
        calls=_moved(facts.calls, positions),
        named=_moved(facts.named, positions),
        made=_moved(facts.made, positions),
        texts=_moved(facts.texts, positions),
        sql=_moved(facts.sql, positions),
        mappings=_moved(facts.mappings, positions),
        arguments=_moved(facts.arguments, positions),
        routes=_moved(facts.routes, positions),
    )


def _moved(rows: Iterable[_Owned], positions: dict[int, int]) -> tuple[_Owned, ...]:
    return tuple(replace(each, owner=positions[each.owner]) for each in rows)
