"""When a graph is resolved again."""

import pytest

from indexer.pipeline import scheduler
from search.events import Notice

SOON_S = 60


def resolved_again(bench) -> bool:
    with bench.changed:
        return bench.changed.wait_for(lambda: len(bench.listener.graphs) > 1, SOON_S)


def test_after_a_checkout_the_graph_is_resolved_at_once(bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "GRAPH_SHARE", 1e-9)
    monkeypatch.setattr(scheduler, "GRAPH_WAIT_SECONDS", 1e9)
    bench.write("a.py", "import b\n")
    bench.index()
    for number in range(60):
        bench.write(f"part/{number}.py", "import a\n")
    bench.indexer.compare(bench.root())
    assert resolved_again(bench)


def test_after_a_saved_file_the_graph_waits_no_longer_than_a_minute(
    bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "GRAPH_SHARE", 1e-9)
    monkeypatch.setattr(scheduler, "GRAPH_WAIT_SECONDS", 0.01)
    file = bench.write("a.py", "import b\n")
    bench.index()
    file.write_text("import c\nimport d\n")
    bench.indexer.update_paths(bench.root().id, ["a.py"])
    assert resolved_again(bench)


def test_a_fault_in_the_graph_is_told_and_costs_neither_words_nor_meaning(
    bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr("indexer.pipeline.graph_building.build_graph", broken)
    bench.write("a.py", "def renew_lease():\n    pass\n")
    bench.indexer.use_encoder(bench.encoder)
    bench.index(semantic=True)
    assert [row.meaning for row in bench.rows().values()] == [True]
    (message,) = bench.events_of(Notice)
    assert "tree of shop could not be built" in str(message.message)
    assert "IndexError: tuple index out of range" in str(message.message)
