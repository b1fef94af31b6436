"""A folder of a root becomes a root of its own: what was read of its files is used again."""

import subprocess

from search.types.files import Root
from tests.unit.indexer.pipeline.conftest import Bench


def nested(bench: Bench) -> Root:
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=bench.root_folder / "clock", check=True)
    return bench.storage.roots.add(bench.root_folder / "clock")


def test_texts_that_have_vectors_are_not_embedded_again(bench: Bench):
    bench.write("clock/now.py", "def now():\n    return 0\n")
    bench.write("clock/notes.md", "# Notes\n\nOn the time of day.\n")
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    known = len(bench.encoder.texts)
    inner = nested(bench)
    bench.indexer.index_roots([bench.root(), inner])
    assert len(bench.encoder.texts) == known
    rows = bench.storage.files.of_root(inner.id)
    assert {path for path, row in rows.items() if row.meaning} == {"now.py", "notes.md"}
    assert [row.path for row in bench.rows().values()] == ["clock/"]


def test_a_file_that_changed_has_its_earlier_vector_until_it_is_embedded(bench: Bench):
    bench.write("clock/now.py", "def now():\n    return 0\n")
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    files = [row.id for row in bench.rows().values()]
    earlier = {chunk.embed_hash: chunk.vector for chunk in bench.storage.chunks.stored_vectors(files)}
    bench.indexer.use_encoder(None)
    bench.write("clock/now.py", "def now():\n    return 1\n")
    inner = nested(bench)
    bench.indexer.index_roots([bench.root(), inner])
    row = bench.storage.files.of_root(inner.id)["now.py"]
    assert not row.meaning
    chunks = bench.storage.chunks.stored_vectors([row.id])
    assert len(chunks) == len(earlier)
    assert earlier.keys().isdisjoint(chunk.embed_hash for chunk in chunks)
    vectors = sorted(tuple(chunk.vector) for chunk in chunks if chunk.vector is not None)
    assert vectors == sorted(tuple(vector) for vector in earlier.values() if vector is not None)
    assert vectors
