"""What is found, and what is said, after an update of the program that reads files in another way."""

import threading
from pathlib import Path

import pytest

from app import composition
from indexer.pipeline import graph_stage, indexer
from search.events import Event, Notice, Progress
from search.types.filters import OWNER
from search.types.graph import TreeRequest
from search.types.query import SearchQuery
from tests.unit.app.unwatched_core import opened

SAID = "Another version of Dowse read 2 files: they are found as it read them"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    folder.joinpath("lease.py").write_text("from clock import now\n\n\ndef renew():\n    return now()\n")
    folder.joinpath("clock.py").write_text("def now():\n    return 0\n")
    with opened(tmp_path / "index", compares=False) as core:
        core.index([str(folder)], semantic=False)
        assert core.status(OWNER).notices == core.search(SearchQuery("renew")).notes == ()
    return tmp_path / "index"


def test_without_an_engine_what_was_indexed_answers_and_says_of_what_version_it_is(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "CUT_VERSION", composition.CUT_VERSION + 1)
    for _ in range(2):
        with opened(index, compares=False) as core:
            result = core.search(SearchQuery("renew"))
            assert [(file.path, file.stale) for file in result.files] == [("lease.py", False)]
            assert [note for note in result.notes if SAID in str(note) and "dowse engine start" in str(note)]
            status = core.status(OWNER)
            assert SAID in str(status.notices[0])
            assert (status.ready.keyword, status.ready.graph) == (1.0, 1.0)
            assert len(core.tree(TreeRequest("renew"), OWNER).nodes) == 2
            why = core.why(str(index.parent / "shop" / "lease.py"), OWNER)
            assert "Another version of Dowse read it" in " ".join(why.lines)
    with index.parent.joinpath("shop", "lease.py").open("a") as file:
        file.write("# renewed since\n")
    with opened(index, compares=False) as core:
        assert core.search(SearchQuery("renew")).files[0].stale
        core.index([str(index.parent / "shop")], semantic=False)
        assert core.status(OWNER).notices == core.search(SearchQuery("renew")).notes == ()


def test_an_engine_reads_everything_anew_and_tells_who_comes_later(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "CUT_VERSION", composition.CUT_VERSION + 1)
    events, over = list[Event](), threading.Event()

    def hear(event: Event) -> None:
        events.append(event)
        if isinstance(event, Progress) and not core.status(OWNER).notices and not event.activity.step:
            over.set()

    with opened(index, follows=True, compares=False) as core:
        core.subscribe(hear)
        hear(Progress(core.status(OWNER).activity, core.status(OWNER).ready))
        assert over.wait(60)
        assert [str(event.message) for event in events if isinstance(event, Notice)] == [
            f"{SAID}, and are read again in the background."
        ]


def test_a_graph_of_another_version_answers_and_is_made_anew(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (indexer, graph_stage):
        monkeypatch.setattr(module, "GRAPH_VERSION", "next")
    built = list[object]()
    run = graph_stage.GraphStage.run
    monkeypatch.setattr(graph_stage.GraphStage, "run", lambda *parts: built.append(parts) or run(*parts))
    for rebuilt in (1, 1):
        with opened(index, compares=False) as core:
            assert core.status(OWNER).ready.graph == 1.0
            core.index([str(index.parent / "shop")], semantic=False)
            assert len(built) == rebuilt
