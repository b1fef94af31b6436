"""Turns a Jupyter notebook into blocks: text cells as Markdown, code cells with their outputs. Pure."""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ui.panels.preview.rendered.blocks import Block, Code, Omitted, Paragraph, Picture, Rule, Run, Table
from ui.panels.preview.rendered.code_runs import Cancelled, code_runs
from ui.panels.preview.rendered.markdown_blocks import markdown_blocks

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PICTURES = ("image/png", "image/jpeg")
MOST_OUTPUT_LINES = 200
"""Lines of one output that are shown."""


class NotANotebookError(ValueError):
    """The text contains no list of cells."""


@dataclass
class _Lines:
    """Counts lines as the indexed text of the notebook has them, so that the line of a hit leads to its cell."""

    next: int = 1

    def take(self, source: str, *, fenced: bool) -> int:
        """Return the first line of a cell's source, and advance past the cell."""
        first = self.next + (1 if fenced else 0)
        self.next += source.count("\n") + (4 if fenced else 2)
        return first


def notebook_blocks(source: str, is_cancelled: Cancelled = lambda: False) -> tuple[Block, ...]:
    """Return the blocks of a notebook.

    Line numbers are those of the indexed text. There, text cells are unchanged, code cells are between fences, and
    an empty line follows each cell.

    Raises:
        NotANotebookError: ``source`` is not a notebook.
    """
    try:
        book = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise NotANotebookError(str(error)) from error
    cells = book.get("cells") if isinstance(book, Mapping) else None
    if not isinstance(cells, list):
        raise NotANotebookError("the file contains no list of cells")
    lines, language = _Lines(), _language(book)
    blocks: list[Block] = []
    for cell in cells:
        if is_cancelled():
            break
        if isinstance(cell, Mapping):
            blocks.extend(_cell(cell, lines, language, is_cancelled))
    return tuple(blocks)


def _cell(cell: Mapping[str, object], lines: _Lines, language: str, is_cancelled: Cancelled) -> Iterator[Block]:
    source = _joined(cell.get("source"))
    if not source.strip():
        return
    if cell.get("cell_type") != "code":
        first = lines.take(source, fenced=False)
        yield from (_moved(block, first - 1) for block in markdown_blocks(source, is_cancelled))
        return
    first = lines.take(source, fenced=True)
    count = cell.get("execution_count")
    yield Paragraph((Run(f"In [{count if isinstance(count, int) else ' '}]"),), first, quiet=True)
    yield Code(code_runs(source, language, is_cancelled), first)
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        if isinstance(output, Mapping):
            yield from _output(output, first)


def _output(output: Mapping[str, object], line: int) -> Iterator[Block]:
    data = output.get("data")
    values = data if isinstance(data, Mapping) else {}
    for kind in _PICTURES:
        picture = _decoded(_joined(values.get(kind)))
        if picture:
            yield Picture("", _joined(values.get("text/plain")), line, data=picture)
            return
    text = _joined(output.get("text")) or _joined(values.get("text/plain"))
    text = text or "\n".join(map(str, _listed(output.get("traceback"))))
    if not text.strip():
        return
    shown = _ANSI.sub("", text).rstrip("\n").split("\n")
    yield Code(tuple((Run(part, code=True, token="text2"),) for part in shown[:MOST_OUTPUT_LINES]), line)
    if len(shown) > MOST_OUTPUT_LINES:
        yield Omitted(len(shown) - MOST_OUTPUT_LINES, line)


def _moved(block: Block, lines: int) -> Block:
    if isinstance(block, Table):
        return replace(block, lines=tuple(line + lines for line in block.lines))
    if isinstance(block, Rule):
        return Rule(block.line + lines)
    return replace(block, line=block.line + lines)


def _language(book: Mapping[str, object]) -> str:
    metadata = book.get("metadata")
    kernel = metadata.get("kernelspec") if isinstance(metadata, Mapping) else None
    name = kernel.get("language") if isinstance(kernel, Mapping) else None
    return name if isinstance(name, str) and name.isidentifier() else "python"


def _joined(value: object) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return b""
