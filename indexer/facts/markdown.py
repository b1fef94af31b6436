"""Markdown: sections by heading, links, and the names that are set as code."""

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from indexer.facts.model import NO_OWNER, Definition, FileFacts, Link
from indexer.types import ParsedFile

MENTION = re.compile(r"[A-Za-z_][\w]*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?|\[\w+\]\.\[\w+\]")
"""A name as code shows it: ``Cart.Add()``, ``dbo.Orders``, ``[dbo].[Orders]``."""

MIN_MENTION_CHARS = 4


@lru_cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("table")


class MarkdownReader:
    """Walks the tokens of one document."""

    def __init__(self, parsed: ParsedFile) -> None:
        self._path = parsed.path
        self._line_count = parsed.text.count("\n") + (not parsed.text.endswith("\n"))
        self._open: list[tuple[int, int]] = []
        self._sections: list[tuple[str, tuple[str, ...], int, int, int]] = []
        self._used: dict[str, int] = {}
        self.links: dict[tuple[int, str, str], Link] = {}

    def read(self, tokens: list[Token]) -> None:
        """Take all tokens."""
        for at, token in enumerate(tokens):
            if token.type == "heading_open" and token.map and token.level == 0:
                self._heading(int(token.tag[1:]), tokens[at + 1], token.map[0] + 1)
            if token.type == "inline" and token.children and token.map:
                self._inline(token.children, token.map[0] + 1)

    def _heading(self, level: int, inline: Token, line: int) -> None:
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        parent = self._open[-1][1] if self._open else NO_OWNER
        title = heading_text(inline)
        above = self._sections[parent][1] if parent >= 0 else ()
        self._sections.append((title, (*above, title), level, line, parent))
        self._open.append((level, len(self._sections) - 1))

    def _inline(self, children: list[Token], line: int) -> None:
        owner = len(self._sections) - 1
        for child in children:
            if child.type in {"softbreak", "hardbreak"}:
                line += 1
            elif child.type == "link_open":
                self._link(owner, str(child.attrGet("href") or ""), "link", line)
            elif child.type == "image":
                self._link(owner, str(child.attrGet("src") or ""), "link", line)
            elif child.type == "code_inline":
                name = child.content.strip()
                if len(name) >= MIN_MENTION_CHARS and MENTION.fullmatch(name):
                    self._link(owner, name, "mention", line)

    def _link(self, owner: int, target: str, kind: str, line: int) -> None:
        if target and not re.match(r"(?:[a-z][a-z0-9+.-]+:|//)", target, re.IGNORECASE):
            self.links.setdefault((owner, target, kind), Link(owner, target, kind, line))

    def definitions(self) -> tuple[Definition, ...]:
        """Return one section for each heading; it ends where the next of its level or above begins."""
        ids: list[str] = []
        result: list[Definition] = []
        for index, (title, headings, level, line, parent) in enumerate(self._sections):
            local_id = self._unique(f"doc:{self._path}#{'/'.join(headings)}")
            ids.append(local_id)
            following = (start - 1 for _, _, other, start, _ in self._sections[index + 1 :] if other <= level)
            end = next(following, self._line_count)
            shown = " > ".join(headings)
            result.append(
                Definition(
                    local_id, "section", title, shown, line, max(line, end), ids[parent] if parent >= 0 else ""
                )
            )
        return tuple(result)

    def _unique(self, local_id: str) -> str:
        count = self._used.get(local_id, 0) + 1
        self._used[local_id] = count
        return local_id if count == 1 else f"{local_id}+{count}"


def heading_text(inline: Token) -> str:
    """Return a heading's words without markup."""
    words = [child.content for child in inline.children or () if child.type in {"text", "code_inline"}]
    return " ".join("".join(words).split()) or "untitled"


def without_front_matter(text: str) -> str:
    """Blank out a YAML block at the top, keeping the number of lines."""
    found = re.match(r"---\n.*?\n(?:---|\.\.\.)(?:\n|\Z)", text, re.DOTALL)
    return "\n" * found.group().count("\n") + text[found.end() :] if found else text


def markdown_facts(parsed: ParsedFile) -> FileFacts:
    """Return the facts of a Markdown document."""
    reader = MarkdownReader(parsed)
    reader.read(_reader().parse(without_front_matter(parsed.text)))
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        definitions=reader.definitions(),
        links=tuple(reader.links.values()),
    )
