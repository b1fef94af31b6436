"""Documents: the targets of a section's links and the names of code that it mentions."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

from indexer.facts.model import NO_OWNER, FileFacts, Link
from indexer.linking.graph import GraphBuilder
from search.types.graph import EdgeType

NAMED_KINDS = frozenset(
    (
        *("class", "interface", "struct", "record", "enum", "function", "method", "trait", "type", "delegate"),
        *("table", "view", "procedure", "trigger", "property", "constant"),
    )
)
DISTINCTIVE = re.compile(r"[a-z][A-Z]|[A-Z][a-z]+[A-Z]|_|\.|::|#")
"""A single word is a name only when it looks like none of a language's: two humps, an underscore, or qualified."""

MIN_SINGLE_CHARS = 6

ECOSYSTEMS = ("pypi", "npm", "nuget", "maven", "go", "crates")
"""Ecosystems of external packages, as in their identifiers."""


class Documents:
    """Resolves links and mentions against everything that the root defines."""

    def __init__(self, facts: Sequence[FileFacts], builder: GraphBuilder) -> None:
        self._builder = builder
        self._documents = [each for each in facts if each.links and builder.wants(each.path)]
        self._paths = {each.path for each in facts}
        self._sections: dict[tuple[str, str], str] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        if any(link.kind == "note" for each in self._documents for link in each.links):
            for path in sorted(self._paths):
                self._by_name[_plain(path).rpartition("/")[2]].append(path)
        self._names: dict[str, set[str]] = defaultdict(set)
        mentions = (link for each in self._documents for link in each.links if link.kind == "mention")
        wanted = {written_name(link.target).rpartition(".")[2].lower() for link in mentions}
        for each in facts if self._documents else ():
            for anchor, section in _anchors(each):
                self._sections.setdefault((each.path, anchor), section)
            for definition in each.definitions:
                if definition.kind in NAMED_KINDS and builder.has(definition.local_id):
                    shown = definition.qualname
                    if shown.replace("::", ".").rpartition(".")[2].lower() not in wanted:
                        continue
                    for name in suffixes(shown.lower() if each.language == "sql" else shown):
                        self._names[name].add(definition.local_id)

    def link(self) -> None:
        """Add all edges from documents."""
        for each in self._documents:
            for link in each.links:
                source = each.definitions[link.owner].local_id if link.owner != NO_OWNER else f"file:{each.path}"
                if link.kind == "link":
                    self._link(each, link, source)
                elif link.kind == "note":
                    self._note(each, link, source)
                elif link.kind == "mention":
                    self._mention(each, link, source)

    def _link(self, facts: FileFacts, link: Link, source: str) -> None:
        address, _, anchor = unquote(link.target).partition("#")
        address = address.partition("?")[0]
        path = self._file(facts.path, address) if address else facts.path
        if not path:
            return
        target = self._sections.get((path, anchor.lower())) if anchor else None
        if target is None and path == facts.path:
            return
        self._builder.edge(source, target or f"file:{path}", EdgeType.LINKS_TO, "link", (facts.path, link.line))

    def _note(self, facts: FileFacts, link: Link, source: str) -> None:
        name, _, heading = link.target.partition("#")
        path = self._file_called(facts.path, name)
        target = self._sections.get((path, anchor_of(heading))) if heading else None
        if path and path != facts.path:
            self._builder.edge(
                source, target or f"file:{path}", EdgeType.LINKS_TO, "link", (facts.path, link.line)
            )

    def _file_called(self, origin: str, name: str) -> str:
        """Return the document of a name, with or without its ending and folders; of several the nearest one."""
        wanted = f"/{_plain(name).strip('/')}"
        last = wanted.rpartition("/")[2]
        paths = self._by_name.get(last) or self._by_name.get(f"{last}.md", [])
        fitting = [path for path in paths if f"/{_plain(path)}".endswith((wanted, f"{wanted}.md"))]
        return min(fitting, key=lambda path: (-_shared_folders(origin, path), path.count("/"), path), default="")

    def _file(self, origin: str, address: str) -> str:
        base = "" if address.startswith("/") else str(PurePosixPath(origin).parent)
        path = normpath(f"{base}/{address}").lstrip("/").removeprefix("./")
        for candidate in (path, f"{path}.md", f"{path}/README.md", f"{path}/index.md"):
            if candidate in self._paths:
                return candidate
        return ""

    def _mention(self, facts: FileFacts, link: Link, source: str) -> None:
        name = written_name(link.target)
        if not DISTINCTIVE.search(name) or ("." not in name and len(name) < MIN_SINGLE_CHARS):
            return
        targets = self._names.get(name) or self._of_database(name) or self._of_object(name, link.target)
        if len(targets) == 1:
            target = next(iter(targets))
            self._builder.edge(source, target, EdgeType.MENTIONS, "mention", (facts.path, link.line))
        elif targets:
            self._builder.ambiguous(source)

    def _of_database(self, name: str) -> set[str]:
        """Return the database objects of a name; only there letters of either case are the same."""
        return {each for each in self._names.get(name.lower(), ()) if each.startswith("sql:")}

    def _of_object(self, name: str, written: str) -> set[str]:
        """Return the methods that ``cart.AddLine()`` may call: of an object, not of a package from outside."""
        head, _, method = name.partition(".")
        is_call = written.endswith("()") and head.islower() and head.isidentifier()
        if not is_call or not DISTINCTIVE.search(method) or "." in method or len(method) < MIN_SINGLE_CHARS:
            return set()
        if any(self._builder.has(f"ext:{ecosystem}:{head}") for ecosystem in ECOSYSTEMS):
            return set()
        return {each for each in self._names.get(method, ()) if self._builder.kind(each) == "method"}


def _plain(path: str) -> str:
    """Return a path in the form in which names of notes are compared: composed letters of one case."""
    return unicodedata.normalize("NFC", path).casefold()


def _shared_folders(first: str, second: str) -> int:
    """Return how many of the outermost folders two files share."""
    pairs = zip(first.split("/")[:-1], second.split("/")[:-1], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def written_name(target: str) -> str:
    """Return the name that a document writes, with dots between its parts."""
    return target.removesuffix("()").replace("[", "").replace("]", "").replace("::", ".").replace("#", ".")


def suffixes(qualname: str) -> list[str]:
    """Return ``A.B.c``, ``B.c`` and ``c``: every way a person would write a name."""
    parts = qualname.replace("::", ".").split(".")
    return [".".join(parts[start:]) for start in range(len(parts))]


def _anchors(facts: FileFacts) -> Iterator[tuple[str, str]]:
    """Yield anchor and ``local_id`` of each section; identifiers that the document gives come before titles."""
    for link in facts.links:
        if link.kind == "anchor":
            yield link.target.lower(), facts.definitions[link.owner].local_id
    for definition in facts.definitions:
        if definition.kind == "section":
            yield anchor_of(definition.name), definition.local_id


def anchor_of(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
