"""Rows read at their addresses are those read by name, whatever was written, moved or deleted in between."""

import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.storage import row_addresses
from search.storage.chunks_table import ChunksTable
from search.storage.row_addresses import RowAddresses
from search.types.chunks import Chunk
from search.types.ids import RootId, file_id
from tests.contracts.samples import IndexOnDisk, card, chunk, vectors_of
from tests.examples import examples

FILES = [f"{number}.py" for number in range(5)]
IDS = [file_id("shop", "main", path) for path in FILES]

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.lists(st.tuples(st.sampled_from(FILES), st.integers(0, 4)), min_size=1)),
        st.tuples(st.just("vectors"), st.sampled_from(IDS)),
        st.tuples(st.just("compact"), st.none()),
        st.tuples(st.just("forget"), st.none()),
        st.tuples(st.just("anything"), st.none()),
    ),
    max_size=12,
)


def _chunks(path: str, count: int, text: str) -> list[Chunk]:
    chunks = [chunk(path, number, f"{text} {number}") for number in range(count)]
    return [*chunks, card(chunks[0])] if chunks else []


def _by_name(index: IndexOnDisk) -> ChunksTable:
    """Return what knows no addresses yet."""
    return ChunksTable(index.storage.database, index.storage.files.paths)


def _read_often(chunks: ChunksTable) -> None:
    for _ in range(3):
        chunks.of_files(IDS)


def _refuse_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChunksTable, "_select", None)


@pytest.fixture
def index(tmp_path) -> Iterator[IndexOnDisk]:
    made = IndexOnDisk(tmp_path)
    made.holding([row for path in FILES for row in _chunks(path, 3, "lease")])
    yield made
    made.storage.close()


def _apply(index: IndexOnDisk, step: str, value, number: int) -> None:
    chunks, database = index.storage.chunks, index.storage.database
    if step == "write":
        written = [row for path, count in dict(value).items() for row in _chunks(path, count, f"version {number}")]
        chunks.replace_files([file_id("shop", "main", path) for path, _ in value], written, {})
    elif step == "vectors":
        rows = _by_name(index).of_files([value])
        vectors = vectors_of([*rows, chunk("0.py", 0, "")])
        chunks.put_vectors({row.id: vector for row, vector in zip(rows, vectors.values(), strict=False)})
    elif step == "compact":
        database.write_moving("chunks", lambda table: table.optimize())
    elif step == "forget":
        chunks.forget(RootId("root"))
    else:
        database.write("chunks", lambda table: table.delete("id LIKE '%0.py#%'"))


@pytest.mark.examples
@settings(max_examples=examples(12, 25), deadline=None)
@given(STEPS)
def test_after_any_commits_rows_are_those_that_are_read_by_name(steps) -> None:
    with tempfile.TemporaryDirectory() as folder:
        index = IndexOnDisk(Path(folder))
        index.holding([row for path in FILES for row in _chunks(path, 3, "lease")])
        chunks = index.storage.chunks
        _read_often(chunks)
        ever = {row.id for row in chunks.of_files(IDS)}
        for number, (step, value) in enumerate(steps):
            _apply(index, step, value, number)
            expected = _by_name(index).of_files(IDS)
            assert chunks.of_files(IDS) == expected
            assert chunks.of_files(IDS[1:3]) == [row for row in expected if row.file_id in IDS[1:3]]
            ever |= {row.id for row in expected}
            assert chunks.shown(sorted(ever)) == _by_name(index).shown(sorted(ever))
        index.storage.close()


def test_after_two_reads_nothing_is_looked_up_by_name(index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = index.storage.chunks
    _read_often(chunks)
    chunks.replace_files([IDS[0]], _chunks("0.py", 2, "renewed"), {})
    first = chunk("1.py", 0, "x")
    chunks.put_vectors({first.id: vectors_of([first])[first.embed_hash]})
    chunks.replace_files([file_id("shop", "main", "new.py")], _chunks("new.py", 2, "new"), {})
    expected = _by_name(index).of_files(IDS)
    new = _by_name(index).of_files([file_id("shop", "main", "new.py")])
    assert len(expected) == 3 + 4 * 4
    _refuse_names(monkeypatch)
    assert chunks.of_files(IDS) == expected
    assert chunks.of_files([file_id("shop", "main", "new.py")]) == new
    assert list(chunks.shown([row.id for row in new])) == [row.id for row in new]


def test_addresses_of_a_large_table_are_read_in_the_background_and_many_pieces_joined(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_addresses, "READ_AT_ONCE", 10)
    monkeypatch.setattr(row_addresses, "_MOST_PIECES", 2)
    chunks = index.storage.chunks
    _read_often(chunks)
    chunks.close()  # waits until they are read, or ends that
    _read_often(chunks)
    for number in range(12):
        chunks.replace_files([IDS[number % 5]], _chunks(FILES[number % 5], 3, f"version {number}"), {})
        assert chunks.of_files(IDS) == _by_name(index).of_files(IDS)


def test_a_file_that_is_replaced_meanwhile_is_read_whole(index: IndexOnDisk) -> None:
    chunks = index.storage.chunks
    _read_often(chunks)
    ending = threading.Event()

    def replace() -> None:
        for number in range(40):
            chunks.replace_files([IDS[0]], _chunks("0.py", 1 + number % 4, f"version {number}"), {})
        ending.set()

    writer = threading.Thread(target=replace)
    writer.start()
    seen = set()
    while not ending.is_set():
        rows = [row for row in chunks.of_files([IDS[0]]) if row.ordinal >= 0]
        versions = {row.text.rpartition(" ")[0] for row in rows}
        assert len(versions) == 1
        version = versions.pop()
        assert version == "lease" or len(rows) == 1 + int(version.split()[1]) % 4
        seen.add(version)
    writer.join()
    assert len(seen) > 3


def test_an_index_that_other_processes_write_is_always_read_by_name(index: IndexOnDisk) -> None:
    class Elsewhere:
        """The database of an index on object storage."""

        is_remote = True

        def __getattr__(self, name: str):
            return getattr(index.storage.database, name)

    addresses = RowAddresses(Elsewhere())
    for _ in range(4):
        assert addresses.rows(list(IDS), ["id", "file_id"], "file_id") == ([], list(IDS))
