"""A copy of what is shown of chunks gives what the table has now, or nothing."""

import errno
import gc
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from search.retrieval import shown_copy
from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import ShownRows
from search.retrieval.stored_shown import RowFile
from search.types.chunks import Chunk
from search.types.filters import RowFilter
from search.types.ids import ChunkId, RootId
from tests.contracts.samples import IndexOnDisk, card, chunk, vectors_of
from tests.examples import examples


@pytest.fixture
def index(tmp_path: Path) -> Iterator[IndexOnDisk]:
    made = IndexOnDisk(tmp_path)
    chunks = [chunk(f"{n % 7}.py", n, f"lease {n}") for n in range(60)]
    made.holding([*chunks, card(chunks[0])])
    yield made
    made.storage.close()


def copy_of(index: IndexOnDisk) -> ShownCopy:
    return ShownCopy(index.storage.chunks, index.storage.layout.shown)


def chunks_of(index: IndexOnDisk) -> list[ChunkId]:
    return [row.id for rows, _ in index.storage.chunks.shown_batches() for row in rows]


@pytest.mark.parametrize("at_once", [7, shown_copy.ROWS_AT_ONCE])
def test_a_copy_gives_what_the_table_has(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(shown_copy, "ROWS_AT_ONCE", at_once)
    copy, ids = copy_of(index), chunks_of(index)
    assert copy.of(ids) == {}
    copy.make(rests=True)
    assert len(ids) == 60
    assert copy.of([*ids, ChunkId("none")]) == index.storage.chunks.shown(ids)


def test_no_row_of_a_file_that_changed_is_given_even_after_the_next_start(index: IndexOnDisk) -> None:
    chunks, ids, copy = index.storage.chunks, chunks_of(index), copy_of(index)
    copy.make()
    changed = chunk("2.py", 2, "another text")
    chunks.replace_files([changed.file_id], [changed], {})
    left = {chunk for chunk in ids if "2.py" not in chunk} | {changed.id}
    assert set(copy.of(ids)) == left
    assert copy.of([changed.id])[changed.id].text == "another text"
    chunks.put_vectors({changed.id: vectors_of([changed])[changed.embed_hash]})
    index.storage.database.write_moving("chunks", lambda table: table.optimize())
    assert set(copy.of(ids)) == left
    copy.save()
    again = copy_of(index)
    assert set(again.of(ids)) == left
    rows = ShownRows(chunks, again)
    assert rows.of([*ids, changed.id], RowFilter()) == chunks.shown([*ids, changed.id])


def test_a_write_that_is_not_told_makes_it_useless(index: IndexOnDisk) -> None:
    copy, ids = copy_of(index), chunks_of(index)
    copy.make()
    index.storage.database.write("chunks", lambda table: table.delete("path = '3.py'"))
    assert copy.of(ids) == {}
    copy.save()
    assert copy_of(index).of(ids) == {}


def test_what_is_damaged_or_of_another_commit_is_not_given(index: IndexOnDisk) -> None:
    copy, ids = copy_of(index), chunks_of(index)
    copy.make()
    (rows,) = index.storage.layout.shown.glob("*.rows")
    raw = rows.read_bytes()
    rows.write_bytes(raw.replace(b"lease 7", b"lease 8"))
    copied = copy_of(index).of(ids)
    assert len(copied) == len(ids) - 1
    assert copied == {chunk: row for chunk, row in index.storage.chunks.shown(ids).items() if chunk in copied}
    rows.write_bytes(raw[:-1])
    assert copy_of(index).of(ids) == {}
    rows.write_bytes(raw)
    added = chunk("late.py", 1, "late")
    index.storage.chunks.replace_files([], [added], {})
    assert copy_of(index).of(ids) == {}


def test_questions_have_it_made_and_take_rows_from_it(index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks, ids = index.storage.chunks, chunks_of(index)
    rows = ShownRows(chunks, copy_of(index))
    expected = chunks.shown(ids[::2])
    for number in range(3):
        rows.of(ids[1 + 2 * number :: 6], RowFilter())
    monkeypatch.setattr(type(chunks), "shown", None)
    assert list(rows.of(ids[::2], RowFilter()).items()) == list(expected.items())


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[IndexOnDisk]:
    made = IndexOnDisk(tmp_path / "empty")
    yield made
    made.storage.close()


def test_an_empty_index_has_a_copy_from_the_start_and_each_commit_adds_its_rows(
    empty: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks, rows = empty.storage.chunks, ShownRows(empty.storage.chunks, copy_of(empty))
    written = [chunk(f"{n // 7}.py", n, f"lease {n} " + "long " * (n * 100)) for n in range(60)]
    for start in range(0, 60, 7):
        part = written[start : start + 7]
        chunks.replace_files([], [*part, card(part[0])], {})
    expected = chunks.shown([each.id for each in written])
    assert len(expected) == 60
    monkeypatch.setattr(type(chunks), "shown", None)
    assert rows.of(list(expected), RowFilter()) == expected


def test_a_copy_from_the_start_is_the_only_one_even_if_an_earlier_one_was_saved(index: IndexOnDisk) -> None:
    copy = copy_of(index)
    copy.make()
    copy.save()
    shown, chunks = index.storage.layout.shown, index.storage.chunks
    chunks.replace_files(sorted(chunks.files()), [], {})
    assert (shown / "manifest.json").exists()
    copy_of(index)
    assert not (shown / "manifest.json").exists()


def test_what_is_no_unicode_is_copied_as_the_table_has_it(empty: IndexOnDisk) -> None:
    chunks, copy = empty.storage.chunks, copy_of(empty)
    plain = chunk("a.py", 1, "lease")
    odd = replace(chunk("b.py", 1, "lease"), text="half a \ud800 pair", header_path="q\udcff")
    named = replace(chunk("c.py", 1, "lease"), id=ChunkId("shop@main:chunk:c.py#q\udcff"))
    chunks.replace_files([], [plain, odd, named], {})
    copied = copy.of([plain.id, odd.id])
    assert copied == chunks.shown([plain.id, odd.id])
    assert copied[odd.id].text == "half a \\ud800 pair"


def test_rows_that_are_copied_from_another_branch_are_in_the_copy(empty: IndexOnDisk) -> None:
    chunks, copy = empty.storage.chunks, copy_of(empty)
    here = chunk("a.py", 1, "lease", branch="main")
    chunks.replace_files([], [here], {})
    stored = chunks.stored_rows([here.file_id])
    there = chunk("a.py", 1, "lease", branch="other")
    columns = {"id": there.id, "file_id": there.file_id, "branch": "other"}
    rows = stored
    for name, value in columns.items():
        rows = rows.set_column(rows.schema.get_field_index(name), rows.schema.field(name), [[value]])
    chunks.replace_rows(rows, [there.file_id], stored)
    assert copy.of([here.id, there.id]) == chunks.shown([here.id, there.id])
    assert len(copy.of([here.id, there.id])) == 2


def test_what_changes_while_a_copy_is_made_is_in_it_as_it_is_then(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks, ids, copy = index.storage.chunks, chunks_of(index), copy_of(index)
    late = chunk("late.py", 1, "late")
    monkeypatch.setattr(shown_copy, "ROWS_AT_ONCE", 7)
    batches = ShownCopy._batches

    def changed_meanwhile(self: ShownCopy, *, rests: bool) -> Iterator[object]:
        for number, batch in enumerate(batches(self, rests=rests)):
            if number == 3:
                changed = [chunk(f"{file}.py", 50 + file, "another text") for file in (2, 5)]
                chunks.replace_files([each.file_id for each in changed], [*changed, late], {})
            yield batch

    monkeypatch.setattr(ShownCopy, "_batches", changed_meanwhile)
    copy.make()
    ids = list({*ids, *chunks_of(index)})
    assert late.id in ids
    assert copy.of(ids) == chunks.shown(ids)


def test_a_copy_of_which_most_is_outdated_is_given_up_and_made_anew(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_copy, "LEAST_STALE", 100)
    monkeypatch.setattr(shown_copy, "AGAIN_S", 0.0)
    monkeypatch.setattr(shown_copy, "REST_TIMES", 0.0)
    chunks, copy = index.storage.chunks, copy_of(index)
    copy.make()
    ids = chunks_of(index)
    edits = 0
    while copy.of(ids):
        assert copy.of(ids) == chunks.shown(ids)
        edits += 1
        edited = [chunk("2.py", number, f"edit {edits}") for number in range(2, 60, 7)]
        chunks.replace_files([edited[0].file_id], edited, {})
    assert 5 <= edits <= 10
    assert not list(index.storage.layout.shown.glob("*.rows"))
    copy.make()
    assert copy.of(ids) == chunks.shown(ids)


def test_a_copy_that_is_not_finished_leaves_nothing_behind(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, ids = copy_of(index), chunks_of(index)
    monkeypatch.setattr(shown_copy, "ROWS_AT_ONCE", 7)
    batches = ShownCopy._batches

    def stopped(self: ShownCopy, *, rests: bool) -> Iterator[object]:
        for number, batch in enumerate(batches(self, rests=rests)):
            if number == 3:
                copy.stop()
            yield batch

    monkeypatch.setattr(ShownCopy, "_batches", stopped)
    copy.make()
    assert copy.of(ids) == {}
    assert not list(index.storage.layout.shown.glob("*.rows"))


def test_a_full_disk_ends_the_copy_and_not_the_commit(empty: IndexOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: RowFile, __: bytes) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(RowFile, "append", full)
    chunks, copy = empty.storage.chunks, copy_of(empty)
    rows, written = ShownRows(chunks, copy), chunk("a.py", 1, "lease")
    chunks.replace_files([], [written], {})
    assert copy.of([written.id]) == {}
    assert rows.of([written.id], RowFilter())[written.id].text == "lease"


_FILES = st.integers(0, 4)
_ACTIONS = st.one_of(
    st.tuples(st.just("write"), st.lists(st.tuples(_FILES, st.integers(0, 3)), min_size=1, max_size=4)),
    st.tuples(st.just("remove"), st.lists(_FILES, min_size=1, max_size=2)),
    st.tuples(st.just("forget"), st.just([])),
    st.tuples(st.just("make"), st.just([])),
    st.tuples(st.just("restart"), st.booleans()),
)


@pytest.mark.examples
@settings(max_examples=examples(40, 100))
@given(actions=st.lists(_ACTIONS, max_size=12))
@example(actions=[("write", [(0, 0)]), ("write", [(0, 0)]), ("restart", True)])
@example(actions=[("write", [(0, 0), (0, 1)]), ("write", [(0, 0)]), ("restart", True)])
def test_whatever_happens_a_copy_has_no_row_that_the_table_has_not(actions: list[tuple[str, list]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(shown_copy, "AGAIN_S", 0.0)
        patched.setattr(shown_copy, "REST_TIMES", 0.0)
        index = IndexOnDisk(Path(folder))
        copy, everything = (
            copy_of(index),
            [chunk(f"{file}.py", number, "") for file in range(5) for number in range(4)],
        )
        for step, (action, argument) in enumerate(actions):
            copy = _after(index, copy, action, argument, step)
            ids = [each.id for each in everything]
            there = index.storage.chunks.shown(ids)
            copied = copy.of(ids)
            assert copied == {identifier: there[identifier] for identifier in there if identifier in copied}
        index.storage.close()


def _after(index: IndexOnDisk, copy: ShownCopy, action: str, argument: Sequence, step: int) -> ShownCopy:
    chunks = index.storage.chunks
    match action:
        case "write":
            written: list[Chunk] = [chunk(f"{file}.py", number, f"{step}") for file, number in argument]
            chunks.replace_files([each.file_id for each in written], written, {})
        case "remove":
            chunks.replace_files([chunk(f"{file}.py", 0, "").file_id for file in argument], [], {})
        case "forget":
            chunks.forget(RootId("root"))
        case "make":
            copy.make()
            assert copy.of(chunks_of(index)) == chunks.shown(chunks_of(index))
        case "restart":
            if argument:
                copy.save()
            return copy_of(index)
    return copy


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process has mapped and open")
def test_rows_that_were_given_are_not_kept_in_memory_and_their_file_is_closed_in_the_end(
    index: IndexOnDisk,
) -> None:
    copy, ids = copy_of(index), chunks_of(index)
    copy.make()
    rows = str(next(index.storage.layout.shown.glob("*.rows")))
    assert len(copy.of(ids)) == 60
    assert rows not in Path("/proc/self/maps").read_text("utf-8")
    assert rows in _open_files()
    del copy
    gc.collect()  # from Python 3.12 on, LanceDB's readers end in a cycle of an exception and its frames
    assert rows not in _open_files()


def _open_files() -> set[str]:
    return {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}
