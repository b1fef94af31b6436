from dataclasses import replace

import numpy as np
import pytest

from search.storage.chunk_writes import MANY
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ChunkKind
from search.types.files import Flag
from search.types.filters import Access, Condition, Operator, RowFilter

EVERYTHING = RowFilter()


def test_replacing_a_file_removes_the_chunks_it_no_longer_has_in_one_commit(storage, make_chunk):
    first = [make_chunk("a.py", number) for number in range(5)]
    storage.chunks.replace_files([first[0].file_id], first, {})
    before = storage.chunks.version()
    storage.chunks.replace_files([first[0].file_id], first[:2], {})
    assert storage.chunks.version() == before + 1
    assert list(storage.chunks.rows([chunk.id for chunk in first])) == [chunk.id for chunk in first[:2]]


def test_many_files_are_replaced_in_one_commit_and_others_stay(storage, make_chunk):
    paths = [f"{number}.py" for number in range(30)]
    chunks = [make_chunk(path) for path in paths]
    storage.chunks.replace_files([chunk.file_id for chunk in chunks], chunks, {})
    before = storage.chunks.version()
    storage.chunks.replace_files([chunk.file_id for chunk in chunks[:20]], [], {})
    assert storage.chunks.version() == before + 1
    assert [chunk.path for chunk in storage.chunks.of_files([c.file_id for c in chunks])] == sorted(paths[20:])


def test_chunks_of_new_files_are_added_and_those_of_known_files_replaced_also_when_only_the_chunk_names_its_file(
    storage, make_chunk
):
    chunks = [make_chunk("a.py"), make_chunk("b.py")]
    storage.chunks.replace_files([chunk.file_id for chunk in chunks], chunks, {})
    again = [replace(chunks[1], text="again"), make_chunk("c.py")]
    storage.chunks.replace_files([], again, {})
    assert storage.chunks.count() == 3
    assert storage.chunks.texts([chunks[1].id], EVERYTHING) == {chunks[1].id: "again"}


def test_after_a_large_write_known_files_are_still_replaced_and_new_ones_added(storage, make_chunk):
    many = [make_chunk(f"{number}.py") for number in range(MANY)]
    storage.chunks.replace_files([chunk.file_id for chunk in many], many, {})
    rewritten = [replace(chunk, text="again") for chunk in many[:40]]
    others = [make_chunk(f"new {number}.py") for number in range(MANY)]
    storage.chunks.replace_files([], [*rewritten, *others], {})
    storage.chunks.replace_files([chunk.file_id for chunk in others[:1]], [replace(others[0], text="again")], {})
    assert storage.chunks.count() == 2 * MANY
    wanted = [chunk.id for chunk in (*rewritten, others[0])]
    assert set(storage.chunks.texts(wanted, EVERYTHING).values()) == {"again"}


def test_chunks_of_a_write_that_was_not_told_are_replaced_after_a_large_one(storage, make_chunk):
    """A process that was killed before it wrote the manifest leaves chunks of files that count as unread."""
    left = make_chunk("left.py")
    storage.chunks.replace_files([left.file_id], [left, make_chunk("left.py", 1)], {})
    many = [make_chunk(f"{number}.py") for number in range(MANY)]
    again = ChunksTable(storage.database, list)
    again.replace_files([left.file_id, *(chunk.file_id for chunk in many)], [left, *many], {})
    assert again.count() == MANY + 1


def test_replacing_nothing_by_nothing_is_no_commit(storage, make_chunk):
    before = storage.chunks.version()
    storage.chunks.replace_files([make_chunk("a.py").file_id], [], {})
    assert storage.chunks.version() == before


def test_a_chunk_comes_back_as_it_was_written_but_for_the_text_that_is_embedded(storage, make_chunk):
    chunk = make_chunk(
        "ü b/'x'.py",
        text="a\0b'\"\\%_😀\n",
        kind=ChunkKind.CLASS,
        symbols=("A", "b'"),
        groups=("g",),
        tags=("t", "u"),
        flags=(Flag.TEST.value,),
        embed_text="said to the encoder",
    )
    storage.chunks.replace_files([chunk.file_id], [chunk], {})
    assert storage.chunks.rows([chunk.id]) == {chunk.id: replace(chunk, embed_text="")}


def test_nearest_and_cosines_agree_and_are_exact(storage, make_chunk, unit_vectors):
    vectors = unit_vectors(200)
    chunks = [make_chunk("a.py", number) for number in range(200)]
    storage.chunks.replace_files(
        [chunks[0].file_id], chunks, {c.embed_hash: v for c, v in zip(chunks, vectors, strict=True)}
    )
    query = vectors[17]
    ids, cosines = storage.chunks.nearest(query, EVERYTHING, 20)
    assert ids[0] == chunks[17].id
    assert cosines.dtype == np.float64
    assert list(cosines) == sorted(cosines, reverse=True)
    again = storage.chunks.cosines(query, ids)
    assert [again[identifier] for identifier in ids] == list(cosines)
    exact = np.array([vector @ query for vector in vectors])
    assert np.allclose(cosines, np.sort(exact)[::-1][:20], atol=2e-3)


