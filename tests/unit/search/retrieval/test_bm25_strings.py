"""Tables of strings, put together from other tables and new strings."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.retrieval.array_folder import BytesFile, BytesInMemory
from search.retrieval.bm25_strings import StringTable, StringTableWriter, kept_strings, union_of

STRINGS = st.lists(st.binary(max_size=5), max_size=8)


@st.composite
def pieces_of(draw: st.DrawFn, count: int) -> list[slice | list[bytes]]:
    ends = st.tuples(st.integers(0, count), st.integers(0, count)).map(sorted)
    slices = ends.map(lambda pair: slice(*pair))
    return draw(st.lists(slices | STRINGS, max_size=10))


@given(st.data(), STRINGS)
def test_a_table_of_old_and_new_strings_is_that_of_all_of_them(data: st.DataObject, before: list[bytes]) -> None:
    pieces = data.draw(pieces_of(len(before)))
    every = [string for piece in pieces for string in (before[piece] if isinstance(piece, slice) else piece)]
    expected = StringTable.of(every)
    with TemporaryDirectory() as folder, BytesFile(Path(folder, "strings.npy")) as file:
        for blob in (BytesInMemory(), file):
            writer = StringTableWriter(StringTable.of(before), blob)
            for piece in pieces:
                if isinstance(piece, slice):
                    writer.copy(piece.start, piece.stop)
                else:
                    writer.add(piece)
            made = writer.finish()
            assert made.raws() == every
            assert (made.blob.dtype, made.ends.dtype) == (expected.blob.dtype, expected.ends.dtype)


def test_a_large_table_is_written_into_a_file_that_numpy_reads(tmp_path: Path) -> None:
    strings = [b"lease" * number for number in range(500)]
    with BytesFile(tmp_path / "strings.npy") as file:
        writer = StringTableWriter(StringTable.of([]), file)
        for string in strings:
            writer.add([string])
        made = writer.finish()
    assert made.raws() == strings
    assert isinstance(made.blob.base, np.memmap)
    assert np.load(tmp_path / "strings.npy").tobytes() == b"".join(strings)


@given(st.lists(st.lists(st.tuples(st.binary(max_size=5), st.booleans()), max_size=8), max_size=4))
def test_strings_that_masks_keep_follow_each_other(tables: list[list[tuple[bytes, bool]]]) -> None:
    parts = [
        (StringTable.of([string for string, _ in table]), np.array([keep for _, keep in table], np.bool_))
        for table in tables
    ]
    assert kept_strings(parts).raws() == [string for table in tables for string, keep in table if keep]


@given(st.lists(st.frozensets(st.binary(max_size=2), max_size=12), min_size=1, max_size=4), st.integers(1, 4))
def test_sorted_tables_are_joined_in_order_whatever_is_read_at_once(
    sets: list[frozenset[bytes]], at_once: int
) -> None:
    rows, union = union_of([StringTable.of(sorted(strings)) for strings in sets], at_once=at_once)
    assert union.raws() == sorted(frozenset().union(*sets))
    for own, strings in zip(rows, sets, strict=True):
        assert [union.raw(row) for row in own.tolist()] == sorted(strings)
