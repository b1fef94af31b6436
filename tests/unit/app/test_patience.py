"""A command that waits says what for."""

import threading
from pathlib import Path

import msgspec
import pytest

from app.cli import patience
from app.cli.main import main
from app.cli.patience import patient, patient_with, until_opened
from app.engine.lock import OWNER_FILE, WriterLock
from search.events import Progress
from search.types.results import Ready
from search.types.status import Activity
from tests.fakes.core import EchoCore


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SILENCE_S", 0.01)


class Remarks(list[str]):
    """Notes remarks, and when there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = threading.Event()

    def append(self, text: str, /) -> None:
        super().append(text)
        self.arrived.set()


def test_what_is_waited_for_is_said_when_nothing_is_reported() -> None:
    remarks = Remarks()
    with patient(lambda: "Waiting for the disk", write=remarks.append):
        assert remarks.arrived.wait(30)
    assert remarks[0] == "Waiting for the disk"


def test_the_process_that_has_the_index_is_named(tmp_path: Path) -> None:
    assert until_opened(tmp_path) == f"Waiting for the index {tmp_path} to open"
    owner = {"pid": 4711, "started": 1.0, "program": "0.1.0"}
    (tmp_path / OWNER_FILE).write_bytes(msgspec.json.encode(owner))
    assert until_opened(tmp_path) == f"Waiting for process 4711, which has the index {tmp_path}"


def test_a_core_that_stops_to_report_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    remarks = Remarks()
    monkeypatch.setattr(patience, "remark", remarks.append)
    core = EchoCore()
    with patient_with(core, ["/home/shop"], throughout=True):
        assert remarks.arrived.wait(30)
        assert remarks[0] == "Waiting for the files to begin with /home/shop"
        for hear in core._listeners:
            hear(Progress(Activity("words", 1, 2, folder="shop", folders=1), Ready()))
        while "nothing new" not in remarks[-1]:
            remarks.arrived.clear()
            assert remarks.arrived.wait(30)
    assert remarks[-1] == "shop: words 1 of 2 files; nothing new for 0 s"


def test_indexing_says_what_it_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.cli.open_core.WAIT_FOR_OTHER_S", 1.0)
    (tmp_path / "root").mkdir()
    index = tmp_path / "index"
    with WriterLock(index, program="0.1.0"):
        assert main(["index", str(tmp_path / "root"), "--index", str(index)]) == 1
    assert f"Waiting for the index {index} to open\n" in capsys.readouterr().err
