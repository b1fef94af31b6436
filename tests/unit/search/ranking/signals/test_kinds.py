"""Kinds of file that path and language tell."""

import pytest

from search.ranking.signals.kinds import is_changelog, kinds_of
from search.types.files import FileRecord, FileState
from search.types.ids import FileId, RootId


@pytest.mark.parametrize(
    "path",
    [
        "CHANGELOG.md",
        "docs/changelog_20.rst",
        "NEWS",
        "History.markdown",
        "RELEASE-NOTES",
        "docs/whats_new_3.rst",
        "changelog/0.19.0/issue-5258",
    ],
)
def test_a_list_of_changes_is_known_by_its_name_or_folder(path: str) -> None:
    assert is_changelog(path)


@pytest.mark.parametrize(
    "path", ["docs/history-of-the-shell.md", "docs/releases.md", "newsletter.md", "exchanges.md"]
)
def test_another_document_is_no_changelog(path: str) -> None:
    assert not is_changelog(path)


@pytest.mark.parametrize(
    ("path", "language", "flags", "kinds"),
    [
        ("CHANGES.rst", "restructuredtext", ("document",), ("document", "changelog")),
        ("changes.py", "python", (), ()),
        ("changelog/settings.yaml", "yaml", (), ("data",)),
        ("tests/pom.xml", "xml", ("test",), ("test", "data")),
    ],
)
def test_only_a_document_is_a_changelog(
    path: str, language: str, flags: tuple[str, ...], kinds: tuple[str, ...]
) -> None:
    record = FileRecord(
        FileId("f"), RootId("r"), "shop", "main", path, FileState.INDEXED, language=language, flags=flags
    )
    assert kinds_of(record) == kinds
