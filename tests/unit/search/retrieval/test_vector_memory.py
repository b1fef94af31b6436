"""The vectors in memory answer as the table does, also after each change of it."""

import gc
import threading
import weakref
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.retrieval import vector_memory
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.vector_memory import LoadedVectors, VectorMemory
from search.types.chunks import ChunkKind
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import ChunkId, card_id
from tests.contracts.samples import WORDS, IndexOnDisk, card, chunk, vectors_of
from tests.fakes.encoder import BagOfWordsEncoder

NO_CARDS = RowFilter((Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,)),))
QUESTION = BagOfWordsEncoder().encode_query("lease retry token")


@pytest.fixture
def index(tmp_path) -> Iterator[IndexOnDisk]:
    made = IndexOnDisk(tmp_path)
    chunks = [chunk(f"{n % 7}.py", n, " ".join(WORDS[n % 5 : n % 5 + n % 3 + 1])) for n in range(60)]
    made.holding([*chunks, card(chunks[0]), card(chunks[1])])
    yield made
    made.storage.close()


def loaded_of(memory: VectorMemory) -> LoadedVectors:
    loaded = memory.now()
    assert loaded is not None
    return loaded


def agrees(loaded: LoadedVectors, index: IndexOnDisk) -> None:
    """Check every chunk, cosine and tie against the table."""
    chunks = index.storage.chunks
    for limit in (1, 10, 100):
        ids, cosines = loaded.shown.nearest(QUESTION, limit)
        expected_ids, expected = chunks.nearest(QUESTION, NO_CARDS, limit)
        assert (ids, cosines.tolist()) == (expected_ids, expected.tolist())
        shown_ids, shown = chunks.nearest_shown(QUESTION, limit)
        assert (shown_ids, shown.tolist()) == (expected_ids, expected.tolist())
    everything = [ChunkId(chunk) for batch in chunks.vector_batches() for chunk in batch.ids]
    requested = [*everything, ChunkId("none")]
    merged = loaded.shown.cosines(QUESTION, requested) | loaded.cards.cosines(QUESTION, requested)
    assert merged == chunks.cosines(QUESTION, everything)


def test_memory_and_table_give_the_same_chunks_and_cosines_ties_included(index: IndexOnDisk) -> None:
    memory = VectorMemory(index.storage.chunks)
    agrees(loaded_of(memory), index)
    assert card_id(chunk("0.py", 0, "").file_id) in loaded_of(memory).cards.row_of


def test_commits_of_this_process_are_taken_in_without_reading_the_table_again(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = index.storage.chunks
    memory = VectorMemory(chunks)
    before = loaded_of(memory)
    monkeypatch.setattr(memory, "_read", None)
    late = [chunk("late.py", n, " ".join(WORDS[n : n + 2])) for n in range(3)]
    removed, changed = chunk("1.py", 1, "").file_id, chunk("2.py", 2, "lease")
    chunks.replace_files([late[0].file_id], late, {})
    agrees(loaded_of(memory), index)
    vectors = vectors_of(late)
    chunks.put_vectors({chunk.id: vectors[chunk.embed_hash] for chunk in late} | {ChunkId("gone"): QUESTION})
    agrees(loaded_of(memory), index)
    chunks.replace_files([removed, changed.file_id], [changed], vectors_of([changed]))
    agrees(loaded_of(memory), index)
    index.storage.maintain()
    agrees(loaded_of(memory), index)
    assert len(before.shown.nearest(QUESTION, 100)[0]) == 60


def test_a_copy_that_nobody_keeps_is_let_go(index: IndexOnDisk) -> None:
    memory = VectorMemory(index.storage.chunks)
    loaded_of(memory)
    reference = weakref.ref(memory)
    del memory
    gc.collect()  # from Python 3.12 on, LanceDB's readers end in a cycle of an exception and its frames
    assert reference() is None


def test_closing_waits_for_the_thread_that_reads_and_begins_no_other(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_memory, "READ_AT_ONCE", 1)
    memory = VectorMemory(index.storage.chunks)
    assert memory.now() is None
    memory.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "vectors-loading"]
    after = VectorMemory(index.storage.chunks)
    after.close()
    assert after.now() is None
    assert not [thread for thread in threading.enumerate() if thread.name == "vectors-loading"]


@pytest.mark.parametrize(("embedded", "is_copied"), [(5, True), (20, False)])
def test_rows_that_wait_for_their_vector_do_not_count_for_the_limit_of_a_copy(
    index: IndexOnDisk, monkeypatch: pytest.MonkeyPatch, embedded: int, *, is_copied: bool
) -> None:
    monkeypatch.setattr(vector_memory, "MOST_VECTORS", 10)
    monkeypatch.setattr(vector_memory, "READ_AT_ONCE", 1)
    chunks = [chunk(f"{n}.py", n, f"word{n}") for n in range(40)]
    index.storage.chunks.replace_files([chunk(f"{n}.py", n, "").file_id for n in range(60)], [], {})
    index.storage.chunks.replace_files([], chunks, vectors_of(chunks[:embedded]))
    memory = VectorMemory(index.storage.chunks)
    assert memory.now() is None
    memory._thread.join()
    assert (memory.now() is not None) is is_copied
    memory.close()


def test_each_identifier_is_read_as_one_text(index: IndexOnDisk) -> None:
    for batch in index.storage.chunks.vector_batches():
        assert {id(chunk) for chunk in batch.embedded} <= {id(chunk) for chunk in batch.ids}
        assert batch.matrix.shape == (len(batch.embedded), index.storage.chunks.dimension)


def test_after_any_other_change_the_table_is_read_again(index: IndexOnDisk) -> None:
    memory = VectorMemory(index.storage.chunks)
    before = loaded_of(memory)
    index.storage.database.write("chunks", lambda table: table.delete("path = '3.py'"))
    assert len(loaded_of(memory).shown) < len(before.shown)
    agrees(loaded_of(memory), index)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(st.sets(st.integers(0, 6)))
def test_a_filter_finds_what_passes_and_nothing_else(index: IndexOnDisk, numbers: set[int]) -> None:
    chunks = index.storage.chunks
    memory = VectorMemory(chunks)
    loaded = loaded_of(memory)
    paths = tuple(f"{number}.py" for number in numbers) or ("none.py",)
    ids = [chunk for batch in chunks.batches() for chunk in batch.ids if not chunk.endswith("-1")]
    lexical = LexicalIndex.build((chunk, "lease") for chunk in ids)
    mask = lexical.mask_of(chunk for chunk in ids if chunk.partition(":chunk:")[2].partition("#")[0] in paths)
    among = memory.rows_of(loaded.shown, lexical, mask)
    wanted = NO_CARDS.and_(Condition("path", Operator.IN, paths))
    nearest, cosines = loaded.shown.nearest(QUESTION, 12, among)
    expected, exact = chunks.nearest(QUESTION, wanted, 12)
    assert (nearest, cosines.tolist()) == (expected, exact.tolist())
    assert np.count_nonzero(among) == np.count_nonzero(mask)
