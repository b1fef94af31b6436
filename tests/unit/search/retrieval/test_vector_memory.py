"""The vectors in memory answer as the table does, and only while it is as it was."""

from collections.abc import Iterator

import pytest

from search.retrieval.vector_memory import VectorMemory
from search.types.chunks import ChunkKind
from search.types.filters import Condition, Operator, RowFilter
from tests.contracts.samples import WORDS, IndexOnDisk, card, chunk, vectors_of
from tests.fakes.encoder import BagOfWordsEncoder

NO_CARDS = RowFilter((Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,)),))


@pytest.fixture
def index(tmp_path) -> Iterator[IndexOnDisk]:
    made = IndexOnDisk(tmp_path)
    chunks = [chunk(f"{n % 7}.py", n, " ".join(WORDS[n % 5 : n % 5 + n % 3 + 1])) for n in range(60)]
    made.holding([*chunks, card(chunks[0]), card(chunks[1])])
    yield made
    made.storage.close()


def test_memory_and_table_give_the_same_chunks_and_cosines_ties_included(index: IndexOnDisk) -> None:
    memory = VectorMemory(index.storage.chunks)
    memory.load()
    vector = BagOfWordsEncoder().encode_query("lease retry token")
    for limit in (1, 10, 100):
        ids, cosines = memory.now().nearest(vector, limit)
        expected_ids, expected = index.storage.chunks.nearest(vector, NO_CARDS, limit)
        assert (ids, cosines.tolist()) == (expected_ids, expected.tolist())
    everything = [*ids, "shop@main:chunk:0.py#card/-1", "no such chunk"]
    assert memory.now().cosines(vector, everything) == index.storage.chunks.cosines(vector, everything)


def test_a_copy_answers_no_more_once_the_table_changed(index: IndexOnDisk) -> None:
    memory = VectorMemory(index.storage.chunks)
    memory.load()
    assert memory.now() is not None
    added = chunk("new.py", 0, "refund")
    index.storage.chunks.replace_files([added.file_id], [added], vectors_of([added]))
    assert memory.now() is None
    memory.load()
    assert added.id in memory.now().row_of


def test_a_small_index_is_left_to_the_database(index: IndexOnDisk) -> None:
    assert VectorMemory(index.storage.chunks).now() is None
