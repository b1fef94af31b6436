"""Markdown: sections by heading, links, and the names that are set as code."""

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from indexer.facts.model import FileFacts, Link
from indexer.facts.sections import Sections
from indexer.types import ParsedFile

MENTION = re.compile(r"[A-Za-z_][\w]*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?|\[\w+\]\.\[\w+\]")
"""A name as code shows it: ``Cart.Add()``, ``dbo.Orders``, ``[dbo].[Orders]``."""

MIN_MENTION_CHARS = 4

_NOTE_LINK = re.compile(r"\[\[([^\[\]|#\n]{1,200})(#[^\[\]|\n]{0,200})?(?:\|[^\[\]\n]{0,200})?\]\]")
"""A link to a note by its name, as in a wiki or a vault: ``[[Name]]``, ``[[Name#Heading|shown]]``."""

_ATTRIBUTES = re.compile(r"\{:?[ \t]*([#.][^{}]{0,200})\}[ \t]*\Z")
"""What pandoc, Python-Markdown and Docusaurus may read as a heading's attributes: ``{#mail .new}``."""

_ATTRIBUTE = r"""#[\w:.-]+|\.-?[^\W\dA-Z][\w-]*|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s"']+)"""
_ALL_ATTRIBUTES = re.compile(rf"(?:(?:{_ATTRIBUTE})(?:\s+|\Z))+")
"""Identifiers, classes and values alone; other words in braces belong to the title, as do those of ``{.NET}``."""

_BLOCKS = frozenset(("#await", "#each", "#if", "#key"))
"""What a page on Svelte means by such braces."""


@lru_cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("table")


@lru_cache
def _block_reader() -> MarkdownIt:
    """Return a parser that leaves the text inside paragraphs and headings as written."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").disable("inline")


class MarkdownReader:
    """Walks the tokens of one document."""

    def __init__(self, parsed: ParsedFile) -> None:
        self.sections = Sections(parsed.path, parsed.text.count("\n") + (not parsed.text.endswith("\n")))
        self.links: dict[tuple[int, str, str], Link] = {}

    def read(self, tokens: list[Token]) -> None:
        """Take all tokens."""
        for at, token in enumerate(tokens):
            if is_heading(token) and token.map:
                self._heading(token, tokens[at + 1], token.map[0] + 1)
            if token.type == "inline" and token.children and token.map:
                self._inline(token.children, token.map[0] + 1)
                self._note_links(token, token.map[0] + 1)

    def read_headings(self, text: str) -> None:
        """Take the headings of a text; of all else only where it ends is read, in two thirds of the time."""
        references: dict[str, object] = {}
        tokens = _block_reader().parse(text, references)
        for at, token in enumerate(tokens):
            if is_heading(token) and token.map:
                inline = _reader().parseInline(tokens[at + 1].content, references)[0]
                self.sections.add(int(token.tag[1:]), heading_text(inline), token.map[0] + 1)

    def _heading(self, token: Token, inline: Token, line: int) -> None:
        self.sections.add(int(token.tag[1:]), heading_text(inline), line)
        words = re.findall(_ATTRIBUTE, _attributes(inline))
        anchor = next((word[1:] for word in words if word.startswith("#")), "")
        if anchor:
            self.links[self.sections.latest, anchor, "anchor"] = Link(self.sections.latest, anchor, "anchor", line)

    def _inline(self, children: list[Token], line: int) -> None:
        owner = self.sections.latest
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

    def _note_links(self, inline: Token, line: int) -> None:
        if "[[" not in inline.content:
            return
        code = (child.content for child in inline.children or () if child.type == "code_inline")
        quoted = {match[0] for text in code for match in _NOTE_LINK.finditer(text)}
        for match in _NOTE_LINK.finditer(inline.content):
            if match[0] not in quoted:
                target = match[1].strip() + (match[2] or "")
                row = line + inline.content.count("\n", 0, match.start())
                self.links.setdefault(
                    (self.sections.latest, target, "note"), Link(self.sections.latest, target, "note", row)
                )

    def _link(self, owner: int, target: str, kind: str, line: int) -> None:
        if target and not re.match(r"(?:[a-z][a-z0-9+.-]+:|//)", target, re.IGNORECASE):
            self.links.setdefault((owner, target, kind), Link(owner, target, kind, line))


def is_heading(token: Token) -> bool:
    """Return whether a heading begins that is no part of a list or a quotation."""
    return token.type == "heading_open" and token.level == 0


def heading_text(inline: Token) -> str:
    """Return a heading's words without markup and attributes."""
    words = [child.content for child in inline.children or () if child.type in {"text", "code_inline"}]
    if _attributes(inline):
        words[-1] = _ATTRIBUTES.sub("", words[-1])
    return " ".join("".join(words).split()) or "untitled"


def _attributes(inline: Token) -> str:
    """Return what the braces at the end of a heading say of it, as written, or an empty text."""
    last = inline.children[-1] if inline.children else None
    attributes = _ATTRIBUTES.search(last.content) if last is not None and last.type == "text" else None
    if not attributes or not inline.content[: -len(attributes[0])].strip():
        return ""
    written = attributes[1].strip()
    return written if _ALL_ATTRIBUTES.fullmatch(written) and written not in _BLOCKS else ""


def without_front_matter(text: str) -> str:
    """Blank out a YAML block at the top, keeping the number of lines."""
    front_matter = re.match(r"---\n.*?\n(?:---|\.\.\.)(?:\n|\Z)", text, re.DOTALL)
    return "\n" * front_matter.group().count("\n") + text[front_matter.end() :] if front_matter else text


def markdown_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Markdown document, or with ``outline`` its sections."""
    reader = MarkdownReader(parsed)
    text = without_front_matter(parsed.text)
    if outline:
        reader.read_headings(text)
    else:
        reader.read(_reader().parse(text))
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        definitions=reader.sections.definitions(),
        links=tuple(reader.links.values()),
    )
