"""Turns Markdown into blocks. Pure.

Raw HTML is reduced to its text and its local pictures; scripts and styles are dropped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from ui.panels.preview.rendered.blocks import (
    Align,
    Block,
    Code,
    Omitted,
    Paragraph,
    Picture,
    Rule,
    Runs,
    Table,
    plain,
)
from ui.panels.preview.rendered.code_runs import Cancelled, code_runs
from ui.panels.preview.rendered.inline import inline_runs, note_anchor
from ui.panels.preview.rendered.links import slug
from ui.panels.preview.rendered.raw_html import html_blocks

_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n(?:---|\.\.\.)(?:\n|\Z)", re.DOTALL)
"""YAML values between two lines of hyphens at the top of the file."""

_TASK = re.compile(r"\[([ xX])\] ")
_BULLETS = ("•", "◦", "▪")

MOST_ROWS = 200
"""Rows of one table that are laid out; Qt takes half a millisecond a row."""


def markdown_blocks(text: str, is_cancelled: Cancelled = lambda: False) -> tuple[Block, ...]:
    r"""Return the blocks of ``text`` (line ends ``\n``); an incomplete result once cancelled."""
    blocks: list[Block] = []
    skipped = 0
    front = _FRONT_MATTER.match(text)
    if front:
        blocks.append(Code(code_runs(front[1], "yaml", is_cancelled), 2))
        skipped = text.count("\n", 0, front.end())
        text = text[front.end() :]
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False, move_to_end=False)
    environment: dict[str, dict[str, dict[str, int]]] = {}
    tokens = parser.parse(text, environment)
    notes = environment.get("footnotes", {}).get("refs", {})
    blocks.extend(_BlockReader(tokens, skipped, is_cancelled, notes).blocks())
    return tuple(blocks)


@dataclass
class _List:
    ordered: bool
    number: int = 1


@dataclass
class _BlockReader:
    """Turns tokens into blocks in one pass, and keeps track of the depth in lists and quotations.

    Attributes:
        skipped: lines of front matter before the text that was parsed.
        notes: number of each footnote, from 0, by ``:`` and its label; -1 for notes without a reference.
        note: label of the footnote whose first paragraph comes next.
    """

    tokens: list[Token]
    skipped: int
    is_cancelled: Cancelled
    notes: dict[str, int]
    lists: list[_List] = field(default_factory=list)
    quoted: int = 0
    mark: str = ""
    heading: int = 0
    note: str = ""
    anchors: dict[str, int] = field(default_factory=dict)

    def blocks(self) -> Iterator[Block]:
        index = 0
        while index < len(self.tokens) and not self.is_cancelled():
            token = self.tokens[index]
            if token.type == "table_open":
                end = _closing(self.tokens, index)
                yield from self._table(self.tokens[index:end])
                index = end
            else:
                yield from self._block(token)
            index += 1

    def _block(self, token: Token) -> Iterator[Block]:
        if token.type in {"fence", "code_block"}:
            yield self._code(token)
        elif token.type == "inline":
            yield from self._inline(token)
        elif token.type == "html_block":
            for block in html_blocks(token.content, self._line(token)):
                yield replace(block, indent=self._indent())
        elif token.type == "hr":
            yield Rule(self._line(token))
        else:
            self._follow_nesting(token)

    def _follow_nesting(self, token: Token) -> None:
        """Update the depth in lists and quotations, the list mark and the heading level."""
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            start = token.attrs.get("start", 1)
            self.lists.append(_List(token.type.startswith("ordered"), int(start)))
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            self.lists.pop()
        elif token.type == "footnote_reference_open":
            self.lists.append(_List(ordered=True))
            self.note = token.meta["label"]
            self.mark = self._note_mark(self.note)
        elif token.type == "footnote_reference_close":
            self.lists.pop()
        elif token.type == "list_item_open":
            self.mark = self._next_mark()
        elif token.type == "list_item_close":
            self.mark = ""
        elif token.type in {"blockquote_open", "blockquote_close"}:
            self.quoted += token.nesting
        elif token.type == "heading_open":
            self.heading = int(token.tag[1:])
        elif token.type == "heading_close":
            self.heading = 0

    def _note_mark(self, label: str) -> str:
        key = f":{label}"
        if self.notes[key] < 0:
            self.notes[key] = max(self.notes.values()) + 1
        return f"{self.notes[key] + 1}."

    def _next_mark(self) -> str:
        here = self.lists[-1]
        if not here.ordered:
            return _BULLETS[min(len(self.lists), len(_BULLETS)) - 1]
        here.number += 1
        return f"{here.number - 1}."

    def _code(self, token: Token) -> Code:
        first = self._line(token) + (1 if token.type == "fence" and token.content else 0)
        lines = code_runs(token.content.rstrip("\n"), token.info, self.is_cancelled)
        self.mark = ""
        return Code(lines, first, self._indent(), self.quoted)

    def _inline(self, token: Token) -> Iterator[Block]:
        line = self._line(token)
        for part in inline_runs(token.children or []):
            if isinstance(part, Picture):
                yield replace(part, line=line, indent=self._indent())
            elif part:
                yield self._paragraph(part, line)

    def _paragraph(self, runs: Runs, line: int) -> Paragraph:
        mark, self.mark = self.mark, ""
        task = _TASK.match(runs[0].text) if mark else None
        if task:
            mark = "☐" if task[1] == " " else "☑"
            runs = (replace(runs[0], text=runs[0].text[task.end() :]), *runs[1:])
        anchor = self._anchor(plain(runs)) if self.heading else note_anchor(self.note) if self.note else ""
        self.note = ""
        return Paragraph(runs, line, self.heading, self._indent(), mark, self.quoted, anchor)

    def _anchor(self, title: str) -> str:
        name = slug(title)
        seen = self.anchors.get(name, 0)
        self.anchors[name] = seen + 1
        return f"{name}-{seen}" if seen else name

    def _table(self, tokens: list[Token]) -> Iterator[Block]:
        rows: list[tuple[Runs, ...]] = []
        lines: list[int] = []
        omitted = 0
        for row in _table_rows(tokens):
            if len(rows) == MOST_ROWS:
                omitted += 1
                continue
            lines.append(self._line(row[0]))
            rows.append(tuple(_cell(token) for token in row if token.type == "inline"))
        aligned = _alignments(tokens)
        yield Table(tuple(rows), tuple(lines), aligned=aligned, indent=self._indent(), quoted=self.quoted)
        if omitted:
            yield Omitted(omitted, lines[-1])

    def _indent(self) -> int:
        return len(self.lists)

    def _line(self, token: Token) -> int:
        return (token.map[0] if token.map else 0) + 1 + self.skipped


def _closing(tokens: list[Token], opening: int) -> int:
    kind = tokens[opening].type.replace("_open", "_close")
    level = tokens[opening].level
    return next(at for at in range(opening, len(tokens)) if tokens[at].type == kind and tokens[at].level == level)


def _table_rows(tokens: list[Token]) -> Iterator[list[Token]]:
    row: list[Token] = []
    for token in tokens:
        if token.type == "tr_open":
            row = [token]
        elif token.type == "tr_close":
            yield row
        elif token.type == "inline":
            row.append(token)


def _alignments(tokens: list[Token]) -> tuple[Align, ...]:
    """Return the alignment of each column, from the delimiter row of the table."""
    styles = (str(token.attrs.get("style", "")) for token in tokens if token.type == "th_open")
    known = {f"text-align:{align}": align for align in Align if align}
    return tuple(known.get(style, Align.NONE) for style in styles)


def _cell(token: Token) -> Runs:
    parts = inline_runs(token.children or [])
    return tuple(run for part in parts if not isinstance(part, Picture) for run in part)
