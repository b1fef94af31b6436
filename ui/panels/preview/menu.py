"""Context menu of the source in the preview: the same commands as the palette, and ways to copy."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QMenu

from ui.i18n.language import translate
from ui.panels.panel import PanelContext
from ui.panels.preview.pane import PreviewPane

_COMMANDS = ("definition", "uses", "outline", "back", "forward", "wrap", "why-here", "selected-dependencies")
"""Commands of the registry that concern what is shown."""


def source_menu(pane: PreviewPane, context: PanelContext) -> QMenu:
    """Return the menu of the line with the text cursor; the caller shows it."""
    menu = QMenu(pane)
    for name, text in _copies(pane):
        menu.addAction(name, partial(context.host.copy, text))
    menu.addSeparator()
    for command in _COMMANDS:
        menu.addAction(context.actions.action(command))
    return menu


def _copies(pane: PreviewPane) -> Iterator[tuple[str, str]]:
    spot, code = pane.spot, pane.code
    cursor = code.textCursor()
    if cursor.hasSelection():
        yield translate("Copy"), cursor.selection().toPlainText()
    if spot is None:
        return
    location = f"{spot.path}:{pane.source.first_line()}"
    text = cursor.selection().toPlainText() if cursor.hasSelection() else cursor.block().text()
    yield translate("Copy as path:line"), location
    yield translate("Copy as Markdown"), f"`{location}`\n\n```{spot.language}\n{text}\n```\n"
