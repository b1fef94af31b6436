import contextlib
import os
import shutil
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from search.atomic_write import draft_beside
from search.errors import IndexDamagedError, IndexTooNewError, IndexWriteError, KnownError
from search.storage import chunks_table, database, maintenance
from search.storage.layout import Layout
from search.storage.maintenance import sweep
from search.storage.recovery import renew
from search.storage.schema import CHUNKS, FILES
from search.storage.storage import Storage
from search.storage.versions import Versions
from search.types.files import FileState
from search.types.filters import RowFilter

EVERYTHING = RowFilter()


def test_an_index_whose_folder_vanished_is_told_as_one_that_cannot_be_read(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "index")
    shutil.rmtree(tmp_path / "index")
    with pytest.raises(IndexDamagedError, match="cannot be read"):
        storage.files.matching(RowFilter())
    with pytest.raises(IndexDamagedError, match="cannot be read"):
        storage.chunks.version()
    storage.close()


def test_an_index_opens_again_with_what_was_written(tmp_path, make_file, make_chunk):
    with_files = Storage(tmp_path / "i")
    with_files.files.upsert([make_file("a.py"), make_file("b.py", state=FileState.SKIPPED, reason="size")])
    with_files.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py")], {})
    with_files.close()
    again = Storage(tmp_path / "i")
    assert again.files.of_root(make_file("a.py").path_hash)["b.py"].reason == "size"
    assert again.files.state_counts() == [("indexed", 1), ("skipped", 1)]
    assert again.files.reason_counts() == [("size", 1)]
    assert again.chunks.count() == 1
    assert again.notices == ()


def test_reading_sees_what_another_process_wrote(tmp_path, make_file):
    reader, writer = Storage(tmp_path / "i"), Storage(tmp_path / "i")
    writer.files.upsert([make_file("a.py")])
    assert reader.files.count() == 1


def test_the_newest_commit_of_a_table_is_asked_for_once_after_each_write(storage, make_file, monkeypatch):
    database, request = storage.database, []
    read = database.read
    monkeypatch.setattr(database, "read", lambda name, action: request.append(name) or read(name, action))
    first = storage.files.version()
    assert (storage.files.version(), request) == (first, ["files"])
    storage.files.upsert([make_file("a.py")])
    second = storage.files.version()
    assert second > first
    assert (storage.files.version(), request) == (second, ["files", "files"])


def test_while_a_table_is_written_its_newest_commit_is_asked_for_each_time(storage, make_file):
    seen = []

    def watched(table):
        before = storage.files.version()
        table.update(where="path = 'a.py'", values={"meaning": True})
        seen.append(storage.files.version() - before)

    storage.files.upsert([make_file("a.py")])
    storage.database.write("files", watched)
    assert seen == [1]


def test_a_newer_index_is_refused_and_left_alone(tmp_path):
    Storage(tmp_path / "i").close()
    path = tmp_path / "i" / "index.json"
    path.write_text('{"schema": 999, "program": "9.0"}')
    with pytest.raises(IndexTooNewError, match=r"9\.0"):
        Storage(tmp_path / "i")
    assert "999" in path.read_text()


@pytest.mark.parametrize("content", ["", "{", "[]", "7", '{"schema": "x"}', "\0"])
def test_a_damaged_version_file_is_told(tmp_path, content):
    Storage(tmp_path / "i").close()
    (tmp_path / "i" / "index.json").write_text(content)
    with pytest.raises(IndexDamagedError) as caught:
        Storage(tmp_path / "i")
    assert str(caught.value.remedy)


def test_an_error_names_no_place_in_the_source_of_the_database(storage):
    def fail(table: object) -> None:
        raise RuntimeError("lance error: bad magic bytes, /root/.cargo/lance-9.1/src/reader.rs:12:3")

    with pytest.raises(IndexDamagedError, match=r"cannot be read: lance error: bad magic bytes$"):
        storage.database.read(FILES, fail)


def test_a_data_file_that_is_damaged_is_told_by_every_read(storage, make_file, make_chunk):
    storage.files.upsert([make_file("a.py")])
    storage.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py")], {})
    for table in (FILES, CHUNKS):
        for file in (storage.layout.tables / f"{table}.lance" / "data").glob("*.lance"):
            file.write_bytes(b"\x5a" * file.stat().st_size)
    again = Storage(storage.layout.folder)
    reads = (again.verify, lambda: list(again.chunks.batches()), lambda: again.files.matching(EVERYTHING))
    for read in reads:
        with pytest.raises(IndexDamagedError):
            read()


