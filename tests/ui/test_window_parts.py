"""What the window's controllers decide, without a window."""

import os
import struct
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, QSize, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from search.errors import EngineError
from search.letters import matched_letters
from search.messages import Message
from search.types.query import RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.fakes.privileges import without_privileges
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import FILES
from ui.controllers.editors import CUSTOM, SYSTEM, command_for, problem_of, template_of
from ui.controllers.jobs import Jobs
from ui.controllers.opening import open_at
from ui.panels.results.suggestions import sentence_for, suggestions_for
from ui.popups.palette_items import PaletteItem, fitting
from ui.shell.brand import Brand
from ui.shell.git_folders import git_folders
from ui.shell.tuning_strip import TuningStrip
from ui.theme.sizes import set_scale_percent
from ui.user_data.window_state import WindowState, load_state, save_state
from ui.widgets.actions import ActionRegistry, Command
from ui.widgets.banner import Mark
from ui.widgets.buttons import IconButton
from ui.widgets.key_cap import keys_of
from ui.widgets.popup import Popup
from ui.window.screen_area import size_within


def suggested(text: str, ranking: RankSettings | None = None) -> dict[str, int]:
    core, query = WindowCore(FILES), SearchQuery(text, ranking=ranking or RankSettings())
    contents = core.search(SearchQuery(text, all_candidates=True))
    return {item.title: item.files for item in suggestions_for(query, contents, core.search)}


def test_a_suggestion_counts_what_it_finds():
    result = suggested("lease lang:cobol")
    core = WindowCore(FILES)
    assert result["Remove lang:cobol"] == core.search(SearchQuery("lease")).total_files


def test_the_name_that_was_probably_meant_is_suggested_first():
    contents = replace(
        WindowCore(FILES).search(SearchQuery("zzzz")),
        notes=(Message("search.unknown_branch", value="mian", near="main"),),
    )
    query = SearchQuery("lease branch:mian")
    first, *others = suggestions_for(query, contents, WindowCore(FILES).search)
    assert (first.title, first.text) == ("Search with branch:main", "lease branch:main")
    assert first.files > 0
    assert [item.title for item in others][:1] == ["Remove branch:mian"]


def test_a_suggestion_that_finds_nothing_is_not_made():
    assert suggested("zzzz lang:cobol") == {}


def test_a_lower_relevance_is_suggested_with_what_it_lets_through():
    result = suggested("lease", RankSettings(min_score=1.0))
    title = next(title for title in result if title.startswith("Lower the minimum confidence to"))
    low = float(title.rsplit(" ", 1)[1])
    scores = [
        file.confidence for file in WindowCore(FILES).search(SearchQuery("lease", all_candidates=True)).files
    ]
    assert result[title] == sum(low <= score < 1.0 for score in scores)


def test_a_suggestion_whose_search_fails_is_left_out():
    def fail(_query: SearchQuery) -> SearchResult:
        raise EngineError("gone")

    assert suggestions_for(SearchQuery("lease lang:cobol"), None, fail) == ()


def test_the_sentence_names_what_narrows_the_search():
    query = SearchQuery("lease path:docs", ranking=RankSettings(min_score=0.6))
    assert sentence_for(query) == "No file with path:docs reaches a confidence of 0.60."


def repository(folder: Path, entries: int) -> None:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "index").write_bytes(b"DIRC" + struct.pack(">II", 2, entries))


def test_git_folders_are_found_with_their_number_of_files(tmp_path: Path):
    repository(tmp_path / "src" / "relay", 1_204)
    repository(tmp_path / "src" / "team" / "docs", 12)
    repository(tmp_path / ".cache" / "hidden", 9)
    repository(tmp_path / "src" / "relay" / "inner", 5)
    (tmp_path / "broken" / ".git").mkdir(parents=True)
    results = [(folder.name, folder.files) for folder in git_folders(tmp_path)]
    assert results == [("relay", 1_204), ("docs", 12), ("broken", 0)]


def test_all_of_many_git_folders_are_found(tmp_path: Path):
    for number in range(30):
        repository(tmp_path / "src" / f"shop{number:02}", 30 - number)
    assert [folder.name for folder in git_folders(tmp_path)] == [f"shop{number:02}" for number in range(30)]


def test_folders_that_lead_in_a_circle_are_passed_over(tmp_path: Path):
    repository(tmp_path / "here", 3)
    (tmp_path / "loop").symlink_to(tmp_path)
    assert [folder.name for folder in git_folders(tmp_path)] == ["here"]
    assert git_folders(tmp_path / "missing") == ()


@pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")
def test_folders_that_cannot_be_read_are_passed_over(tmp_path: Path):
    repository(tmp_path / "here", 3)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    code = f"from ui.shell.git_folders import *; print([it.name for it in git_folders(Path({str(tmp_path)!r}))])"
    command = without_privileges(sys.executable, "-c", code)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("['here']", "")


@pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")
def test_a_result_in_a_folder_that_cannot_be_read_is_not_opened_and_the_reason_is_named(tmp_path: Path):
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "plan.py").write_text("plan = 1\n")
    closed.chmod(0)
    code = (
        "from ui.controllers.opening import FileOpener\n"
        "from ui.user_data.window_state import WindowState\n"
        "opener = FileOpener(WindowState(), lambda title, words, *_: print(title, words, sep='; '), None)\n"
        f"opener.open_path({str(closed / 'plan.py')!r}, 1)"
    )
    command = without_privileges(sys.executable, "-c", code)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    closed.chmod(0o700)
    reason = f"{closed / 'plan.py'} cannot be read: Permission denied."
    assert (done.stdout.strip(), done.stderr) == (f"The file cannot be opened; {reason}", "")


def test_state_comes_back_as_it_was(tmp_path: Path):
    file = tmp_path / "deep" / "window.json"
    state = WindowState(width=1200, theme="dark", weight=0.35, right_split=True, splitter=[200, 500, 500])
    save_state(state, file)
    assert load_state(file) == state


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"width": "wide", "weight": 7, "splitter": ["a"], "theme": 3}']
)
def test_a_damaged_state_file_gives_the_defaults(tmp_path: Path, text: str):
    file = tmp_path / "window.json"
    file.write_text(text)
    assert load_state(file) == WindowState()


def test_one_bad_value_does_not_cost_the_others(tmp_path: Path):
    file = tmp_path / "window.json"
    file.write_text('{"width": "wide", "theme": "dark", "maximized": 1, "unknown": {}}')
    assert load_state(file) == WindowState(theme="dark")


def test_a_state_that_cannot_be_written_does_no_harm(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    save_state(WindowState(), blocked / "window.json")
    assert blocked.read_text() == ""


def test_the_first_editor_that_is_installed_opens_the_line():
    installed = {"subl": "/usr/bin/subl", "kate": "/usr/bin/kate"}
    result = template_of("auto", which=installed.get)
    assert command_for(result, "/a b.py", 7, installed.get) == ["/usr/bin/subl", "/a b.py:7"]
    assert template_of("auto", which={}.get) == ""


def test_the_chosen_editor_comes_before_the_first_that_is_installed():
    installed = {"subl": "/usr/bin/subl", "kate": "/usr/bin/kate"}
    result = template_of("kate", which=installed.get)
    assert command_for(result, "/a.py", 7, installed.get) == ["/usr/bin/kate", "--line", "7", "/a.py"]
    assert template_of("vscode", which=installed.get) == ""


def test_vim_in_a_terminal_needs_vim():
    terminal = {"xterm": "/usr/bin/xterm"}
    assert template_of("vim", which=terminal.get) == ""
    assert template_of("vim", which={**terminal, "vim": "/usr/bin/vim"}.get) == "xterm -e vim +{line} {file}"


def test_a_command_of_ones_own_is_checked_and_used():
    installed = {"ed": "/bin/ed"}
    assert template_of(CUSTOM, "ed '{file}' +{line}") == "ed '{file}' +{line}"
    assert command_for("ed '{file}' +{line}", "/a b.py", 3, installed.get) == ["/bin/ed", "/a b.py", "+3"]
    assert "{file}" in problem_of("ed +{line}", installed.get)
    assert "ex is not installed" in problem_of("ex {file}", installed.get)
    assert problem_of("ed {file}", installed.get) == ""


@pytest.mark.parametrize("percent", [80, 100, 160])
def test_icons_and_the_name_grow_with_the_text(qtbot: QtBot, themed: QApplication, percent: int):
    set_scale_percent(percent)
    button, mark, brand = IconButton("x", "Close"), Mark("search", "text2", 18), Brand()
    for widget in (button, mark, brand):
        qtbot.addWidget(widget)
    assert button.width() == round(28 * percent / 100)
    assert mark.width() == round(18 * percent / 100)
    assert brand.width() == round(112 * percent / 100)


def test_a_popup_that_is_larger_than_its_window_fits_into_it(qtbot: QtBot, themed: QApplication):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    popup = Popup(window, "Large")
    popup.setFixedSize(1408, 992)
    popup.present(window)
    assert (popup.width(), popup.height()) == (568, 368)
    window.resize(1600, 1200)
    popup._move_to_middle()
    assert (popup.width(), popup.height()) == (1408, 992)


def test_a_file_that_is_gone_is_not_opened(tmp_path: Path):
    assert not open_at(str(tmp_path / "gone.py"), 1)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode")
def test_a_file_whose_name_is_no_valid_unicode_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text("tea")
    stored = str(tmp_path / "caf\\xe9.txt")
    commands: list[list[str]] = []
    addresses: list[QUrl] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_how: commands.append(command))
    monkeypatch.setattr(QDesktopServices, "openUrl", addresses.append)
    assert open_at(stored, 1, CUSTOM, "editor {file}")
    open_at(stored, 1, SYSTEM)
    assert Path(commands[0][1]).read_text() == "tea"
    assert addresses[0].toEncoded().data().endswith(b"/caf%E9.txt")


