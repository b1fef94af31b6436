"""Every root gets names, words and graph before any vectors; what is said of it never goes backwards."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.pipeline import embedding_stage
from indexer.pipeline.history_stage import HistoryStage
from indexer.pipeline.manifest_stage import ManifestStage
from search.errors import IndexWriteError
from search.events import Progress
from search.types.files import FileState, Root
from search.types.status import Step
from tests.unit.indexer.pipeline.conftest import Bench

FOLDERS = ("alpha", "beta", "gamma", "delta")
ORDER = list(Step)
WAIT_S = 20.0


def roots_of(bench: Bench, tmp_path: Path, files: int = 3) -> list[Root]:
    roots = []
    for name in FOLDERS:
        folder = tmp_path / name
        folder.mkdir()
        for number in range(files):
            folder.joinpath(f"{name}{number}.py").write_text(f"def {name}_{number}():\n    return {number}\n")
        roots.append(bench.storage.roots.add(folder))
    return roots


def activities(bench: Bench):
    return [event.activity for event in bench.events_of(Progress) if event.activity.step]


def test_each_step_is_done_for_all_roots_before_the_next_begins(bench: Bench, tmp_path: Path):
    bench.indexer.use_encoder(bench.encoder)
    report = bench.indexer.index_roots(roots_of(bench, tmp_path))
    assert (report.files, report.changed) == (12, 12)
    steps = [(activity.step, activity.folder) for activity in activities(bench)]
    in_order = [(step, name) for step in (Step.NAMES, Step.WORDS, Step.GRAPH, Step.RECENT) for name in FOLDERS]
    assert list(dict.fromkeys(steps)) == in_order
    assert bench.indexer.ready().semantic == 1.0


def test_the_line_never_goes_backwards(bench: Bench, tmp_path: Path):
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots_of(bench, tmp_path, files=8))
    shown = [(ORDER.index(each.step), each.position) for each in activities(bench)]
    assert shown == sorted(shown)
    assert {each.folders for each in activities(bench)} == {4}


def test_all_roots_are_counted_when_the_model_comes_after_the_graphs(bench: Bench, tmp_path: Path):
    bench.indexer.meaning_expected = True
    roots = roots_of(bench, tmp_path)
    bench.indexer.index_roots(roots, semantic=False)
    idle = bench.indexer.activity
    assert (idle.step, idle.waiting, idle.preparing) == ("", 12, True)
    bench.events.clear()
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots)
    shown = [each for each in activities(bench) if each.step == Step.RECENT]
    assert {each.folder for each in shown} == set(FOLDERS)
    assert {(each.folders, each.preparing) for each in shown} == {(4, False)}


def test_a_root_that_is_added_while_vectors_are_filled_gets_words_at_once(bench: Bench, tmp_path: Path):
    roots = roots_of(bench, tmp_path)
    encoding, go_on = threading.Event(), threading.Event()
    encode = bench.encoder.encode

    def slowly(texts):
        encoding.set()
        assert go_on.wait(WAIT_S)
        return encode(texts)

    bench.encoder.encode = slowly
    bench.indexer.use_encoder(bench.encoder)
    first = threading.Thread(target=bench.indexer.index_roots, args=(roots[:3],))
    first.start()
    assert encoding.wait(WAIT_S)
    later = threading.Thread(target=bench.indexer.index_roots, args=(roots[3:],))
    later.start()
    with bench.changed:
        assert bench.changed.wait_for(
            lambda: any(each.step == Step.WORDS and each.folder == "delta" for each in activities(bench)), WAIT_S
        )
    go_on.set()
    first.join(WAIT_S)
    later.join(WAIT_S)
    assert all(row.meaning for root in roots for row in bench.storage.files.of_root(root.id).values())


def test_the_vectors_of_a_saved_file_come_before_those_of_older_files(bench: Bench, tmp_path: Path):
    root = roots_of(bench, tmp_path)[0]
    bench.indexer.index_roots([root], semantic=False)
    Path(root.path, "alpha1.py").write_text("def saved_just_now():\n    return 1\n")
    bench.indexer.update_paths(root.id, ["alpha1.py"])
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots([root])
    assert "saved_just_now" in "".join(bench.encoder.texts[:2])


def test_the_vectors_of_own_files_come_before_those_of_vendored_ones(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(embedding_stage, "WINDOW_CHUNKS", 1)
    own = bench.write("own.py", "def own_code():\n    return 1\n")
    bench.write("vendor/library.py", "def borrowed_code():\n    return 1\n")
    os.utime(own, (1, 1))
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    borrowed = ["borrowed_code" in text for text in bench.encoder.texts]
    assert any(borrowed)
    assert borrowed == sorted(borrowed)


def test_what_is_wrong_with_one_root_does_not_stop_the_others(bench: Bench, tmp_path: Path):
    roots = roots_of(bench, tmp_path)
    unknown = replace(roots[1], id="0" * 64)
    report = bench.indexer.index_roots([roots[0], unknown, *roots[2:]])
    assert report.files == 9


@pytest.mark.parametrize("step", ["names", "words"])
def test_a_root_can_be_forgotten_while_another_one_is_read(bench: Bench, tmp_path: Path, step: str):
    roots = roots_of(bench, tmp_path)
    forgot = []

    def forget(event: object) -> None:
        now = event.activity if isinstance(event, Progress) else None
        if now is not None and now.step == step and now.folder == "beta" and not forgot:
            forgot.append(threading.Thread(target=bench.indexer.forget, args=(roots[3],)))
            forgot[0].start()

    emit = bench.emit
    bench.emit = emit
    bench.indexer._context.progress._emit = lambda event: (forget(event), emit(event))
    bench.indexer.index_roots(roots)
    forgot[0].join(WAIT_S)
    assert {root.repository for root in bench.storage.roots.all()} == set(FOLDERS[:3])
    assert not bench.storage.files.of_root(roots[3].id)
    rows = [row for root in roots[:3] for row in bench.storage.files.of_root(root.id).values()]
    assert {row.state for row in rows} == {FileState.INDEXED}


def test_the_vectors_of_files_that_an_answer_showed_come_first(bench: Bench, tmp_path: Path):
    roots = roots_of(bench, tmp_path)
    bench.indexer.index_roots(roots, semantic=False)
    shown = bench.storage.files.of_root(roots[2].id)["gamma1.py"]
    bench.indexer.prefer([shown.id])
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots)
    assert "gamma_1" in "".join(bench.encoder.texts[:2])


def test_a_shown_file_of_many_chunks_does_not_come_before_the_others(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(embedding_stage, "WINDOW_CHUNKS", 2)
    large = bench.write("large.py", "".join(f"def large_{n}():\n    return {n}\n\n\n" * 20 for n in range(40)))
    bench.write("small.py", "def small():\n    return 1\n")
    os.utime(large, (1, 1))
    bench.indexer.index_roots([bench.root()], semantic=False)
    files = bench.storage.files.of_root(bench.root().id)
    assert files["large.py"].chunk_count > 2
    bench.indexer.prefer([files["large.py"].id])
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    assert "def small" in "".join(bench.encoder.texts[:2])


def test_an_encoder_that_is_loaded_while_a_graph_is_built_does_not_have_it_built_again(
    bench: Bench, tmp_path: Path
):
    roots = roots_of(bench, tmp_path)
    loading: list[threading.Thread] = []

    def load(event: object) -> None:
        now = event.activity if isinstance(event, Progress) else None
        if now is not None and now.step == Step.GRAPH and now.folder == "beta" and not loading:
            loading.append(threading.Thread(target=bench.indexer.use_encoder, args=(bench.encoder,)))
            loading[0].start()
            loading[0].join(WAIT_S)

    emit = bench.emit
    bench.indexer._context.progress._emit = lambda event: (load(event), emit(event))
    bench.indexer.index_roots(roots)
    assert len(bench.listener.graphs) == len(roots)
    assert bench.indexer.ready().semantic == 1.0


@pytest.mark.parametrize(("with_model", "step"), [(True, Step.MEANING), (False, "")])
def test_a_step_that_is_over_is_not_shown_while_a_history_is_read(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, with_model: bool, step: str
):
    bench.write("lease.py", "def renew():\n    return 1\n")
    bench.indexer.index_roots([bench.root()], semantic=False)
    shown = []
    monkeypatch.setattr(HistoryStage, "run", lambda *_: shown.append(bench.indexer.activity.step))
    if with_model:
        bench.indexer.use_encoder(bench.encoder)
    bench.write("lease.py", "def renew():\n    return 2\n")
    bench.index()
    assert shown[-1] == step


def test_a_folder_that_cannot_be_listed_leaves_no_step_behind(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> None:
        raise IndexWriteError("index.write_failed")

    monkeypatch.setattr(ManifestStage, "compare", refuse)
    with pytest.raises(IndexWriteError):
        bench.index()
    assert not bench.indexer.activity.step


def test_a_paused_index_with_nothing_to_read_does_not_look_for_files(bench: Bench):
    bench.write("lease.py", "def renew():\n    return 1\n")
    bench.index()
    bench.indexer.pause(paused=True)
    bench.events.clear()
    thread = threading.Thread(target=bench.index, daemon=True)
    thread.start()
    try:
        with bench.changed:
            assert bench.changed.wait_for(
                lambda: [each.activity.step for each in bench.events_of(Progress)][-2:] == [Step.NAMES, ""], WAIT_S
            )
        assert bench.indexer.activity.paused
    finally:
        bench.indexer.pause(paused=False)
        thread.join(WAIT_S)


def test_a_root_that_is_removed_meanwhile_is_counted_no_more(bench: Bench, tmp_path: Path):
    roots = roots_of(bench, tmp_path)
    progress = bench.indexer._context.progress
    progress.expect(roots)
    progress.begin(Step.WORDS, roots[0], 3)
    bench.indexer.forget(roots[1])
    assert bench.indexer.activity.folders == len(roots) - 1
    assert activities(bench)[-1].folders == len(roots) - 1


def test_the_share_that_is_done_grows_over_all_steps_and_roots(bench: Bench, tmp_path: Path):
    bench.indexer._context.progress._clock = iter(range(1_000_000)).__next__  # lets every report through
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots_of(bench, tmp_path, files=8))
    shown = [(each.step, each.share) for each in activities(bench)]
    shares = [share for _step, share in shown]
    assert shares == sorted(shares)
    first = dict(reversed(shown))
    assert first[Step.NAMES] == 0.0
    assert first[Step.NAMES] < first[Step.WORDS] < first[Step.GRAPH] < first[Step.RECENT] < shares[-1] <= 1.0
    assert bench.indexer.activity.share == 0.0


def test_without_vectors_words_and_dependencies_fill_the_whole_bar(bench: Bench, tmp_path: Path):
    bench.indexer._context.progress._clock = iter(range(1_000_000)).__next__
    bench.indexer.index_roots(roots_of(bench, tmp_path, files=8), semantic=False)
    assert max(each.share for each in activities(bench)) > 0.7


def test_a_new_folder_begins_the_share_anew_and_a_saved_file_does_not(bench: Bench, tmp_path: Path):
    roots = roots_of(bench, tmp_path)
    bench.indexer.use_encoder(bench.encoder)
    bench.indexer.index_roots(roots[:2])
    progress = bench.indexer._context.progress
    progress.expect(roots[:1])
    progress.begin(Step.GRAPH, roots[0])
    before = bench.indexer.activity.share
    progress.expect(roots[1:2])
    assert bench.indexer.activity.share == before > 0.0
    progress.expect(roots[2:])
    progress.begin(Step.NAMES, roots[2])
    assert bench.indexer.activity.share < before


def test_the_graph_of_an_added_root_comes_before_vectors_of_shown_files(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """An answer can show two hundred files, whose vectors take minutes."""
    monkeypatch.setattr(embedding_stage, "ENCODE_AT_ONCE", 1)
    roots = roots_of(bench, tmp_path)
    bench.indexer.index_roots(roots[:1], semantic=False)
    shown = [row.id for row in bench.storage.files.of_root(roots[0].id).values()]
    encoding, go_on, graphs = threading.Event(), threading.Event(), []
    encode = bench.encoder.encode

    def slowly(texts):
        encoding.set()
        assert go_on.wait(WAIT_S)
        graphs.append(len(bench.listener.graphs))
        return encode(texts)

    bench.encoder.encode = slowly
    bench.indexer.prefer(shown)
    bench.indexer.use_encoder(bench.encoder)
    first = threading.Thread(target=bench.indexer.index_roots, args=(roots[:1],))
    first.start()
    assert encoding.wait(WAIT_S)
    later = threading.Thread(target=bench.indexer.index_roots, args=(roots[1:2],))
    later.start()
    with bench.changed:
        assert bench.changed.wait_for(
            lambda: any(each.step == Step.WORDS and each.folder == "beta" for each in activities(bench)), WAIT_S
        )
    beta = roots[1].id
    assert wait_until_true(lambda: bench.indexer._scheduler._pending.get(beta) is not None)
    go_on.set()
    first.join(WAIT_S)
    later.join(WAIT_S)
    assert graphs[0] == 1
    assert graphs[1:] == [2] * len(graphs[1:])
    assert all(row.meaning for root in roots[:2] for row in bench.storage.files.of_root(root.id).values())


def wait_until_true(is_true: Callable[[], object]) -> bool:
    """Wait, at most `WAIT_S` seconds, until something that announces nothing is true."""
    end = time.monotonic() + WAIT_S
    while not is_true() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(is_true())