def test_a_damaged_table_is_told_and_can_be_set_aside(tmp_path, make_file):
    storage = Storage(tmp_path / "i")
    storage.files.upsert([make_file("a.py")])
    storage.close()
    for manifest in (tmp_path / "i" / "lance" / "files.lance" / "_versions").glob("*.manifest"):
        manifest.write_bytes(b"not a manifest")
    with pytest.raises(IndexDamagedError, match="cannot be read"):
        Storage(tmp_path / "i")
    layout = Layout(tmp_path / "i")
    assert renew(layout) == tmp_path / "i.damaged-1"
    assert renew(layout) == tmp_path / "i.damaged-2"
    assert (tmp_path / "i.damaged-1" / "index.json").exists()
    assert Storage(tmp_path / "i").files.count() == 0


@pytest.mark.parametrize("rest_is", ["missing", "zero"])
def test_a_manifest_of_which_only_the_beginning_was_written_is_told_or_loses_nothing(tmp_path, make_file, rest_is):
    storage = Storage(tmp_path / "i")
    storage.files.upsert([make_file("a.py")])
    storage.close()
    manifest = min((tmp_path / "i" / "lance" / "files.lance" / "_versions").glob("*.manifest"))  # the newest
    content = manifest.read_bytes()
    for length in range(0, len(content), max(1, len(content) // 60)):
        manifest.write_bytes(content[:length].ljust(len(content) if rest_is == "zero" else length, b"\0"))
        with contextlib.suppress(IndexDamagedError):
            again = Storage(tmp_path / "i")
            again.verify()
            assert again.files.count() == 1


def test_a_commit_whose_file_was_not_written_whole_is_told_and_undone(storage, make_file):
    storage.files.upsert([make_file("a.py")])
    data = storage.layout.tables / f"{FILES}.lance" / "data"
    reported = []

    def lose_the_end(table):
        known = set(data.iterdir())
        table.add(storage.database.read(FILES, lambda rows: rows.search().to_arrow()))
        (new,) = set(data.iterdir()) - known
        os.truncate(new, new.stat().st_size - 100)

    with pytest.raises(KnownError, match="what was just written cannot be read"):
        storage.database.write(FILES, lose_the_end, lambda *versions: reported.append(versions))
    assert not reported
    assert [row.path for row in storage.files.matching(EVERYTHING)] == ["a.py"]
    storage.files.upsert([make_file("b.py")])
    assert sorted(row.path for row in storage.files.matching(EVERYTHING)) == ["a.py", "b.py"]


def test_a_compaction_whose_file_was_not_written_whole_is_told_and_undone(storage, make_file, monkeypatch):
    for number in range(25):
        storage.files.upsert([make_file(f"{number}.py")])
    data = storage.layout.tables / f"{FILES}.lance" / "data"

    class Losing:
        """A table of which the end of a compacted file is lost."""

        def __init__(self, table):
            self._table = table

        def __getattr__(self, name):
            return getattr(self._table, name)

        def optimize(self, **options):
            known = set(data.iterdir())
            self._table.optimize(**options)
            for new in set(data.iterdir()) - known:
                os.truncate(new, new.stat().st_size - 100)

    def compact(table):
        maintenance._optimize(timedelta(days=1), Losing(table))

    with pytest.raises(KnownError, match="what was compacted cannot be read back"):
        storage.database.write_moving(FILES, compact)
    assert storage.files.count() == 25
    assert len(storage.files.matching(EVERYTHING)) == 25


def test_damage_while_it_is_open_is_told_too(storage, make_chunk):
    storage.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py")], {})
    for data in (storage.layout.tables / "chunks.lance" / "data").iterdir():
        data.write_bytes(b"gone")
    with pytest.raises(IndexDamagedError):
        list(storage.chunks.rows([make_chunk("a.py").id]))


def test_a_folder_that_is_a_file_cannot_be_an_index(tmp_path):
    (tmp_path / "i").touch()
    with pytest.raises((IndexDamagedError, IndexWriteError)):
        Storage(tmp_path / "i")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "No space left on device (os error 28), /root/lance-io-9.1/src/local.rs:93:21",
            "the disk is full",
        ),
        ("Permission denied (os error 13)", "permission denied"),
    ],
)
def test_a_full_disk_or_a_lost_permission_is_named(storage, make_file, words, message):
    def fail(table: object) -> None:
        raise RuntimeError(f"lance error: {words}")

    with pytest.raises(IndexWriteError, match=f"cannot be written: {message}$"):
        storage.database.write(FILES, fail)


