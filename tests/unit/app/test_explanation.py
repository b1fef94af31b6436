"""``--explain`` says in sentences what every signal added."""

import pytest

from app.cli.explanation import explained
from search.ranking.constants import FROM_COMMITS
from search.ranking.signals.rules import SIGNALS
from search.ranking.signals.wordings import RELATIONS, USES_NAMED
from search.types.query import RankSettings
from search.types.results import Parts, Signal, Why
from tests.ui.pane_samples import file_hit


def line_of(signal: Signal) -> str:
    parts = Parts(history=0.25) if signal.name in FROM_COMMITS else Parts(structure=0.25)
    file = file_hit(1, "shop/worker.py", why=Why(signals=(signal,)), parts=parts)
    return next(line for line in explained(file, RankSettings()) if line.startswith("+0.250"))


@pytest.mark.parametrize("name", [wording.name for wording in (*SIGNALS, *RELATIONS)])
def test_no_signal_is_told_by_its_identifier(name: str) -> None:
    assert name not in line_of(Signal(name, 0.5, 0.25, "Thing"))


def test_uses_of_what_is_to_change_are_told_one_after_another() -> None:
    signal = Signal(USES_NAMED, 0.5, 0.25, "calls A.b, line 4, and 2 more")
    assert line_of(signal) == "+0.250  uses what is to change: calls A.b, line 4, and 2 more"


@pytest.mark.parametrize(("count", "message"), [("1", "1 file"), ("1024", "1024 files")])
def test_one_file_that_refers_to_it_is_one_file(count: str, message: str) -> None:
    assert line_of(Signal("referred_to", 0.5, 0.25, count)) == f"+0.250  referred to by {message}"
