"""After a loss of power the tables are those of the last checkpoint, whatever became of what was written since."""

import errno
import json
import random
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.composition import hosted_core
from search.storage import checkpoint, maintenance
from search.storage.checkpoint import read_checkpoint, restore_checkpoint
from search.storage.layout import Layout
from search.storage.storage import Storage
from search.types.filters import OWNER
from search.types.query import SearchQuery
from tests.examples import examples
from tests.faults.contents import rows_of

LOSSES = ("whole", "cut", "zeroed", "empty", "gone")


def start_machine_again(folder: Path) -> None:
    file = Layout(folder).checkpoint
    content = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**content, "boot": "an earlier one"}), "utf-8")


def lose_power(folder: Path, synced: set[Path], source: random.Random) -> None:
    """Damage every file of the tables that no checkpoint covers, and start the machine again."""
    for file in sorted(set(folder.rglob("lance/**/*")) - synced):
        if file.is_file():
            how, content = source.choice(LOSSES), file.read_bytes()
            if how == "gone":
                file.unlink()
            elif how != "whole":
                saved = 0 if how == "empty" else source.randrange(len(content) + 1)
                file.write_bytes(content[:saved] + b"\0" * (len(content) - saved if how == "zeroed" else 0))
    start_machine_again(folder)


@pytest.mark.parametrize(("later_s", "undone"), [(0.9, False), (-3.0, False), (60.0, True)])
def test_where_the_start_of_the_machine_is_known_by_its_time_a_corrected_clock_undoes_nothing(
    tmp_path, make_file, monkeypatch, later_s, undone
):
    monkeypatch.setattr(checkpoint, "_BOOT", tmp_path / "none")
    monkeypatch.setattr(psutil, "boot_time", lambda: 1_700_000_000.5)
    storage = Storage(tmp_path)
    storage.files.upsert([make_file("a.py")])
    storage.database.checkpoint()
    storage.files.upsert([make_file("b.py")])
    monkeypatch.setattr(psutil, "boot_time", lambda: 1_700_000_000.5 + later_s)
    assert restore_checkpoint(Layout(tmp_path)) is undone
    assert Storage(tmp_path).files.count() == (1 if undone else 2)


def test_what_followed_the_last_checkpoint_is_undone(tmp_path, make_file, make_chunk):
    storage = Storage(tmp_path)
    storage.files.upsert([make_file("a.py")])
    storage.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py")], {})
    storage.database.checkpoint()
    before, synced = rows_of(storage), set(tmp_path.rglob("lance/**/*"))
    storage.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py", 1)], {})
    storage.files.upsert([make_file("b.py")])
    tmp_path.joinpath("keyword").mkdir()
    lose_power(tmp_path, synced, random.Random(1))
    assert restore_checkpoint(Layout(tmp_path))
    assert not tmp_path.joinpath("keyword").exists(), "postings of commits that are gone"
    with_rows = Storage(tmp_path)
    assert rows_of(with_rows) == before
    with_rows.files.upsert([make_file("b.py")])
    with_rows.close()
    assert not restore_checkpoint(Layout(tmp_path))


def test_after_a_process_was_killed_nothing_is_undone(tmp_path, make_file):
    storage = Storage(tmp_path)
    storage.database.checkpoint()
    storage.files.upsert([make_file("a.py")])
    assert not restore_checkpoint(Layout(tmp_path))
    assert Storage(tmp_path).files.count() == 1


def test_after_an_orderly_end_nothing_is_undone(tmp_path, make_file):
    storage = Storage(tmp_path)
    storage.files.upsert([make_file("a.py")])
    storage.close()
    start_machine_again(tmp_path)
    assert not restore_checkpoint(Layout(tmp_path))
    assert Storage(tmp_path).files.count() == 1


def test_no_checkpoint_follows_the_end_of_an_index_whose_last_one_failed(tmp_path, make_file, monkeypatch):
    monkeypatch.setattr(checkpoint, "INTERVAL_S", 0.2)
    storage = Storage(tmp_path)
    storage.files.upsert([make_file("a.py")])
    before = versions_of(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "sync", failing)
        storage.close()
    time.sleep(0.5)
    assert versions_of(tmp_path) == before


def failing(path: Path) -> None:
    raise OSError(errno.EIO, "no disk", str(path))


def test_a_checkpoint_follows_a_commit_though_no_other_comes(tmp_path, make_file, monkeypatch):
    monkeypatch.setattr(checkpoint, "INTERVAL_S", 0.05)
    storage = Storage(tmp_path)
    first = read_checkpoint(Layout(tmp_path))
    storage.files.upsert([make_file("a.py")])
    newest = storage.database.table_version("files")
    eventually(lambda: versions_of(tmp_path)["files"] == newest)
    assert first is not None
    assert newest > first.versions["files"]