def test_a_conflicting_commit_is_tried_again(storage):
    tries = []

    def conflict_twice(table: object) -> int:
        tries.append(1)
        if len(tries) < 3:
            raise RuntimeError("lance error: Retryable commit conflict for version 7")
        return 42

    assert storage.database.write(FILES, conflict_twice) == 42
    assert len(tries) == 3


def test_a_version_cleaned_up_meanwhile_is_opened_anew_once(storage, make_file):
    storage.files.upsert([make_file("a.py")])
    tries = []

    def not_found_once(table) -> int:
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("lance error: Not found: _versions/3.manifest")
        return table.count_rows()

    assert storage.database.read(FILES, not_found_once) == 1


def test_another_chunker_means_that_all_files_are_read_again(tmp_path, make_file):
    first = Storage(tmp_path / "i", Versions(chunker=1))
    first.files.upsert([make_file("a.py", content_hash="h", mtime_ns=5)])
    first.close()
    second = Storage(tmp_path / "i", Versions(chunker=2))
    assert second.files.unread() == {make_file("a.py").path_hash: 1}
    (row,) = second.files.matching(EVERYTHING)
    assert (row.content_hash, row.mtime_ns, row.state) == ("", 5, FileState.INDEXED)
    second.close()
    third = Storage(tmp_path / "i", Versions(chunker=2))
    third.files.upsert([make_file("a.py", content_hash="h", mtime_ns=5)])
    assert third.files.unread() == {}


def test_files_of_another_version_are_counted_once_for_each_state_of_the_table(storage, make_file, monkeypatch):
    storage.files.upsert([make_file("a.py", content_hash=""), make_file("b.py", content_hash="h")])
    read, times = storage.files._read, []
    monkeypatch.setattr(storage.files, "_read", lambda *arguments: times.append(arguments) or read(*arguments))
    assert [storage.files.unread().total() for _ in range(3)] == [1, 1, 1]
    assert len(times) == 1
    storage.files.upsert([make_file("a.py", content_hash="h")])
    assert storage.files.unread() == {}


def test_another_model_drops_the_vectors_and_keeps_the_cache(storage, make_file, make_chunk, unit_vectors):
    (vector,) = unit_vectors(1)
    assert storage.use_model("mini", 384) is False
    storage.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py")], {"a.py-0": vector})
    storage.files.upsert([make_file("a.py", meaning=True)])
    storage.vectors.put_many("mini", {"a.py-0": vector})
    assert storage.use_model("mini", 384) is False
    assert storage.use_model("other", 384) is True
    assert storage.chunks.nearest(vector, EVERYTHING, 5)[0] == []
    assert storage.files.matching(EVERYTHING)[0].meaning is False
    assert list(storage.vectors.get_many("mini", ["a.py-0"])) == ["a.py-0"]
    assert storage.vectors.get_many("other", ["a.py-0"]) == {}
    assert storage.chunks.count() == 1


def test_a_model_of_another_size_makes_room_for_its_vectors(tmp_path, make_chunk):
    storage = Storage(tmp_path / "i")
    storage.chunks.replace_files([make_chunk("a.py").file_id], [make_chunk("a.py")], {})
    storage.use_model("small", 8)
    vector = np.eye(8, dtype=np.float32)[0]
    storage.vectors.put_many("small", {"h": vector})
    storage.chunks.put_vectors({make_chunk("a.py").id: vector})
    assert storage.chunks.nearest(vector, EVERYTHING, 5)[0] == [make_chunk("a.py").id]
    storage.close()
    again = Storage(tmp_path / "i")
    assert again.database.dimension == 8
    assert np.array_equal(again.vectors.get_many("small", ["h"])["h"], vector)


def test_one_column_is_written_without_touching_the_others(storage, make_file):
    files = [make_file("a.py", title="A"), make_file("b.py", title="B")]
    storage.files.upsert(files)
    storage.files.set_numbers("referred_by", {files[0].id: 7, "gone": 3})
    storage.files.set_numbers("meaning", {files[1].id: True})
    assert storage.files.matching(EVERYTHING) == [
        replace(files[0], referred_by=7),
        replace(files[1], meaning=True),
    ]


def test_forgetting_a_root_leaves_nothing_of_it(storage, make_file, make_chunk, tmp_path):
    (tmp_path / "r").mkdir()
    root = storage.roots.add(tmp_path / "r")
    storage.files.upsert([make_file("a.py", path_hash=root.id), make_file("b.py")])
    chunks = [make_chunk("a.py", path_hash=root.id), make_chunk("b.py")]
    storage.chunks.replace_files([chunk.file_id for chunk in chunks], chunks, {})
    storage.forget(root.id)
    assert [row.path for row in storage.files.matching(EVERYTHING)] == ["b.py"]
    assert storage.chunks.count() == 1
    assert storage.roots.all() == ()


