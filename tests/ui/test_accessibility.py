"""Names for assistive technology on everything that can be reached, on every page and in every popup."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.panels.context.budget_bar import BudgetBar
from ui.panels.dependencies.chips import EdgeChips
from ui.widgets.progress import ProgressBar
from ui.window.commands import open_keys
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow

OPENED: dict[str, Callable[[MainWindow], object]] = {
    "window": lambda window: None,
    "settings": lambda window: window.workbench.settings.open(),
    "keys": lambda window: open_keys(window.workbench),
    "palette": lambda window: open_palette(window.workbench),
}


def reachable(window: MainWindow) -> Iterator[QWidget]:
    """Yield every control of the window's pages, whether it can be seen now or not.

    A button that gets its word only when there is something to do is hidden until then.
    """
    for widget in window.findChildren(QWidget):
        is_empty = isinstance(widget, QAbstractButton) and not widget.text() and widget.icon().isNull()
        waits = is_empty and not widget.isVisible()
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not waits:
            yield widget


@pytest.mark.parametrize("name", OPENED)
def test_everything_that_takes_the_focus_has_a_name(window: MainWindow, qtbot: QtBot, name: str):
    OPENED[name](window)
    unnamed = [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        for widget in reachable(window)
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]
    assert unnamed == []


def test_options_of_which_one_is_chosen_are_radio_buttons(window: MainWindow):
    """They were check boxes, of which a person would expect to choose several."""
    workbench = window.workbench
    mode, tab = workbench.layout.top.mode.button("hybrid"), workbench.right.upper_tabs.tabs[0]
    for button in (mode, tab):
        spoken = QAccessible.queryAccessibleInterface(button)
        assert spoken.role() == QAccessible.Role.RadioButton
        assert spoken.state().checked
        assert button.hitButton(button.rect().bottomRight())


def test_parts_of_the_status_bar_say_what_a_press_does(window: MainWindow, qtbot: QtBot):
    status = window.workbench.layout.status
    status.set_timing(68)
    text = QAccessible.Text
    timing, folders, step = (
        QAccessible.queryAccessibleInterface(part) for part in (status.timing, status.folders, status.step)
    )
    assert timing.text(text.Name) == "Answered in 68 ms"
    assert timing.text(text.Description) == "Says where the time of the answer went"
    assert folders.text(text.Description) == "Opens the settings of the folders"
    assert step.text(text.Description) == "Lists the progress of each folder"


def test_the_menu_of_edges_says_how_many_kinds_are_on(window: MainWindow):
    chips = window.findChild(EdgeChips)
    assert chips is not None
    assert chips.button.accessibleName() == f"Kinds of edges: {chips.button.text()}"
    chips.chips[0].toggle()
    assert chips.button.accessibleName() == f"Kinds of edges: {chips.button.text()}"


@pytest.mark.parametrize("name", OPENED)
def test_a_button_without_a_word_says_what_it_does(window: MainWindow, qtbot: QtBot, name: str):
    OPENED[name](window)
    silent = [
        button.accessibleName() or type(button).__name__
        for button in window.findChildren(QAbstractButton)
        if not button.text() and not button.icon().isNull() and not button.toolTip()
    ]
    assert silent == []


def test_progress_is_a_bar_whose_value_is_the_share_in_percent(themed: QApplication, qtbot: QtBot):
    """It was a static text, whose value came as a description that is read once."""
    bar = ProgressBar("Indexing")
    qtbot.addWidget(bar)
    bar.set_share(0.426)
    spoken = QAccessible.queryAccessibleInterface(bar)
    assert spoken.role() == QAccessible.Role.ProgressBar
    assert spoken.text(QAccessible.Text.Name) == "Indexing"
    value = spoken.valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 43, 100)


def test_a_bar_that_has_not_moved_yet_stands_at_nothing(themed: QApplication, qtbot: QtBot):
    bar = ProgressBar("Indexing", width=120)
    qtbot.addWidget(bar)
    assert QAccessible.queryAccessibleInterface(bar).valueInterface().currentValue() == 0
    assert (bar.width(), bar.height()) == (120, 6)


@pytest.mark.parametrize(("parts", "value"), [((300, 200), 500), ((), 0), ((900, 800), 1_000)])
def test_the_budget_is_a_bar_whose_value_is_the_tokens(
    themed: QApplication, qtbot: QtBot, parts: tuple[int, ...], value: int
):
    bar = BudgetBar()
    qtbot.addWidget(bar)
    bar.set_parts(parts, 1_000)
    spoken = QAccessible.queryAccessibleInterface(bar)
    assert spoken.role() == QAccessible.Role.ProgressBar
    assert (spoken.valueInterface().currentValue(), spoken.valueInterface().maximumValue()) == (value, 1_000)


def test_the_slider_says_both_weights_wherever_it_stands(window: MainWindow):
    """Hundredths of one weight leave open what the rest is."""
    slider = window.workbench.layout.tuning.slider
    spoken = QAccessible.queryAccessibleInterface(slider)
    assert spoken.role() == QAccessible.Role.Slider
    slider.set_weight(0.35)
    assert spoken.text(QAccessible.Text.Name) == "Weight of meaning"
    assert spoken.text(QAccessible.Text.Description) == "Meaning 35 %, words 65 %"
    assert spoken.valueInterface().currentValue() == 35
    slider.setValue(100)
    assert spoken.text(QAccessible.Text.Description) == "Meaning 100 %, words 0 %"
