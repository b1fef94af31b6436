"""Who wrote the lines of an indexed file, and what changed since a commit, in a real repository."""

from pathlib import Path

import pytest

from app.core.line_history import blamed
from app.core.local_core import LocalCore
from search.errors import BadInputError, NotFoundError
from search.types.filters import OWNER, Access
from search.types.line_history import ChangedLinesRequest
from search.types.lines import LinesRequest
from tests.unit.app.test_permalinks import git, prepared  # noqa: F401 -- a fixture

LATER = "def renew(holder):\n    return holder\n\n\ndef lose(holder):\n    return None\n"


@pytest.fixture
def changed(core: LocalCore, folder: Path) -> str:
    """A second commit that adds lines 3 to 6, and line 2 changed since; return the identifier of the file."""
    file = folder / "src" / "lease.py"
    file.write_text(LATER)
    git(folder, "commit", "-qam", "Lose leases\n\nA long story.")
    file.write_text(LATER.replace("return holder", "return holder or None", 1))
    return f"{core.roots(OWNER)[0].root.repository}@main:file:lease.py"


def test_each_line_has_its_commit_and_an_edited_one_has_none(core, folder, changed):
    first, second, later = (line for line in core.blame(LinesRequest(changed, 1, 3), OWNER))
    assert (first.line, first.summary, first.author) == (1, "first", "A")
    assert first.commit == git(folder, "rev-parse", "HEAD~1")
    assert first.time > 1_000_000_000
    assert (second.commit, second.author, second.summary) == ("", "", "")
    assert (later.commit, later.summary) == (git(folder, "rev-parse", "HEAD"), "Lose leases")


def test_a_branch_that_is_not_checked_out_is_blamed_at_its_tip(core, folder, changed):
    lines = core.blame(LinesRequest(changed.replace("@main", "@next"), 1, 2), OWNER)
    assert [line.summary for line in lines] == ["first", "first"]


def test_a_client_that_may_not_see_everything_gets_no_messages(core, changed):
    restricted = Access(groups=("staff",))
    assert {line.summary for line in core.blame(LinesRequest(changed, 1, 3), restricted)} == {""}


def test_the_lines_that_changed_since_a_commit_are_those_of_the_file_on_disk(core, changed):
    assert core.changed_lines(ChangedLinesRequest(changed, "next"), OWNER) == ((2, 6),)
    assert core.changed_lines(ChangedLinesRequest(changed, "HEAD"), OWNER) == ((2, 2),)


@pytest.mark.parametrize("revision", ["missing", "-p", "HEAD..main", ":/first"])
def test_what_is_no_commit_of_a_branch_is_refused(core, changed, revision):
    with pytest.raises(BadInputError):
        core.changed_lines(ChangedLinesRequest(changed, revision), OWNER)


def test_a_file_that_may_not_be_seen_has_no_history(core, changed):
    hidden = Access(tenant="another")
    with pytest.raises(NotFoundError):
        core.blame(LinesRequest(changed), hidden)
    with pytest.raises(NotFoundError):
        core.changed_lines(ChangedLinesRequest(changed, "HEAD"), hidden)


def test_a_line_that_looks_like_a_field_stays_a_line():
    rows = ["a" * 40 + " 1 1 1", "author Ada", "author-time 5", "summary Say it", "filename x", "\tauthor Bob", ""]
    (line,) = blamed("\n".join(rows))
    assert (line.author, line.summary, line.time) == ("Ada", "Say it", 5.0)
