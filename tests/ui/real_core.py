"""A window on a real index of a few files, with their graph."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from pytestqt.qtbot import QtBot

from app.cli.open_core import Opening, opened_core
from search.ports import SearchCore
from ui.window.main_window import MainWindow


@contextmanager
def core_of(factory: pytest.TempPathFactory, files: Mapping[str, str]) -> Iterator[SearchCore]:
    """Give a core on an index of these files, by name and text."""
    folder = factory.mktemp("relay")
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    with opened_core(factory.mktemp("state") / "index", Opening(make=True)) as opened:
        opened.index([str(folder)])
        yield opened


def attached(window: MainWindow, core: SearchCore, qtbot: QtBot) -> MainWindow:
    """Return a window without a core with this one, once it shows its state."""
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.attach(core)
    return window