def versions_of(folder: Path) -> Mapping[str, int]:
    saved = read_checkpoint(Layout(folder))
    assert saved is not None
    return saved.versions


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 20.0
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


NO_VERSIONS = ("", "{}", '{"files": "?"}')


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"boot": "x"}', *(f'{{"boot": "x", "versions": {each}}}' for each in NO_VERSIONS)]
)
def test_a_checkpoint_that_cannot_be_read_undoes_nothing(tmp_path, make_file, content):
    storage = Storage(tmp_path)
    storage.files.upsert([make_file("a.py")])
    Layout(tmp_path).checkpoint.write_text(content, "utf-8")
    assert not restore_checkpoint(Layout(tmp_path))
    assert storage.files.count() == 1
    storage.files.upsert([make_file("b.py")])
    storage.close()
    assert read_checkpoint(Layout(tmp_path)) is not None


def test_tables_of_another_index_are_left_as_they_are(tmp_path, make_file):
    storage = Storage(tmp_path)
    storage.files.upsert([make_file("a.py")])
    content = {"boot": "an earlier one", "versions": {"files": 9_999, "chunks": 1}}
    Layout(tmp_path).checkpoint.write_text(json.dumps(content), "utf-8")
    assert not restore_checkpoint(Layout(tmp_path))
    assert storage.files.count() == 1


def test_a_forgotten_folder_does_not_come_back(tmp_path, make_file, make_chunk):
    index, shop = tmp_path / "index", tmp_path / "shop"
    shop.mkdir()
    storage = Storage(index)
    root = storage.roots.add(shop)
    made = make_file("a.py", path_hash=root.id)
    storage.files.upsert([made])
    storage.forget(root.id)
    synced = set(index.rglob("lance/**/*"))
    lose_power(index, synced, random.Random(2))
    restore_checkpoint(Layout(index))
    again = Storage(index)
    assert again.files.count() == 0
    assert list(again.roots.all()) == []


STEPS = st.lists(st.sampled_from(("file", "chunks", "checkpoint", "upkeep")), min_size=1, max_size=12)


@pytest.mark.examples
@settings(max_examples=examples(8, 25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, seed=st.integers(0, 1_000))
def test_the_rows_are_those_of_the_last_checkpoint(
    steps: list[str],
    seed: int,
    tmp_path_factory: pytest.TempPathFactory,
    make_file: Callable[..., object],
    make_chunk: Callable[..., object],
) -> None:
    folder, source = tmp_path_factory.mktemp("index"), random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maintenance, "COMPACT_ABOVE_FRAGMENTS", 2)
        patch.setattr(maintenance, "RETENTION", timedelta(0))
        patch.setattr(maintenance, "MARGIN", timedelta(0))
        storage = Storage(folder)
        before, synced = rows_of(storage), set(folder.rglob("lance/**/*"))
        for number, step in enumerate(steps):
            path = f"{source.randrange(4)}.py"
            if step == "file":
                storage.files.upsert([make_file(path, size_bytes=number)])
            elif step == "chunks":
                chunk = make_chunk(path, source.randrange(3))
                storage.chunks.replace_files([chunk.file_id], [chunk], {})
            else:
                storage.maintain() if step == "upkeep" else storage.database.checkpoint()
                before, synced = rows_of(storage), set(folder.rglob("lance/**/*"))
        lose_power(folder, synced, source)
        restore_checkpoint(Layout(folder))
        assert rows_of(Storage(folder)) == before


def test_files_that_changed_after_the_checkpoint_are_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "INTERVAL_S", 3_600.0)
    folder, index = tmp_path / "shop", tmp_path / "index"
    folder.mkdir()
    folder.joinpath("lease.py").write_text("def renew(): pass\n", "utf-8")
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(folder)], semantic=False)
    saved = Layout(index).checkpoint.read_text("utf-8")
    synced = set(index.rglob("lance/**/*"))
    folder.joinpath("lease.py").write_text("def release(): return 'gone'\n", "utf-8")
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(folder)], semantic=False)
    assert set(index.rglob("lance/**/*")) - synced
    Layout(index).checkpoint.write_text(saved, "utf-8")
    lose_power(index, synced, random.Random(3))
    with hosted_core(index, config=None, serves=False, follows=True) as core:
        notices = [message.code for message in core.status(OWNER).notices]
        core.index([str(folder)], semantic=False)
        results = core.search(SearchQuery("release")).files
    assert notices == ["index.restored"]
    assert [file.path for file in results] == ["lease.py"]
