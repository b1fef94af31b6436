"""Which step is shown while roots are added, compared, and read in the background: never one that stands still."""

import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.pipeline import manifest_stage
from indexer.pipeline.history_stage import HistoryStage
from indexer.watching.coalescer import Changes
from search.events import Progress
from search.progress import progress_line
from search.types.files import Root
from search.types.status import Activity, Step
from tests.unit.indexer.pipeline.conftest import Bench


@pytest.fixture
def roots(bench: Bench, tmp_path: Path) -> list[Root]:
    bench.indexer._context.progress._clock = iter(range(1_000_000)).__next__  # lets every report through
    return [bench.storage.roots.add(_folder(tmp_path / name)) for name in ("first", "second")]


def _folder(folder: Path) -> Path:
    folder.mkdir()
    for number in range(5):
        (folder / f"{folder.name}{number}.py").write_text(f"def {folder.name}_{number}():\n    return {number}\n")
    return folder


def shown(bench: Bench) -> Iterator[Activity]:
    return (event.activity for event in bench.events_of(Progress))


def test_what_is_read_of_an_added_root_is_shown_although_vectors_of_another_are_not_done(
    bench: Bench, roots: list[Root]
):
    progress = bench.indexer._context.progress
    progress.expect(roots[:1])
    meaning = progress.begin(Step.MEANING, roots[0], 10, done=2)
    progress.expect(roots[1:])
    meaning.advance(1)  # the piece of work that was under way
    names = progress.begin(Step.NAMES, roots[1])
    names.advance(7)
    now = bench.indexer.activity
    assert (now.step, now.folder, now.done) == (Step.NAMES, "second", 7)
    progress.leave(names)
    meaning.advance(1)
    assert bench.indexer.activity.step == Step.NAMES
    progress.begin(Step.WORDS, roots[1], 7)
    assert bench.indexer.activity.step == Step.WORDS


def test_a_graph_that_is_still_built_is_shown_again_after_the_words_of_an_added_root(
    bench: Bench, roots: list[Root]
):
    progress = bench.indexer._context.progress
    progress.expect(roots[:1])
    graph = progress.begin(Step.GRAPH, roots[0])
    progress.expect(roots[1:])
    words = progress.begin(Step.WORDS, roots[1], 7)
    graph.advance(1)
    assert bench.indexer.activity.step == Step.WORDS
    progress.leave(words)
    graph.advance(1)
    assert (bench.indexer.activity.step, bench.indexer.activity.done) == (Step.GRAPH, 2)


def test_a_comparison_in_the_background_that_takes_long_is_shown(
    bench: Bench, roots: list[Root], monkeypatch: pytest.MonkeyPatch
):
    bench.indexer.index_roots(roots, semantic=False)
    bench.events.clear()
    monkeypatch.setattr(manifest_stage, "QUIET_SECONDS", 0.0)
    bench.indexer.apply(Changes(roots[0].id, whole=True))
    counted = [each.done for each in shown(bench) if each.step == Step.NAMES]
    assert counted[-1] == 5
    with bench.changed:
        assert bench.changed.wait_for(lambda: not [*shown(bench)][-1].step, 20)


def test_the_text_says_that_commits_are_read_where_vectors_wait_for_them(
    bench: Bench, roots: list[Root], monkeypatch: pytest.MonkeyPatch
):
    for root in roots:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        for command in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "Begin")):
            subprocess.run(["git", *identity, *command], cwd=root.path, check=True)
    lines: list[str] = []
    run = HistoryStage.run

    def noted_run(stage: HistoryStage, root: Root) -> bool:
        lines.append(str(progress_line(bench.indexer.activity)))
        return run(stage, root)

    monkeypatch.setattr(HistoryStage, "run", noted_run)
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots)
    assert lines[-2:] == ["first (1 of 2): commit history", "second (2 of 2): commit history"]


def test_vectors_of_files_that_an_answer_showed_are_counted(bench: Bench, roots: list[Root]):
    bench.indexer.index_roots(roots, semantic=False)
    preferred = [row.id for row in bench.storage.files.of_root(roots[1].id).values()][:3]
    bench.indexer.prefer(preferred)
    counted: list[tuple[str, int, int]] = []
    encode, ended = bench.encoder.encode, threading.Event()

    def noted_encode(texts: list[str]) -> object:
        now = bench.indexer.activity
        counted.append((now.folder, now.done, now.total))
        ended.set()
        return encode(texts)

    bench.encoder.encode = noted_encode
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots)
    assert ended.is_set()
    assert counted[0] == ("second", 0, 3)


def test_vectors_are_shown_while_a_graph_waits_for_its_turn(bench: Bench, roots: list[Root]):
    bench.indexer.index_roots(roots, semantic=False)
    scheduler, steps = bench.indexer._scheduler, list[str]()
    encode = bench.encoder.encode

    def noted_encode(texts: list[str]) -> object:
        steps.append(bench.indexer.activity.step)
        return encode(texts)

    bench.encoder.encode = noted_encode
    scheduler.embedding_stage.encoder = bench.encoder
    bench.indexer.prefer([row.id for row in bench.storage.files.of_root(roots[1].id).values()])
    rebuilt = scheduler._pending[roots[0].id]
    rebuilt.graph, rebuilt.graph_not_before = True, time.monotonic() + 600.0
    bench.indexer._context.progress.begin(Step.GRAPH, roots[0]).__exit__(None, None, None)
    assert bench.indexer.activity.step == Step.GRAPH
    scheduler.embed(roots[1])
    scheduler.wait_for(roots[1].id, embedding=True)
    assert set(steps) == {Step.RECENT}
