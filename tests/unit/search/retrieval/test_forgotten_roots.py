"""What is kept beside the tables follows when a root is forgotten, without reading the others again."""

from dataclasses import replace
from pathlib import Path

import pytest

from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import RowCache
from search.retrieval.vector_memory import VectorMemory
from search.types.ids import RootId
from tests.contracts.samples import IndexOnDisk, chunk, vectors_of
from tests.fakes.encoder import BagOfWordsEncoder


def test_rows_and_vectors_of_a_forgotten_root_go_and_those_of_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = IndexOnDisk(tmp_path)
    chunks = index.storage.chunks
    stays = [chunk(f"{number}.py", number, f"lease {number}") for number in range(20)]
    goes = [
        replace(chunk(f"{number}.py", number, f"token {number}", repository="other"), path_hash=RootId("other"))
        for number in range(20)
    ]
    chunks.replace_files([], [*stays, *goes], vectors_of([*stays, *goes]))
    memory, copy, cache = VectorMemory(chunks), ShownCopy(chunks, index.storage.layout.shown), RowCache(chunks)
    memory.load()
    copy.make()
    ids = [chunk.id for chunk in [*stays, *goes]]
    _, commits = cache.of(ids)
    cache.keep(chunks.shown(ids), commits)
    monkeypatch.setattr(type(chunks), "vector_batches", None)
    index.storage.forget(RootId("other"))
    left = chunks.shown(ids)
    assert list(left) == [chunk.id for chunk in stays]
    assert copy.of(ids) == cache.of(ids)[0] == left
    loaded = memory.now()
    assert loaded is not None
    question = BagOfWordsEncoder().encode_query("lease token")
    assert sorted(loaded.shown.nearest(question, 100)[0]) == sorted(left)
    index.storage.close()
