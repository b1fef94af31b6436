"""Context menu of the source in the preview: the same commands as the palette, and ways to copy."""

from functools import partial

from PySide6.QtWidgets import QMenu

from ui.controllers.excerpt import Excerpt
from ui.i18n.language import translate
from ui.panels.panel import PanelContext
from ui.panels.preview.pane import PreviewPane

_COMMANDS = (
    "definition",
    "peek",
    "implementations",
    "uses",
    "outline",
    "blame",
    "changed-since",
    "back",
    "forward",
    "pin",
    "wrap",
    "why-here",
    "selected-dependencies",
)
"""Commands of the registry that apply to the shown file."""


def source_menu(pane: PreviewPane, context: PanelContext) -> QMenu:
    """Return the menu of the line with the text cursor; the caller shows it."""
    menu, cursor = QMenu(pane), pane.code.textCursor()
    if cursor.hasSelection():
        menu.addAction(translate("Copy"), partial(context.host.copy, cursor.selection().toPlainText()))
    if (excerpt := shown_excerpt(pane)) is not None:
        menu.addAction(translate("Copy as path:line"), partial(context.host.copy, excerpt.location))
        menu.addAction(translate("Copy as Markdown"), partial(context.host.copy, excerpt.markdown))
        menu.addAction(translate("Copy web link"), partial(context.links.copy, excerpt))
    menu.addSeparator()
    for command in _COMMANDS:
        menu.addAction(context.actions.action(command))
    return menu


def shown_excerpt(pane: PreviewPane) -> Excerpt | None:
    """Return the selected lines, or the line of the cursor."""
    spot, cursor = pane.spot, pane.code.textCursor()
    if spot is None:
        return None
    selected = cursor.selection().toPlainText()
    first = pane.source.part.first_line + pane.code.document().findBlock(cursor.selectionStart()).blockNumber()
    last = first + selected.rstrip("\n").count("\n")
    text = selected or cursor.block().text()
    return Excerpt(spot.file, spot.path, spot.root_path, first, last, spot.language, text)
