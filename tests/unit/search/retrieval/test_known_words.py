"""Words of names are split once; a file of them that does not fit is as if there were none."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from search.retrieval.corpus import name_stems
from search.retrieval.known_words import KnownWords

NAMES = ["renewLease", "Größe", "日本", "x", "a\ud800b", "HTTPServer2"]


def opened(path: Path, version: str = "7") -> tuple[KnownWords, list[str]]:
    """Return the words of a file, and the names that were split since."""
    split: list[str] = []

    def words_of(name: str) -> Sequence[str]:
        split.append(name)
        return name_stems(name)

    words = KnownWords(path, version, words_of)
    words.open()
    return words, split


def kept(path: Path) -> Path:
    words, _ = opened(path)
    words.close(NAMES)
    return path


def test_words_are_those_of_splitting_and_known_ones_are_not_split_again(tmp_path: Path) -> None:
    words, split = opened(kept(tmp_path / "names.json"))
    assert [tuple(words(name)) for name in [*NAMES, "newOne"]] == [name_stems(name) for name in [*NAMES, "newOne"]]
    assert split == ["newOne"]


def test_names_that_are_gone_are_not_kept(tmp_path: Path) -> None:
    path = kept(tmp_path / "names.json")
    words, _ = opened(path)
    words.close(["renewLease"])
    assert "HTTPServer2" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "damage", [lambda text: text[:-3], lambda text: text.replace("leas", "loan"), lambda _: "{"]
)
def test_a_damaged_file_is_not_used(tmp_path: Path, damage: Callable[[str], str]) -> None:
    path = kept(tmp_path / "names.json")
    path.write_text(damage(path.read_text("utf-8")), "utf-8")
    words, split = opened(path)
    assert tuple(words("renewLease")) == name_stems("renewLease")
    assert split == ["renewLease"]


def test_words_of_another_analysis_are_not_used(tmp_path: Path) -> None:
    words, split = opened(kept(tmp_path / "names.json"), "8")
    words("renewLease")
    assert split == ["renewLease"]
