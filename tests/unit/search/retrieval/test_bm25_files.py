import os
import stat

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.errors import IndexWriteError
from search.retrieval import array_folder, bm25_files
from search.retrieval.bm25 import LexicalIndex


def sample(count=60):
    return LexicalIndex.build(
        (f"chunk{number}", f"leas word{number % 7} größe{number}") for number in range(count)
    )


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_saved_index_answers_as_before_and_tells_its_version(tmp_path):
    index = sample().replace(["chunk3"], [("new", "leas 日本")])
    saved = index.save(tmp_path / "keyword", "17")
    for again in (saved, LexicalIndex.load(tmp_path / "keyword")):
        assert again.version == "17"
        assert again.scores(["leas", "word3"]).tobytes() == index.scores(["leas", "word3"]).tobytes()
        assert list(again.slots) == list(index.slots)
        assert again.slots_of(["chunk3", "new"]).tolist() == index.slots_of(["chunk3", "new"]).tolist()
        assert again.live.tolist() == index.live.tolist()


def test_large_arrays_are_mapped_and_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(array_folder, "MAPPED_FROM", 1)
    again = sample().save(tmp_path, "1")
    assert isinstance(again._parts[0].documents.base, np.memmap)
    assert again.replace(["chunk1"], [("x", "leas")]).document_frequency("leas") == 60


def test_an_empty_index_can_be_saved(tmp_path):
    again = LexicalIndex().save(tmp_path, "0")
    assert (len(again), again.version, again.top(["leas"], None, None, 3)[0].tolist()) == (0, "0", [])


def test_saving_again_writes_only_what_is_new_and_removes_what_is_not_used(tmp_path):
    index = sample(200).save(tmp_path, "1")
    before = {path: path.stat().st_mtime_ns for path in files(tmp_path) if path.parent != tmp_path}
    index = index.replace([], [("x", "leas")]).save(tmp_path, "2")
    assert {path: path.stat().st_mtime_ns for path in before} == before
    index.replace([f"chunk{number}" for number in range(200)], []).save(tmp_path, "3")
    assert not set(files(tmp_path)) & set(before)
    assert len(LexicalIndex.load(tmp_path)) == 1


def test_a_folder_without_an_index_gives_none(tmp_path):
    assert LexicalIndex.load(tmp_path) is None
    assert LexicalIndex.load(tmp_path / "missing") is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(data=st.data())
def test_any_changed_byte_is_noticed(tmp_path, data):
    folder = tmp_path / "keyword"
    if not folder.exists():
        sample().save(folder, "1")
    path = data.draw(st.sampled_from(files(folder)))
    before = path.read_bytes()
    at = data.draw(st.integers(0, len(before) - 1))
    flipped = data.draw(st.integers(1, 255))
    path.write_bytes(before[:at] + bytes([before[at] ^ flipped]) + before[at + 1 :])
    assert LexicalIndex.load(folder) is None
    path.write_bytes(before)
    assert LexicalIndex.load(folder) is not None


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: os.truncate(path, 0)])
def test_a_missing_or_cut_file_is_noticed_and_saving_repairs_it(tmp_path, damage):
    index = sample()
    for position in range(len(files(index.save(tmp_path / "n", "1") and tmp_path / "n"))):
        folder = tmp_path / str(position)
        sample().save(folder, "1")
        damage(files(folder)[position])
        assert LexicalIndex.load(folder) is None
        index.save(folder, "2")
        assert LexicalIndex.load(folder).version == "2"


def test_another_format_is_not_read(tmp_path, monkeypatch):
    sample().save(tmp_path, "1")
    monkeypatch.setattr(bm25_files, "FORMAT", bm25_files.FORMAT + 1)
    assert LexicalIndex.load(tmp_path) is None


def test_a_folder_that_cannot_be_written_is_an_error_with_a_remedy(tmp_path):
    (tmp_path / "keyword").write_text("a file stands in the way")
    with pytest.raises(IndexWriteError) as caught:
        sample().save(tmp_path / "keyword", "1")
    assert str(caught.value.remedy)
    assert str(tmp_path) in str(caught.value)


def test_what_a_killed_writer_left_is_swept(tmp_path):
    index = sample().save(tmp_path, "1")
    (tmp_path / "0123").mkdir()
    (tmp_path / "0123" / "documents.npy").write_bytes(b"half")
    (tmp_path / "manifest.json.4567").write_text("half")
    assert LexicalIndex.load(tmp_path) is not None
    index.save(tmp_path, "2")
    assert not (tmp_path / "0123").exists()
    assert stat.S_ISREG((tmp_path / "manifest.json").stat().st_mode)
    assert not (tmp_path / "manifest.json.4567").exists()
