"""What is counted while dependencies are found: files first, where they are read again, then dependencies."""

import pytest

from indexer.linking import graph
from indexer.pipeline import graph_building, text_stage
from search.events import Progress
from search.types.status import Activity, Step
from tests.unit.indexer.pipeline.conftest import Bench

FILES = 40


@pytest.fixture
def bench_with_calls(bench: Bench) -> Bench:
    """Return a bench with files that call each other, and a clock that lets every report through."""
    for number in range(FILES):
        calls = "".join(f"def use_{each}():\n    return part_{number}()\n\n" for each in range(10))
        bench.write(f"part{number}.py", f"def part_{number}():\n    return {number}\n\n{calls}")
    bench.indexer._context.progress._clock = iter(range(1_000_000)).__next__
    return bench


def activities(bench: Bench) -> list[Activity]:
    return [each.activity for each in bench.events_of(Progress) if each.activity.step == Step.GRAPH]


def test_files_that_are_read_for_dependencies_are_counted(
    bench_with_calls: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(text_stage, "TEXT_FIRST_BYTES", 0)
    bench_with_calls.index(semantic=False)
    counted = [each.done for each in activities(bench_with_calls) if each.total == FILES]
    assert counted == sorted(counted)
    assert counted[-1] == FILES


def test_dependencies_are_counted_while_they_are_linked(bench_with_calls: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(graph, "EDGES_A_REPORT", 1)
    report = bench_with_calls.index(semantic=False)
    counted = [each.done for each in activities(bench_with_calls) if not each.total]
    assert counted == sorted(counted)
    assert counted[-1] >= report.edges > FILES


def test_dependencies_that_a_child_process_links_are_counted(
    bench_with_calls: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(graph_building, "CHILD_ABOVE_FILES", 1)
    monkeypatch.setattr(graph_building, "NEW_CHILD_ABOVE_FILES", 1)
    report = bench_with_calls.index(semantic=False)
    [*_, last] = [each.done for each in activities(bench_with_calls) if not each.total]
    assert last == report.edges // graph.EDGES_A_REPORT * graph.EDGES_A_REPORT > 0
