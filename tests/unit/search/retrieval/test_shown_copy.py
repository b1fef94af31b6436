"""A copy of what is shown of chunks gives what the table has now, or nothing."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from search.retrieval import shown_copy
from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import ShownRows
from search.types.filters import RowFilter
from search.types.ids import ChunkId
from tests.contracts.samples import IndexOnDisk, card, chunk, vectors_of


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
    left = {chunk for chunk in ids if "2.py" not in chunk}
    assert set(copy.of(ids)) == left
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
    (rows,) = index.storage.layout.shown.rglob("rows")
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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process has mapped and open")
def test_rows_that_were_given_are_not_kept_in_memory_and_their_file_is_closed_in_the_end(
    index: IndexOnDisk,
) -> None:
    copy, ids = copy_of(index), chunks_of(index)
    copy.make()
    rows = str(next(index.storage.layout.shown.glob("*/rows")))
    assert len(copy.of(ids)) == 60
    assert rows not in Path("/proc/self/maps").read_text("utf-8")
    assert rows in _open_files()
    del copy
    assert rows not in _open_files()


def _open_files() -> set[str]:
    return {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}
