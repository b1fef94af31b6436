"""The file of each slot: after any updates it is the one that the identifiers say."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from search.retrieval.bm25 import LexicalIndex
from search.retrieval.slot_files import SlotFiles
from search.types.ids import ChunkId, FileId

UPDATES = st.lists(st.dictionaries(st.integers(0, 7), st.integers(0, 4), min_size=1), max_size=12)
"""Each update gives some files another number of chunks; 0 takes the file away."""


def _file(number: int) -> FileId:
    return FileId(f"shop@main:file:{number}.py")


def _chunks(number: int, count: int) -> list[ChunkId]:
    return [ChunkId(f"shop@main:chunk:{number}.py#part/{ordinal}") for ordinal in range(count)]


def _owners(lexical: LexicalIndex, slot_files: SlotFiles) -> list[tuple[str, str]]:
    """Return each chunk in use with the file that its slot belongs to."""
    name_of = {number: file for file, number in slot_files.number_of.items()}
    chunks = lexical.slots.many(np.flatnonzero(lexical.live))
    return [
        (chunk, name_of[number])
        for chunk, number in zip(chunks, slot_files.by_slot[lexical.live].tolist(), strict=True)
    ]


def _expected(chunks: Sequence[ChunkId]) -> list[tuple[str, str]]:
    return [(chunk, chunk.partition("#")[0].replace(":chunk:", ":file:")) for chunk in chunks]


@settings(max_examples=60, deadline=None)
@given(UPDATES)
def test_after_any_updates_each_slot_belongs_to_the_file_of_its_chunk(updates) -> None:
    lexical, now = LexicalIndex(), dict.fromkeys(range(8), 0)
    slot_files = SlotFiles(lexical, (), np.zeros(0, np.int64))
    for update in updates:
        removed = [chunk for file in update for chunk in _chunks(file, now[file])]
        added = {_file(file): _chunks(file, count) for file, count in update.items() if count}
        lexical = lexical.replace(removed, [(chunk, f"word {chunk}") for each in added.values() for chunk in each])
        slot_files.update(lexical, added)
        now |= update
        alive = lexical.slots.many(np.flatnonzero(lexical.live))
        assert sorted(alive) == sorted(chunk for file, count in now.items() for chunk in _chunks(file, count))
        assert _owners(lexical, slot_files) == _expected(alive)
        assert (slot_files.by_slot[~lexical.live] == -1).all()


def test_a_file_keeps_its_number_and_a_saved_index_its_files(tmp_path: Path) -> None:
    first, second = _chunks(1, 3), _chunks(2, 2)
    lexical = LexicalIndex.build([(chunk, "word") for chunk in first])
    slot_files = SlotFiles(lexical, [_file(1)], np.zeros(3, np.int64))
    lexical = lexical.replace(first, [(chunk, "word") for chunk in second])
    slot_files.update(lexical, {_file(2): second})
    lexical = lexical.save(tmp_path, "1")
    slot_files.update(lexical, {})
    assert slot_files.number_of == {_file(1): 0, _file(2): 1}
    assert _owners(lexical, slot_files) == _expected(second)
