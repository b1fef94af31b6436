"""Random input on a real window and index, for four seconds or ten: nothing raises, Qt warns of nothing."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.cli.open_core import Opening, opened_core
from resources.locate import resource
from tests.examples import examples
from tests.ui.monkey import Report, Witness, ended_within, let_loose, run

SECONDS = examples(4, 10)


@pytest.mark.examples
@pytest.mark.timeout(400)
def test_random_input_does_no_harm(qtbot: QtBot, themed, tmp_path: Path):
    with opened_core(tmp_path / "index", Opening(make=True)) as core:
        core.index([str(resource("sample", "docs"))])
        _, faults, deeds = run(themed, core, tmp_path, seed=20, seconds=SECONDS)
    assert faults == []
    assert deeds > 0


def test_a_fault_is_witnessed():

    from PySide6.QtCore import qWarning

    witness = Witness()
    with witness.watching():
        qWarning("something is odd")
        sys.excepthook(ValueError, ValueError("no"), None)
    assert witness.faults[0] == "Qt: something is odd"
    assert witness.faults[1].endswith("ValueError: no\n")


class _Boxes:
    """Opens one message box after the other in its first deed, and does nothing in those that follow."""

    deeds = closed = 0

    def act(self) -> None:
        self.deeds += 1
        for _ in range(3 if self.deeds == 1 else 0):
            QMessageBox().exec()
            self.closed += 1


@pytest.mark.timeout(60)
def test_boxes_that_follow_one_another_do_not_keep_the_input_from_its_end(themed):
    boxes, faults = _Boxes(), []
    let_loose(boxes, 0.1, Report(), faults)
    assert (boxes.closed, faults) == (3, [])


def test_what_is_waited_for_is_stopped_when_the_time_is_over():
    assert ended_within([sys.executable, "-c", "pass"], 60)
    assert not ended_within([sys.executable, "-c", "import time; time.sleep(600)"], 0.2)