def test_many_commits_are_compacted_and_nothing_is_lost(storage, make_file):
    for number in range(25):
        storage.files.upsert([make_file(f"{number}.py")])
    assert storage.maintain() == [FILES]
    assert storage.files.count() == 25
    assert storage.maintain() == []
    assert sum(storage.bytes_by_part().values()) > 0


def test_drafts_of_a_killed_writer_are_swept(tmp_path):
    layout = Layout(tmp_path / "i")
    data = layout.tables / "chunks.lance" / "data"
    data.mkdir(parents=True)
    index = layout.tables / "chunks.lance" / "_indices" / "8d5f89fe"
    index.mkdir(parents=True)
    drafts = [data / ".tmp-1", index / ".tmpyKnKlZ", draft_beside(layout.roots)]
    for path in (*drafts, data / "1.lance", layout.roots, layout.folder / "engine.json"):
        path.touch()
    assert sorted(sweep(layout)) == sorted(drafts)
    assert (data / "1.lance").exists()
    assert layout.roots.exists()


def test_small_commits_beside_a_large_one_are_joined_and_the_large_one_is_not_written_again(
    storage, make_chunk, unit_vectors
):
    vectors = {f"large.py-{number}": vector for number, vector in enumerate(unit_vectors(400))}
    chunks = [make_chunk("large.py", number, text=f"{number} " * 300) for number in range(400)]
    storage.chunks.replace_files([chunks[0].file_id], chunks, vectors)
    data = storage.layout.tables / f"{CHUNKS}.lance" / "data"
    large = set(data.iterdir())
    for number in range(maintenance.COMPACT_ABOVE_FRAGMENTS + 2):
        chunk = make_chunk(f"small{number % 20}.py", text=f"saved {number}")
        storage.chunks.replace_files([chunk.file_id], [chunk], {})
    before = {
        chunk.id: chunk for batch in storage.chunks.batches() for chunk in storage.chunks.rows(batch.ids).values()
    }
    intended = storage.chunks.vectors(list(before))
    known = set(data.iterdir())
    assert CHUNKS in storage.maintain()
    written = set(data.iterdir()) - known
    assert sum(file.stat().st_size for file in written) < sum(file.stat().st_size for file in large) / 10
    assert storage.chunks.rows(list(before)) == before
    assert storage.chunks.count() == len(before) == 420
    after = storage.chunks.vectors(list(before))
    assert after.keys() == intended.keys() == {chunk.id for chunk in chunks}
    assert all(np.array_equal(after[item], intended[item]) for item in intended)
    assert CHUNKS not in storage.maintain()


def test_what_a_killed_writer_did_not_commit_goes_when_tables_are_compacted(storage, make_file):
    for number in range(25):
        storage.files.upsert([make_file(f"{number}.py")])
    data = storage.layout.tables / f"{FILES}.lance" / "data"
    left = data / "000000000000000000000000aaaaaaaa0000000000000000.lance"
    left.write_bytes(next(data.glob("*.lance")).read_bytes())
    storage.maintain()
    assert not left.exists()
    assert storage.files.count() == 25


def test_versions_go_once_no_reader_can_need_them_even_without_new_commits(storage, make_file, monkeypatch):
    for number in range(3):
        storage.files.upsert([make_file(f"{number}.py")])
    monkeypatch.setattr(maintenance, "RETENTION", timedelta(milliseconds=1))
    monkeypatch.setattr(maintenance, "MARGIN", timedelta())
    assert FILES in storage.maintain()
    assert len(list((storage.layout.tables / f"{FILES}.lance" / "_versions").iterdir())) <= 2
    assert storage.files.count() == 3


def test_little_that_was_replaced_in_a_large_table_waits_until_it_is_more_or_old(storage, make_file, monkeypatch):
    monkeypatch.setattr(maintenance, "RETENTION", timedelta())
    monkeypatch.setattr(maintenance, "MARGIN", timedelta())
    files = [make_file(f"{number}.py", title=sha256(b"%d" % number).hexdigest() * 300) for number in range(150)]
    storage.files.upsert(files)
    storage.maintain()
    storage.files.upsert(files[:1])
    assert storage.maintain() == []
    with monkeypatch.context() as later:
        later.setattr(maintenance, "KEPT_AT_MOST", timedelta())
        assert storage.maintain() == [FILES]
    storage.files.upsert(files)
    assert storage.maintain() == [FILES]