def test_matched_letters_prefer_one_piece():
    assert matched_letters("rank", "Rerank with cross-encoder") == (2, 3, 4, 5)
    assert matched_letters("rcr", "Rerank with cross-encoder") == (0, 12, 13)
    assert matched_letters("xyz", "Rerank") is None


@given(st.text(max_size=8), st.text(max_size=40))
def test_matched_letters_are_the_typed_ones(typed: str, text: str):
    positions = matched_letters(typed, text)
    if positions is not None and len(text.lower()) == len(text):
        contents = "".join(text.lower()[position] for position in positions)
        assert contents in {typed.lower().strip(), typed.lower().strip().replace(" ", "")}


def test_whole_matches_stand_before_scattered_ones():
    def item(text: str) -> PaletteItem:
        return PaletteItem(text, "", "search", lambda: None)

    result = fitting("set", [item("Show extra text"), item("Reset ranking"), item("Settings")], 5)
    assert [entry.text for entry in result] == ["Settings", "Reset ranking", "Show extra text"]


def test_a_taken_key_or_name_is_refused(qtbot: QtBot):
    from PySide6.QtWidgets import QWidget

    owner = QWidget()
    qtbot.addWidget(owner)
    actions = ActionRegistry(owner)
    actions.add(Command("one", "One", ("Ctrl+K",)), lambda: None)
    with pytest.raises(ValueError, match=r"Ctrl\+K"):
        actions.add(Command("two", "Two", ("Ctrl+K",)), lambda: None)
    with pytest.raises(ValueError, match="the name"):
        actions.add(Command("one", "Again"), lambda: None)


def test_key_caps_show_each_key():
    from PySide6.QtGui import QKeySequence

    assert keys_of(QKeySequence("Ctrl+Shift+P")) == ["Ctrl", "Shift", "P"]
    assert keys_of(QKeySequence("F6")) == ["F6"]


def test_answers_arrive_in_the_thread_that_asked(qtbot: QtBot):
    jobs, seen = Jobs(2), []
    jobs.run(threading.get_ident, lambda worker: seen.append((worker, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(seen))
    worker, receiver = seen[0]
    assert receiver == threading.get_ident() != worker
    jobs.shutdown()


def test_errors_arrive_as_errors_and_nothing_after_the_end(qtbot: QtBot):
    jobs, failed, done = Jobs(1), [], []

    def fail() -> None:
        raise EngineError("gone")

    jobs.run(fail, done.append, failed.append)
    qtbot.waitUntil(lambda: bool(failed))
    assert str(failed[0]) == "gone"
    jobs.run(os.getpid, done.append)
    jobs.shutdown()
    qtbot.wait(1)
    assert done == []


def test_calls_are_under_way_until_their_answers_are_delivered(qtbot: QtBot):
    jobs, done = Jobs(1), []
    jobs.run(os.getpid, done.append)
    assert jobs._pool.waitForDone()
    assert not jobs.idle
    qtbot.waitUntil(lambda: jobs.idle)
    assert done == [os.getpid()]


def test_a_call_that_does_not_end_holds_up_no_window_that_goes(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ui.controllers.jobs.CLOSE_WAIT_MS", 20)
    window, over, done, removed = QObject(), threading.Event(), [], []
    jobs = Jobs(1, window)
    jobs.run(lambda: over.wait(10), done.append)
    jobs.shutdown()
    window.destroyed.connect(lambda: removed.append(True))
    window.deleteLater()
    qtbot.waitUntil(lambda: bool(removed))
    assert not jobs.idle
    over.set()
    qtbot.waitUntil(lambda: jobs.idle)
    qtbot.wait(1)
    assert done == []
    jobs.deleteLater()


def test_what_a_call_holds_is_let_go_of_in_the_thread_that_asked(qtbot: QtBot):
    class Held:
        def __del__(self) -> None:
            ended.append(threading.get_ident())

    ended: list[int] = []
    jobs, contents = Jobs(1), Held()
    jobs.run(lambda of=contents: id(of) > 0, lambda _true: None)
    del contents
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [threading.get_ident()]
    jobs.shutdown()


def test_what_is_set_is_said_where_it_has_room_and_called_advanced_where_it_has_not(
    themed: QApplication, qtbot: QtBot
):
    strip = TuningStrip()
    qtbot.addWidget(strip)
    strip.fit(1440, 1440)
    strip.set_advanced("Weighted sum", changed=False)
    assert strip.advanced.word == "Weighted sum"
    strip.set_advanced("Gewichtete Summe \N{MIDDLE DOT} Aufmerksamkeit \N{MIDDLE DOT} Nachgeordnet", changed=False)
    assert strip.advanced.word == "Advanced"
    assert strip.row.minimumSize().width() <= 1440


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((1440, 900), (1432, 856)),
        ((1280, 1024), (1272, 900)),
        ((2560, 1440), (1440, 900)),
        ((1024, 600), (1016, 556)),
        ((800, 600), (1440, 900)),
    ],
)
def test_the_first_window_fits_on_its_screen_with_its_title_bar(screen: tuple[int, int], size: tuple[int, int]):
    assert size_within(QSize(1440, 900), QSize(*screen)) == QSize(*size)
