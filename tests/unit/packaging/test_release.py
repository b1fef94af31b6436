"""What a release writes, and what it refuses before it writes anything."""

import datetime as dt
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.unit.packaging.scripts import REPOSITORY, script

release = script("release.py")

DAY = dt.date(2026, 11, 23)
CHANGELOG = """\
# Changelog

## Unreleased

### Added

- A thing.

## 0.1.0

- The first.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    version_file = tmp_path / release.VERSION_FILE
    version_file.parent.mkdir(parents=True)
    version_file.write_text('"""The version."""\n\nVERSION = "0.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True)
    return tmp_path


def test_what_was_unreleased_becomes_the_section_of_the_version() -> None:
    text = release.with_section(CHANGELOG, "0.2.0", DAY)
    assert (
        "## Unreleased\n\n## 0.2.0 (2026-11-23)\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\n- The first.\n" in text
    )


def test_the_changelog_of_this_repository_can_be_released() -> None:
    text = release.with_section((REPOSITORY / "CHANGELOG.md").read_text("utf-8"), "99.0.0", DAY)
    assert "## 99.0.0 (2026-11-23)" in text
    assert "published" not in text.partition("## Unreleased")[0]


def test_version_and_changelog_are_written_together(checkout: Path) -> None:
    release.write(checkout, "0.2.0", DAY)
    assert 'VERSION = "0.2.0"' in (checkout / release.VERSION_FILE).read_text()
    assert "## 0.2.0" in (checkout / "CHANGELOG.md").read_text()


def test_a_release_without_changes_is_refused_and_nothing_is_written(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 0.1.0\n")
    with pytest.raises(release.ReleaseError, match="nothing under"):
        release.write(checkout, "0.2.0", DAY)
    assert 'VERSION = "0.1.0"' in (checkout / release.VERSION_FILE).read_text()


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9"])
def test_a_version_that_is_not_higher_is_refused(checkout: Path, version: str) -> None:
    with pytest.raises(release.ReleaseError, match="not higher"):
        release.write(checkout, version, DAY)


def test_words_changed_files_and_a_tag_that_is_there_are_refused(checkout: Path) -> None:
    release.refuse_unready(checkout, "0.2.0")
    with pytest.raises(release.ReleaseError, match="no version"):
        release.refuse_unready(checkout, "next")
    subprocess.run(["git", "tag", "v0.2.0"], cwd=checkout, check=True)
    with pytest.raises(release.ReleaseError, match="already"):
        release.refuse_unready(checkout, "0.2.0")
    (checkout / "new").touch()
    with pytest.raises(release.ReleaseError, match="not committed"):
        release.refuse_unready(checkout, "0.3.0")


@pytest.mark.parametrize(
    ("remote", "page"),
    [
        ("git@example.org:tools/dowse.git", "https://example.org/tools/dowse"),
        ("ssh://git@example.org/tools/dowse.git", "https://example.org/tools/dowse"),
        ("https://example.org/tools/dowse", "https://example.org/tools/dowse"),
        ("/srv/git/dowse.git", ""),
        ("", ""),
    ],
)
def test_the_home_page_is_that_of_the_remote(remote: str, page: str) -> None:
    assert release.homepage(remote) == page


def test_packages_and_desktops_get_the_home_page_once() -> None:
    page = "https://example.org/tools/dowse"
    project = (REPOSITORY / release.PROJECT).read_text("utf-8")
    metainfo = (REPOSITORY / release.METAINFO).read_text("utf-8")
    written = release.with_urls(project, page)
    urls = tomllib.loads(written)["project"]["urls"]
    assert urls["Homepage"] == page
    assert urls["Changelog"] == f"{page}/blob/main/CHANGELOG.md"
    assert release.with_urls(written, page) == written
    described = release.with_homepage(metainfo, page)
    assert described.count(f'<url type="homepage">{page}</url>') == 1
    assert release.with_homepage(described, page) == described
