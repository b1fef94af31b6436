"""Names of files and folders: how they are stored, and which of several spellings is theirs."""

import os
import sys
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest

from search import file_names
from search.file_names import as_listed, file_at, real_path, stored_name
from search.storage.layout import Layout
from search.storage.roots import RootsFile

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems take names of another case")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a capital and an umlaut of two characters, as macOS writes it."""
    folder = tmp_path / "Code" / unicodedata.normalize("NFD", "b\u00fcro")
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("typed", ["Code/b\u00fcro", "code/B\u00dcRO", "CODE/bu\u0308ro"])
def test_names_are_spelled_as_their_folder_lists_them(folder: Path, tmp_path: Path, typed: str) -> None:
    assert as_listed(tmp_path / typed) == folder


@ON_LINUX
def test_of_two_names_that_differ_in_case_alone_each_stays(tmp_path: Path) -> None:
    for name in ("notes", "Notes"):
        (tmp_path / name).mkdir(exist_ok=True)
        assert as_listed(tmp_path / name) == tmp_path / name
    assert as_listed(tmp_path / "gone" / "notes") == tmp_path / "gone" / "notes"


@ON_LINUX
def test_elsewhere_than_on_macos_the_system_resolves_a_path(folder: Path, tmp_path: Path) -> None:
    typed = tmp_path / "code" / folder.name
    assert real_path(typed) == os.path.realpath(typed)


def test_on_macos_a_folder_that_was_typed_in_two_ways_is_one_root(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_names, "sys", SimpleNamespace(platform="darwin"))
    (tmp_path / "index").mkdir()
    roots = RootsFile(Layout(tmp_path / "index"))
    root = roots.add(folder)
    assert roots.add(tmp_path / "code" / "b\u00fcro") == root
    assert roots.find(str(tmp_path / "code" / "b\u00fcro")) == root
    assert root.path == str(folder)


def test_half_of_a_surrogate_pair_in_a_name_of_windows_is_stored_as_its_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    windows = SimpleNamespace(getfilesystemencodeerrors=lambda: "surrogatepass")
    monkeypatch.setattr(file_names, "sys", windows)
    assert stored_name("caf\u00e9-\ud83d.txt") == "caf\u00e9-\\xed\\xa0\\xbd.txt"
    assert stored_name("caf\u00e9-\U0001f600.txt") == "caf\u00e9-\U0001f600.txt"


@ON_LINUX
@pytest.mark.parametrize("raw", [b"caf\xe9", b"\xed\xa0\xbd", b"\xff\xfe-\xc3", b"plain\\xe9"])
def test_a_file_is_where_its_stored_name_says(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / os.fsdecode(raw)).write_bytes(raw)
    assert file_at(tmp_path, stored_name(os.fsdecode(raw))).read_bytes() == raw
