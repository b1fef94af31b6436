"""Favourites and notes: written once, shown wherever the file is, kept for the next start."""

import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from search.types.files import Root
from search.types.filters import OWNER
from search.types.ids import RootId
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.controllers.marks_controller import MarksController
from ui.panels.results.model import ResultRole
from ui.popups.note_editor import NoteEditor
from ui.user_data.marks import Mark, MarkStore
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
LEASE = Mark("relay@main:file:worker/lease.py", "relay", "worker/lease.py", "/home/someone/relay")
BACKOFF = Mark("relay@main:file:queue/backoff.py", "relay", "queue/backoff.py", "/home/someone/relay")


@pytest.fixture
def store(tmp_path: Path) -> MarkStore:
    times = count(1)
    return MarkStore(tmp_path / "person" / "marks.json", lambda: float(next(times)))


def test_marks_are_kept_newest_first(store: MarkStore):
    store.set_favourite(LEASE, on=True)
    store.set_note(BACKOFF, " doubles with each retry \n")
    assert [(mark.path, mark.favourite, mark.note) for mark in store.load()] == [
        ("queue/backoff.py", False, "doubles with each retry"),
        ("worker/lease.py", True, ""),
    ]


def test_a_file_with_neither_note_nor_star_is_forgotten(store: MarkStore):
    store.set_favourite(LEASE, on=True)
    store.set_note(LEASE, "look here")
    assert store.set_favourite(LEASE, on=False)[0].note == "look here"
    assert store.set_note(LEASE, "") == ()


def test_two_windows_lose_no_mark(store: MarkStore, tmp_path: Path):
    other = MarkStore(tmp_path / "person" / "marks.json", lambda: 9.0)
    store.set_favourite(LEASE, on=True)
    other.set_note(BACKOFF, "mine too")
    assert len(store.load()) == 2


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"marks": 3}', '{"marks": [{"path": "x"}]}', '{"marks": [7]}']
)
def test_a_file_that_cannot_be_understood_is_set_aside(store: MarkStore, tmp_path: Path, content: str):
    file = tmp_path / "person" / "marks.json"
    file.parent.mkdir()
    file.write_text(content)
    assert store.load() == ()
    assert store.file.set_aside == file.with_name("marks.json.broken")
    assert file.with_name("marks.json.broken").read_text() == content


def test_a_change_that_cannot_be_written_is_said(tmp_path: Path):
    (tmp_path / "person").write_text("")
    store = MarkStore(tmp_path / "person" / "marks.json")
    assert store.set_favourite(LEASE, on=True)
    assert "cannot be written" in store.file.failure


RELAY = Root(RootId("1"), "/home/someone/relay", "relay", "main")
WORKER = Root(RootId("2"), "/home/someone/relay/worker", "worker", "next")


@pytest.mark.parametrize(
    ("roots", "file_id", "path", "root_path"),
    [
        ((RELAY,), "relay@main:file:worker/lease.py", "worker/lease.py", RELAY.path),
        ((replace(RELAY, branch="next"),), "relay@next:file:worker/lease.py", "worker/lease.py", RELAY.path),
        ((RELAY, WORKER), "worker@next:file:lease.py", "lease.py", WORKER.path),
        (
            (replace(RELAY, path="/srv/relay", branch="main"),),
            "relay@main:file:worker/lease.py",
            "worker/lease.py",
            "/srv/relay",
        ),
        (
            (replace(RELAY, branch="next"), replace(RELAY, id=RootId("3"), from_git="main")),
            "relay@main:file:worker/lease.py",
            "worker/lease.py",
            RELAY.path,
        ),
        ((), "relay@main:file:worker/lease.py", "worker/lease.py", RELAY.path),
    ],
    ids=["as before", "another branch", "a repository of its own", "moved", "branch in git", "forgotten"],
)
def test_a_mark_follows_its_file(
    store: MarkStore, roots: tuple[Root, ...], file_id: str, path: str, root_path: str
):
    store.set_note(LEASE, "look here")
    (mark,) = store.follow(roots)
    assert (mark.file_id, mark.path, mark.root_path, mark.note) == (file_id, path, root_path, "look here")
    assert store.load() == (mark,)


