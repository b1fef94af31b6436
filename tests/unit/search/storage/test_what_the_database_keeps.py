"""What the database keeps in memory is bounded, whatever is written and asked."""

from search.storage import location
from search.storage.storage import Storage


def test_what_is_kept_of_many_commits_has_a_bound_and_every_row_is_still_read(tmp_path, monkeypatch, make_chunk):
    monkeypatch.setattr(location, "CACHE_BYTES", 20_000)
    storage = Storage(tmp_path / "bounded")
    chunks = [make_chunk(f"{number}.py") for number in range(30)]
    for chunk in chunks:
        storage.chunks.replace_files([chunk.file_id], [chunk], {})
        assert list(storage.chunks.shown([chunk.id])) == [chunk.id]
    assert 0 < storage.location.session.size_bytes < 3 * 20_000
    assert len(storage.chunks.shown([chunk.id for chunk in chunks])) == 30
    storage.close()