def test_equal_cosines_are_ordered_by_id_also_at_the_limit(storage, make_chunk, unit_vectors):
    (vector,) = unit_vectors(1)
    chunks = [make_chunk(f"{number:03}.py", embed_hash="same") for number in range(300)]
    storage.chunks.replace_files([c.file_id for c in chunks], list(reversed(chunks)), {"same": vector})
    ids, _ = storage.chunks.nearest(vector, EVERYTHING, 5)
    assert ids == sorted(chunk.id for chunk in chunks)[:5]


def test_chunks_with_no_vector_or_a_zero_one_do_no_harm(storage, make_chunk, unit_vectors):
    (vector,) = unit_vectors(1)
    chunks = [make_chunk("a.py", number) for number in range(4)]
    broken = np.full(384, np.nan, np.float32)
    arguments = {"a.py-0": vector, "a.py-1": np.zeros(384, np.float32), "a.py-2": broken}
    storage.chunks.replace_files([chunks[0].file_id], chunks, arguments)
    ids, cosines = storage.chunks.nearest(vector, EVERYTHING, 10)
    assert ids[0] == chunks[0].id
    assert np.isfinite(cosines).all()
    result = storage.chunks.cosines(vector, [*(chunk.id for chunk in chunks), "nothing"])
    assert result[chunks[0].id] == pytest.approx(1.0, abs=1e-3)
    assert result[chunks[1].id] == 0.0
    assert set(result) == {chunks[0].id, chunks[1].id}
    stored = storage.chunks.stored_vectors([chunks[0].file_id])
    assert [chunk.id for chunk in stored if chunk.vector is None] == [chunk.id for chunk in chunks[2:]]


def test_an_index_without_any_vector_or_row_answers_with_nothing(storage, make_chunk, unit_vectors):
    (vector,) = unit_vectors(1)
    assert storage.chunks.nearest(vector, EVERYTHING, 10)[0] == []
    chunk = make_chunk("a.py")
    storage.chunks.replace_files([chunk.file_id], [chunk], {})
    assert storage.chunks.nearest(vector, EVERYTHING, 10)[0] == []
    assert storage.chunks.cosines(vector, []) == {}
    assert storage.chunks.texts([], EVERYTHING) == {}


def test_a_filter_narrows_before_the_limit_counts(storage, make_chunk, unit_vectors):
    vectors = unit_vectors(100)
    chunks = [
        make_chunk(f"{number}.py", product="rare" if number % 25 == 0 else "common", groups=("g",) * (number % 2))
        for number in range(100)
    ]
    arguments = {c.embed_hash: v for c, v in zip(chunks, vectors, strict=True)}
    storage.chunks.replace_files([c.file_id for c in chunks], chunks, arguments)
    rare = RowFilter((Condition("product", Operator.IN, ("rare",)),))
    assert set(storage.chunks.nearest(vectors[1], rare, 4)[0]) == {chunks[n].id for n in (0, 25, 50, 75)}
    stranger = Access(groups=()).row_filter()
    seen, _ = storage.chunks.nearest(vectors[1], stranger, 100)
    assert set(seen) == {chunk.id for chunk in chunks if not chunk.groups}
    assert set(storage.chunks.texts([c.id for c in chunks], stranger)) == set(seen)


def test_vectors_that_come_later_fill_only_chunks_that_still_exist(storage, make_chunk, unit_vectors):
    (vector,) = unit_vectors(1)
    chunk = make_chunk("a.py")
    storage.chunks.replace_files([chunk.file_id], [chunk], {})
    storage.chunks.put_vectors({chunk.id: vector, "gone": vector})
    assert storage.chunks.count() == 1
    assert storage.chunks.cosines(vector, [chunk.id]) == {chunk.id: pytest.approx(1.0, abs=1e-3)}
    assert storage.chunks.rows([chunk.id])[chunk.id].text == chunk.text


def test_batches_stream_every_chunk_once_with_its_terms(storage, make_chunk):
    chunks = [make_chunk(f"{number}.py", terms=f"term{number} x") for number in range(50)]
    storage.chunks.replace_files([c.file_id for c in chunks], chunks, {})
    seen = {i: t for part in storage.chunks.batches() for i, t in zip(part.ids, part.terms, strict=True)}
    assert seen == {chunk.id: chunk.terms for chunk in chunks}
    some = list(storage.chunks.batches([chunks[3].file_id, chunks[4].file_id]))
    assert sorted(i for part in some for i in part.ids) == sorted([chunks[3].id, chunks[4].id])
    assert list(storage.chunks.batches([])) == []


def test_a_filter_that_few_chunks_pass_finds_all_of_them_also_with_an_index_over_the_vectors(
    storage, make_chunk, unit_vectors
):
    from lancedb.index import IvfSq

    storage.use_model("fake", 384)
    chunks = [
        make_chunk("a.py", number, language="sql" if number % 100 == 0 else "python") for number in range(2_000)
    ]
    vectors = {chunk.embed_hash: row for chunk, row in zip(chunks, unit_vectors(2_000), strict=True)}
    storage.chunks.replace_files([chunks[0].file_id], chunks, vectors)
    config = IvfSq(distance_type="cosine", num_partitions=200)
    storage.database.write_moving("chunks", lambda table: table.create_index("vector", config=config))
    few = RowFilter((Condition("language", Operator.IN, ("sql",)),))
    result, cosines = storage.chunks.nearest(unit_vectors(1)[0], few, 50)
    assert sorted(result) == sorted(chunk.id for chunk in chunks if chunk.language == "sql")
    assert list(cosines) == sorted(cosines, reverse=True)