def test_marks_of_one_file_become_one_and_lose_neither_note_nor_star(store: MarkStore):
    store.set_favourite(LEASE, on=True)
    store.set_note(replace(LEASE, file_id="relay@next:file:worker/lease.py"), "look here")
    (mark,) = store.follow((replace(RELAY, branch="next"),))
    assert (mark.file_id, mark.favourite, mark.note) == ("relay@next:file:worker/lease.py", True, "look here")


def test_two_notes_on_one_file_are_both_kept(store: MarkStore):
    store.set_note(LEASE, "on main")
    store.set_note(replace(LEASE, file_id="relay@next:file:worker/lease.py"), "on next")
    (mark,) = store.follow((replace(RELAY, branch="next"),))
    assert mark.note == "on next\n\non main"
    assert store.load() == (mark,)


def test_a_note_on_a_result_of_the_branch_before_is_one_of_the_file_as_it_is_now(store: MarkStore):
    marks = MarksController(store)
    marks.load()
    marks.write_note(LEASE, "before")
    marks.follow((replace(RELAY, branch="next"),))
    marks.write_note(LEASE, "late")
    assert marks.note_of("relay@next:file:worker/lease.py") == "late\n\nbefore"
    assert marks.note_of(LEASE.file_id) == ""


def test_a_favourite_stays_one_when_another_branch_is_checked_out(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "renew lease")
    window.workbench.actions.action("favourite").trigger()
    (mark,) = window.workbench.context.marks._store.load()
    status = core.status(OWNER)
    roots = tuple(replace(each, root=replace(each.root, branch="next")) for each in status.roots)
    window.workbench.index.statusChanged.emit(replace(status, roots=roots))
    followed = mark.file_id.replace("@main:", "@next:")
    assert followed != mark.file_id
    assert window.workbench.context.marks.is_favourite(followed)


def badges_of_first(window: MainWindow) -> tuple[str, ...]:
    model = window.workbench.results.widget.model
    return model.data(model.index(0, 0), ResultRole.BADGES)


def test_a_favourite_is_shown_in_its_row_and_under_saved(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "renew lease")
    window.workbench.actions.action("favourite").trigger()
    assert "favourite" in badges_of_first(window)
    window.workbench.filters.widget.show_tab("saved")
    assert window.workbench.filters.widget.saved.model().rowCount() == 2
    window.workbench.actions.action("favourite").trigger()
    assert "favourite" not in badges_of_first(window)


def test_a_note_is_written_shown_above_the_preview_and_kept(window: MainWindow, qtbot: QtBot, tmp_path: Path):
    search(qtbot, window, "renew lease")
    window.workbench.actions.action("note").trigger()
    editor = open_popup(window.workbench.layout)
    assert isinstance(editor, NoteEditor)
    QTest.keyClicks(editor.text, "fencing token is missing")
    QTest.keyClick(editor.text, Qt.Key.Key_Return, CTRL)
    assert open_popup(window.workbench.layout) is None
    assert "note" in badges_of_first(window)
    assert window.workbench.preview.widget.note.isVisible()
    assert "fencing token is missing" in window.workbench.preview.widget.note.accessibleName()
    stored = json.loads((tmp_path / "person" / "marks.json").read_text())
    assert stored["marks"][0]["note"] == "fencing token is missing"


def test_a_marked_file_is_shown_from_the_list_without_a_search(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "renew lease")
    window.workbench.actions.action("favourite").trigger()
    window.workbench.query.run("")
    (mark,) = window.workbench.context.marks._store.load()
    with qtbot.waitSignal(window.workbench.preview.widget.textShown):
        window.workbench.filters.widget.markChosen.emit(mark.file_id)
    assert window.workbench.preview.widget.spot is not None
    assert window.workbench.preview.widget.spot.path == mark.path


def test_a_damaged_file_of_marks_is_told(window: MainWindow, tmp_path: Path):
    (tmp_path / "person").mkdir(exist_ok=True)
    (tmp_path / "person" / "marks.json").write_text("{")
    window.workbench.context.marks.load()
    assert window.workbench.banners.warning.isVisible()
    assert "marks.json.broken" in window.workbench.banners.warning.accessibleName()