def test_a_read_under_way_keeps_the_version_it_sees_through_upkeep(storage, make_file, make_chunk, monkeypatch):
    monkeypatch.setattr(maintenance, "RETENTION", timedelta())
    monkeypatch.setattr(maintenance, "COMPACT_ABOVE_FRAGMENTS", 1)
    for number in range(4):
        chunk = make_chunk(f"{number}.py")
        storage.chunks.replace_files([chunk.file_id], [chunk], {})
    data = storage.layout.tables / f"{CHUNKS}.lance" / "data"
    seen = set(data.iterdir())
    monkeypatch.setattr(chunks_table, "BATCH_ROWS", 1)
    reading = storage.chunks.batches()
    ids = list(next(reading).ids)
    storage.maintain()
    assert seen <= set(data.iterdir())
    ids += [identifier for batch in reading for identifier in batch.ids]
    assert len(ids) == 4
    monkeypatch.setattr(maintenance, "MARGIN", timedelta())
    storage.maintain()
    assert not seen & set(data.iterdir())


def test_text_that_is_no_unicode_is_stored_readably(storage, make_file, make_chunk):
    storage.files.upsert([make_file("bad\udcff.py", title="\ud800")])
    (row,) = storage.files.matching(EVERYTHING)
    assert row.path == "bad\\udcff.py"
    chunk = make_chunk("a.py", text="x\udc80y", symbols=("\udcff",))
    storage.chunks.replace_files([chunk.file_id], [chunk], {})
    assert storage.chunks.texts([chunk.id], EVERYTHING) == {chunk.id: "x\\udc80y"}


def test_facts_are_kept_by_key_until_nobody_wants_them(storage):
    storage.facts.put_many({"a": b"\0\xff", "b": b"", "c": b"x" * 100_000})
    assert storage.facts.get_many(["a", "b", "missing"]) == {"a": b"\0\xff", "b": b""}
    storage.facts.put_many({"a": b"new"})
    assert storage.facts.keep_only(["a"]) == 2
    assert storage.facts.get_many(["a", "b", "c"]) == {"a": b"new"}


def test_a_writer_killed_in_the_middle_loses_nothing_that_was_acknowledged(tmp_path):
    program = textwrap.dedent(
        f"""
        from pathlib import Path
        from search.storage.storage import Storage
        from search.types.files import FileRecord, FileState
        storage = Storage(Path({str(tmp_path / "i")!r}))
        for number in range(10_000):
            row = FileRecord(f"f{{number}}", "r", "s", "b", f"{{number}}.py", FileState.INDEXED)
            storage.files.upsert([row])
            print(number, flush=True)
        """
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    ) as writer:
        acknowledged = [int(writer.stdout.readline()) for _ in range(12)]
        writer.kill()
        rest = writer.stdout.read().split()
    acknowledged += [int(number) for number in rest]
    again = Storage(tmp_path / "i")
    paths = set(again.files.paths())
    assert {f"{number}.py" for number in acknowledged} <= paths
    again.files.upsert([])
    assert len(paths) <= len(acknowledged) + 1


def test_a_copy_of_an_index_folder_is_an_index(tmp_path, make_file):
    storage = Storage(tmp_path / "i")
    storage.files.upsert([make_file("a.py")])
    storage.close()
    shutil.copytree(tmp_path / "i", tmp_path / "copy")
    assert Storage(tmp_path / "copy").files.count() == 1


def test_every_table_has_its_key_also_when_making_it_was_interrupted(tmp_path):
    first = Storage(tmp_path / "i")
    first.location.connection.drop_table(CHUNKS)
    first.location.connection.create_table(CHUNKS, schema=database._schemas(384)[CHUNKS])
    first.close()
    again = Storage(tmp_path / "i")
    metadata = again.database.read(CHUNKS, lambda table: table.schema.field("id").metadata)
    assert metadata[database._PRIMARY_KEY]


def test_a_large_manifest_of_many_fragments_is_joined_without_a_change(storage, make_file, monkeypatch):
    monkeypatch.setattr(maintenance, "INDEX_ABOVE_ROWS", 10)
    monkeypatch.setattr(maintenance, "JOIN_ABOVE_FRAGMENTS", 3)
    for number in range(9):
        storage.files.upsert([make_file(f"{number}.py")])
    before, rows = storage.files.version(), storage.files.matching(RowFilter())
    storage.keep_quick()
    assert storage.files.version() == before, "a small table is left as it is"
    storage.files.upsert([make_file("9.py")])
    storage.keep_quick()
    assert maintenance.join_fragments(storage.database, FILES) is False, "one is left"
    assert storage.files.matching(RowFilter()) == [*rows, *storage.files.by_id([make_file("9.py").id]).values()]
    assert storage.files.state_counts() == [("indexed", 10)]
