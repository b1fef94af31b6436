"""Tables of strings, put together from other tables and new strings."""

from hypothesis import given
from hypothesis import strategies as st

from search.retrieval.bm25_strings import StringTable, spliced

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
    made, expected = spliced(StringTable.of(before), pieces), StringTable.of(every)
    assert made.raws() == every
    assert (made.blob.dtype, made.ends.dtype) == (expected.blob.dtype, expected.ends.dtype)
