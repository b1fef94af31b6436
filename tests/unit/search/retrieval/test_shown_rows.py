"""What is shown of chunks is the same by the place of their rows as by their names, also after rows moved."""

from collections.abc import Iterator

import pytest

from search.retrieval import shown_rows
from search.retrieval.shown_rows import RowCache, ShownRows
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import ChunkId, is_card
from tests.contracts.samples import IndexOnDisk, card, chunk, vectors_of

EVERYTHING = RowFilter()


@pytest.fixture
def index(tmp_path) -> Iterator[IndexOnDisk]:
    made = IndexOnDisk(tmp_path)
    chunks = [chunk(f"{n % 7}.py", n, f"lease {n}") for n in range(60)]
    made.holding([*chunks, card(chunks[0])])
    yield made
    made.storage.close()


def write(index: IndexOnDisk) -> None:
    """Write nothing, so that what was read is read anew."""
    index.storage.database.write("chunks", lambda _: None)


def knowing(index: IndexOnDisk) -> tuple[ShownRows, list[ChunkId]]:
    """Return what knows the rows, since it read them again and again, and all chunks."""
    rows = ShownRows(index.storage.chunks)
    ids = [ChunkId(chunk) for batch in index.storage.chunks.batches() for chunk in batch.ids]
    for _ in range(3):
        assert rows.of(ids, EVERYTHING) == index.storage.chunks.shown(ids)
        write(index)
    return rows, ids


def test_rows_that_were_read_are_not_read_again_until_the_next_write(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, ids = knowing(index)
    expected = rows.of(ids[:20], EVERYTHING)
    with monkeypatch.context() as patched:
        patched.setattr(type(index.storage.chunks), "shown", None)
        assert list(rows.of(ids[10:0:-1], EVERYTHING)) == ids[10:0:-1]
    changed = chunk("3.py", 3, "another text")
    index.storage.chunks.replace_files([changed.file_id], [changed], {})
    assert rows.of(ids[:20], EVERYTHING)[changed.id].text == "another text" != expected[changed.id].text


def test_what_was_just_written_or_lies_in_files_that_stayed_is_not_read(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, ids = knowing(index)
    rows.of(ids, EVERYTHING)
    changed, late = chunk("2.py", 2, "another text"), chunk("late.py", 1, "late")
    index.storage.chunks.replace_files([changed.file_id], [changed, card(changed)], {})
    index.storage.chunks.replace_files([], [late], {})
    index.storage.chunks.put_vectors({late.id: vectors_of([late])[late.embed_hash]})
    index.storage.database.write_moving("chunks", lambda table: table.optimize())
    there = [chunk for chunk in ids if chunk in index.storage.chunks.shown(ids) and not is_card(chunk)]
    expected = index.storage.chunks.shown([late.id, changed.id, *there])
    assert len(expected) == 60 + 2 - sum("2.py" in chunk for chunk in ids if not is_card(chunk))
    monkeypatch.setattr(type(index.storage.chunks), "shown", None)
    assert rows.of(list(expected), EVERYTHING) == expected


def test_what_was_read_before_a_commit_that_changed_it_is_not_kept(index: IndexOnDisk) -> None:
    rows, ids = knowing(index)
    cache = RowCache(index.storage.chunks)
    _, commits = cache.of(ids)
    before = index.storage.chunks.shown(ids)
    changed = chunk("2.py", 2, "another text")
    index.storage.chunks.replace_files([changed.file_id], [changed], {})
    cache.keep(before, commits)
    cached, _ = cache.of(ids)
    assert cached == {changed.id: rows.of([changed.id], EVERYTHING)[changed.id]}
    assert cached[changed.id].text == "another text" != before[changed.id].text


def test_what_came_first_goes_first_where_too_much_is_kept(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_rows, "MOST_KEPT", 10)
    cache = RowCache(index.storage.chunks)
    written = [chunk("many.py", number, f"one of many {number}") for number in range(25)]
    index.storage.chunks.replace_files([], written, {})
    assert list(cache.of([chunk.id for chunk in written])[0]) == [chunk.id for chunk in written[-10:]]


def test_rows_come_in_the_order_of_the_chunks_and_each_once(index: IndexOnDisk) -> None:
    rows, ids = knowing(index)
    assert list(rows.of([*ids[::-3], ids[-1]], EVERYTHING)) == ids[::-3]
    assert rows.of([], EVERYTHING) == {}


def test_rows_that_were_replaced_removed_or_moved_are_found_as_they_are_now(index: IndexOnDisk) -> None:
    chunks = index.storage.chunks
    rows, ids = knowing(index)
    changed, late = chunk("2.py", 2, "another text"), chunk("late.py", 1, "late")
    chunks.replace_files([changed.file_id], [changed], {})
    chunks.replace_files([late.file_id], [late], {})
    requested = [late.id, *ids, ChunkId("none")]
    assert rows.of(requested, EVERYTHING) == chunks.shown(requested)
    assert rows.of([changed.id], EVERYTHING)[changed.id].text == "another text"
    assert chunk("2.py", 9, "").id not in rows.of(ids, EVERYTHING)
    vectors = vectors_of([late])
    chunks.put_vectors({late.id: vectors[late.embed_hash]})
    index.storage.database.write_moving("chunks", lambda table: table.optimize())
    for _ in range(3):
        assert list(rows.of(requested, EVERYTHING).items()) == list(chunks.shown(requested).items())
        write(index)


def test_a_filter_holds_for_known_rows_too(index: IndexOnDisk) -> None:
    rows, ids = knowing(index)
    wanted = RowFilter((Condition("path", Operator.IN, ("3.py",)),))
    assert {chunk.partition("#")[0].rpartition(":")[2] for chunk in rows.of(ids, wanted)} == {"3.py"}
