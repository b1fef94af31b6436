"""Panels of the window: one line makes a new one, and none imports another."""

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from ui.application.builder import make_window
from ui.panels.panel import MOVING, Area, Panel, PanelContext
from ui.panels.preview.panel import PreviewPanel
from ui.services import Services
from ui.user_data.window_state import load_state
from ui.widgets.actions import Binding
from ui.window import workbench

PANELS = Path(__file__).resolve().parents[2] / "ui" / "panels"


class ClockPanel(Panel[QLabel]):
    """A panel as somebody would add it: its own widget, command and state."""

    name, title, area = "clock", "Clock", Area.RIGHT

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = QLabel("12:00")
        self.seen: list[bool] = []

    def commands(self) -> Iterable[Binding]:
        host = self._context.host
        return (MOVING.bind("clock", "Go to clock", lambda: host.go_to_panel(self.name), "Alt+9"),)

    def set_visible(self, *, visible: bool) -> None:
        self.seen.append(visible)


def test_a_class_in_the_list_is_a_tab_with_its_commands_that_is_shown_again_after_a_restart(
    themed: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workbench, "PANELS", (*workbench.PANELS, ClockPanel))
    services = Services(tmp_path, tmp_path / "person", len)
    first = make_window(themed, services)
    qtbot.addWidget(first)
    first.show()
    panel = first.workbench.panel(ClockPanel)
    assert [tab.text() for tab in first.workbench.right.upper_tabs.tabs][-1] == "Clock"
    first.workbench.set_panel_count("clock", 3)
    assert first.workbench.right.upper_tabs.tabs[-1].accessibleName() == "Clock, 3"
    assert not panel.widget.isVisible()
    first.workbench.actions.action("clock").trigger()
    assert panel.widget.isVisible()
    assert panel.seen[-1]
    first.close()
    assert load_state(tmp_path / "window.json").right_tab == 3
    second = make_window(themed, services)
    qtbot.addWidget(second)
    second.show()
    assert second.workbench.panel(ClockPanel).widget.isVisible()
    assert not second.workbench.panel(PreviewPanel).widget.isVisible()
    second.close()


@pytest.mark.parametrize("file", sorted(PANELS.glob("*/panel.py")), ids=lambda file: file.parent.name)
def test_what_works_a_panel_imports_no_other_panel(file: Path):
    own, shared = f"ui.panels.{file.parent.name}.", ("ui.panels.panel", "ui.panels.saved.store")
    modules = [
        node.module or "" for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)
    ]
    assert [
        name for name in modules if name.startswith("ui.panels.") and not name.startswith((own, *shared))
    ] == []
