"""Writes blocks into a Qt document in steps of a few milliseconds, so that long texts do not block the window."""

from bisect import bisect_right
from collections.abc import Iterator
from time import monotonic

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
    QTextOption,
    QTextTable,
)

from ui.i18n.language import counted, translate
from ui.panels.preview.rendered import looks
from ui.panels.preview.rendered.blocks import (
    Align,
    Block,
    Code,
    Omitted,
    Paragraph,
    Picture,
    Rule,
    Run,
    Runs,
    Table,
)
from ui.panels.preview.rendered.work import Rendered
from ui.theme.tokens import c

_YIELD_EVERY = 20
"""Lines of code or table rows that are written between two looks at the clock."""


class Writer:
    """Writes one `Rendered` into one empty document, and maps source lines to blocks of the document."""

    def __init__(self, document: QTextDocument, rendered: Rendered, width: int) -> None:
        self._document, self._rendered, self._width = document, rendered, width
        self._lines: list[int] = []
        self._blocks: list[int] = []
        self._at_empty_block = True
        self._cards = 0
        self._cursor = QTextCursor(document)
        self._parts = self._write()

    def step(self, milliseconds: float) -> bool:
        """Write for about ``milliseconds``; return whether everything is written."""
        end = monotonic() + milliseconds / 1000
        self._cursor.beginEditBlock()
        try:
            for _ in self._parts:
                if monotonic() > end:
                    return False
        finally:
            self._cursor.endEditBlock()
        return True

    def block_of(self, line: int) -> int:
        """Return the number of the block that shows a source line, or of the last one before it."""
        index = bisect_right(self._lines, line) - 1
        return self._blocks[index] if index >= 0 else 0

    def line_of(self, block: int) -> int:
        """Return the source line that a block shows, or the last one before it."""
        index = bisect_right(self._blocks, block) - 1
        return self._lines[index] if index >= 0 else 1

    def _write(self) -> Iterator[None]:
        for index, block in enumerate(self._rendered.blocks):
            yield from self._block(block, index)
            yield

    def _block(self, block: Block, index: int) -> Iterator[None]:
        if isinstance(block, Paragraph):
            self._paragraph(block)
        elif isinstance(block, Code):
            yield from self._code(block)
        elif isinstance(block, Table):
            yield from self._table(block)
        elif isinstance(block, Picture):
            self._picture(block, index)
        elif isinstance(block, Omitted):
            words = counted(block.count, "{n} more line in the source", "{n} more lines in the source")
            self._paragraph(Paragraph((Run(words),), block.line, quiet=True))
        elif isinstance(block, Rule):
            self._begin(looks.rule_format(), block.line)

    def _begin(self, form: QTextBlockFormat, line: int) -> None:
        """Start a block at the end of the document."""
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._at_empty_block:
            self._cursor.setBlockFormat(form)
        else:
            self._cursor.insertBlock(form, QTextCharFormat())
        self._at_empty_block = False
        self._lines.append(max(line, self._lines[-1] if self._lines else 1))
        self._blocks.append(self._cursor.blockNumber())

    def _paragraph(self, paragraph: Paragraph) -> None:
        form = looks.paragraph_format(paragraph)
        if paragraph.mark:
            form.setTabPositions([QTextOption.Tab(looks.mark_width(), QTextOption.TabType.LeftTab)])
        self._begin(form, paragraph.line)
        if paragraph.mark:
            self._cursor.insertText(f"{paragraph.mark}\t", looks.run_format(Run("", token="text2")))
        for index, run in enumerate(paragraph.runs):
            look = looks.run_format(run, paragraph)
            if paragraph.anchor and index == 0:
                look.setAnchor(True)
                look.setAnchorNames([paragraph.anchor])
            self._cursor.insertText(run.text, look)

    def _code(self, code: Code) -> Iterator[None]:
        self._cards += 1
        last = len(code.lines) - 1
        for index, line in enumerate(code.lines):
            ends = {"first": index == 0, "last": index == last}
            self._begin(looks.code_line_format(self._cards, code.indent, code.quoted, **ends), code.line + index)
            self._runs(line)
            if index % _YIELD_EVERY == 0:
                yield

    def _runs(self, runs: Runs) -> None:
        for run in runs:
            self._cursor.insertText(run.text, looks.code_format(run))

    def _table(self, table: Table) -> Iterator[None]:
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        form = looks.table_format(table)
        grid = self._cursor.insertTable(len(table.rows), max(1, table.columns), form)
        for number, row in enumerate(table.rows):
            self._row(grid, number, row, table)
            self._lines.append(max(table.lines[number], self._lines[-1] if self._lines else 1))
            self._blocks.append(grid.cellAt(number, 0).firstCursorPosition().blockNumber())
            if number % _YIELD_EVERY == 0:
                yield
        self._at_empty_block = True

    @staticmethod
    def _row(grid: QTextTable, number: int, row: tuple[Runs, ...], table: Table) -> None:
        is_header = table.header and number == 0
        for column, runs in enumerate(row):
            cell = grid.cellAt(number, column)
            if is_header:
                form = cell.format()
                form.setBackground(c("sunken"))
                cell.setFormat(form)
            cursor = cell.firstCursorPosition()
            cursor.setBlockFormat(
                looks.cell_format(table.aligned[column] if column < len(table.aligned) else Align.NONE)
            )
            for run in runs:
                shown = Run(run.text, True, run.italic, run.struck, run.code, run.link) if is_header else run
                cursor.insertText(run.text, looks.run_format(shown, Paragraph((), 1)))

    def _picture(self, picture: Picture, index: int) -> None:
        image = self._rendered.pictures.get(index)
        if image is None:
            words = translate("Picture that is not shown: {name}")
            name = picture.alt or picture.source
            self._paragraph(Paragraph((Run(words.format(name=name)),), picture.line, quiet=True))
            return
        self._begin(looks.picture_format(picture.indent), picture.line)
        self._cursor.insertImage(self._image_format(image, index, picture.alt))

    def _image_format(self, image: QImage, index: int, alt: str) -> QTextImageFormat:
        name = f"picture:{index}"
        self._document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        form = QTextImageFormat()
        form.setName(name)
        form.setProperty(QTextImageFormat.Property.ImageAltText.value, alt)
        form.setToolTip(alt)
        fitted = image.size()
        if fitted.width() > self._width:
            fitted = fitted.scaled(self._width, fitted.height(), Qt.AspectRatioMode.KeepAspectRatio)
        form.setWidth(fitted.width())
        form.setHeight(fitted.height())
        return form
