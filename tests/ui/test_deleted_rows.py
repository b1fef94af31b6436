"""A row is marked as deleted only as long as its file is gone from the disk."""

from pytestqt.qtbot import QtBot

from search.events import FilesChanged
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.panels.results.model import ResultRole
from ui.window.main_window import MainWindow

PATH, NAME = "queue/backoff.py", "relay/queue/backoff.py"


def marked(window: MainWindow) -> set[str]:
    """Return the paths whose rows say that the file was deleted."""
    model = window.workbench.results.widget.model
    rows = [model.index(number, 0) for number in range(model.rowCount())]
    files = [(model.row_at(row), model.data(row, ResultRole.BADGES)) for row in rows]
    return {row.file.path for row, badges in files if row is not None and badges and "deleted" in badges}


def test_a_file_that_is_restored_before_the_list_is_renewed_is_not_marked_any_more(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "backoff")
    core.tell(FilesChanged((), (PATH,)))
    qtbot.waitUntil(lambda: marked(window) == {PATH})
    core.tell(FilesChanged((PATH,)))
    qtbot.waitUntil(lambda: not marked(window))
    assert len(core.queries) == 1


def test_a_file_that_is_restored_after_the_list_was_renewed_is_not_marked(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "backoff")
    text = core.files.pop(NAME)
    with qtbot.waitSignal(window.workbench.search.answered):
        core.tell(FilesChanged((), (PATH,)))
    assert PATH not in {file.path for file in window.workbench.results.widget.model.files}
    core.files[NAME] = text
    with qtbot.waitSignal(window.workbench.search.answered):
        core.tell(FilesChanged((PATH,)))
    assert PATH in {file.path for file in window.workbench.results.widget.model.files}
    assert marked(window) == set()


def test_a_file_of_the_same_path_in_another_folder_is_not_marked(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.files[f"gateway/{PATH}"] = "def gateway_backoff():\n    return 7\n"
    search(qtbot, window, "backoff")
    results = window.workbench.results.widget
    assert {file.repository for file in results.model.files if file.path == PATH} == {"relay", "gateway"}
    core.tell(FilesChanged((), (PATH,), root="gateway"))
    qtbot.waitUntil(lambda: marked(window) == {PATH})
    assert {file_id.partition("@")[0] for file_id in results.model.deleted} == {"gateway"}
    core.tell(FilesChanged((PATH,), root="relay"))
    core.tell(FilesChanged((), ("queue/other.py",), root="gateway"))
    assert marked(window) == {PATH}
    core.tell(FilesChanged((PATH,), root="gateway"))
    qtbot.waitUntil(lambda: not marked(window))


def test_an_answer_marks_no_file_that_has_the_path_of_a_deleted_one(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.files["gateway/queue/backoff.py"] = core.files[NAME]
    search(qtbot, window, "backoff")
    del core.files[NAME]
    with qtbot.waitSignal(window.workbench.search.answered):
        core.tell(FilesChanged((), (PATH,)))
    assert PATH in {file.path for file in window.workbench.results.widget.model.files}
    assert marked(window) == set()


def test_the_list_of_a_renamed_file_is_renewed_when_it_is_there_under_its_new_name(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "backoff lang:python")
    text = core.files.pop(NAME)
    with qtbot.assertNotEmitted(window.workbench.search.answered, wait=1_500):
        core.tell(FilesChanged((), (PATH,)))
    core.files["relay/queue/delays.py"] = text
    with qtbot.waitSignal(window.workbench.search.answered):
        core.tell(FilesChanged(("queue/delays.py",)))
    assert "queue/delays.py" in {file.path for file in window.workbench.results.widget.model.files}
