"""Files whose content only a cloud drive has, as after OneDrive or iCloud freed the space on the disk."""

import os

import pytest

from indexer.discovery import walk
from search.types.files import ONLINE_ONLY, FileState
from tests.unit.indexer.pipeline.conftest import Bench

TEXT = "# Lease\n\nIt is renewed in spring.\n"


@pytest.fixture
def freed(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Return the inodes of which the system is to say that only a cloud drive has the content."""
    inodes: set[int] = set()
    monkeypatch.setattr(walk, "is_in_the_cloud", lambda info: info.st_ino in inodes)
    return inodes


def outcome(bench: Bench) -> tuple[FileState, str, bool]:
    row = bench.rows()["lease.md"]
    return row.state, row.reason, "renewed" in bench.texts("lease.md")


def test_a_file_that_was_read_before_its_space_was_freed_can_still_be_found(bench: Bench, freed: set[int]) -> None:
    file = bench.write("lease.md", TEXT)
    bench.index(semantic=False)
    freed.add(file.stat().st_ino)
    assert bench.index(semantic=False).changed == 0
    assert outcome(bench) == (FileState.INDEXED, "", True)


def test_a_file_that_is_not_on_the_disk_yet_is_left_out(bench: Bench, freed: set[int]) -> None:
    freed.add(bench.write("lease.md", TEXT).stat().st_ino)
    bench.index(semantic=False)
    assert outcome(bench) == (FileState.SKIPPED, ONLINE_ONLY, False)


def test_the_former_text_of_a_file_that_changed_elsewhere_is_not_shown(bench: Bench, freed: set[int]) -> None:
    file = bench.write("lease.md", TEXT)
    bench.index(semantic=False)
    os.utime(file, (1, 1))
    freed.add(file.stat().st_ino)
    bench.index(semantic=False)
    assert outcome(bench) == (FileState.SKIPPED, ONLINE_ONLY, False)


def test_a_file_that_got_other_rights_keeps_no_text_with_the_former_ones(bench: Bench, freed: set[int]) -> None:
    file = bench.write("lease.md", TEXT)
    bench.index(semantic=False)
    freed.add(file.stat().st_ino)
    bench.write(".dowse.toml", '[[rules]]\nglob = "**"\ngroups = ["board"]\n')
    bench.index(semantic=False)
    assert outcome(bench) == (FileState.SKIPPED, ONLINE_ONLY, False)


def test_a_file_that_is_fetched_again_is_read(bench: Bench, freed: set[int]) -> None:
    freed.add(bench.write("lease.md", TEXT).stat().st_ino)
    bench.index(semantic=False)
    freed.clear()
    bench.index(semantic=False)
    assert outcome(bench) == (FileState.INDEXED, "", True)
