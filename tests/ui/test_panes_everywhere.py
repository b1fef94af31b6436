"""What holds for every pane: names for screen readers, room at every text scale, both themes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from search.types.status import FileText
from tests.ui.pane_samples import CODE, answer, lease_tree, mark_words, some_evidence, some_files
from ui.code.pool import LexPool
from ui.controllers.spot import Spot
from ui.panels.context.pane import ContextPane
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.filters.pane import FiltersPane
from ui.panels.preview.pane import PreviewPane
from ui.panels.results.pane import ResultsPane
from ui.panels.saved.store import SearchStore
from ui.theme.fonts import forget_fonts
from ui.theme.palette import apply
from ui.theme.sizes import set_scale_percent
from ui.theme.tokens import DARK

NAMES = ("results", "preview", "dependencies", "context", "filters")


@pytest.fixture
def pool():
    pool = LexPool()
    yield pool
    pool.shutdown()


@pytest.fixture
def panes(themed, qtbot, pool, tmp_path):
    made = {
        "results": ResultsPane(mark_words, pool),
        "preview": PreviewPane(mark_words, pool),
        "dependencies": DependenciesPane(),
        "context": ContextPane(lambda text: len(text.split())),
        "filters": FiltersPane(SearchStore(tmp_path / "searches.json")),
    }
    result = answer(some_files(8))
    made["results"].show_result(result)
    text = FileText("f", "a/lease.py", "/r", "python", "utf-8", CODE, 21, "disk", len(CODE))
    made["preview"].show_text(text, Spot("f", "relay", "a/lease.py", line=9, chunks=((9, 15),)), result.terms)
    made["dependencies"].set_target("lease.py", "lease.py")
    made["dependencies"].show_tree(lease_tree())
    made["context"].set_answer(some_evidence(result.query))
    made["filters"].set_facets(result.facets)
    made["filters"].set_query("renew lang:language1")
    for name, pane in made.items():
        qtbot.addWidget(pane)
        pane.resize(240 if name == "filters" else 600, 640)
        pane.show()
    return made


@pytest.mark.parametrize("name", NAMES)
def test_every_widget_that_takes_the_focus_has_a_name(panes, name):
    nameless = [
        widget.metaObject().className()
        for widget in panes[name].findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]
    assert nameless == []


@pytest.mark.parametrize("percent", [80, 160])
@pytest.mark.parametrize("name", NAMES)
def test_a_pane_keeps_its_parts_apart_at_every_text_scale(panes, name, percent, qtbot):
    set_scale_percent(percent)
    forget_fonts()
    apply(dark=False)
    pane = panes[name]
    pane.resize(int(pane.width() * max(1.0, percent / 100)), 800)
    qtbot.waitUntil(lambda: _taller_than_their_bar(pane) == [])  # bars are laid out once they are polished


def _taller_than_their_bar(pane):
    bars = pane.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [
        child
        for bar in filter(QWidget.isVisible, bars)
        if not isinstance(bar, QAbstractScrollArea)
        for child in bar.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if child.isVisibleTo(bar) and child.height() > bar.height()
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_light_ground_is_left_in_the_dark_theme(panes, name, qtbot):
    apply(dark=True)
    grounds = {QColor(DARK[token]).name() for token in ("surface", "window", "sunken", "border", "sel", "accent")}
    qtbot.waitUntil(lambda: _corners(panes[name]) <= grounds)


def _corners(pane):
    picture = pane.grab().toImage()
    corners = [(2, 2), (picture.width() - 3, 2), (2, picture.height() - 3)]
    return {picture.pixelColor(x, y).name() for x, y in corners}
