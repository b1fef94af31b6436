"""A folder inside a root becomes a root of its own: its files are found throughout, and never twice."""

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.events import Event, FilesChanged, Progress
from search.types.filters import OWNER, Access
from search.types.query import SearchQuery
from search.types.status import Step
from tests.unit.app.unwatched_core import opened

MANY = 80
"""More files than the first batch of a root has."""


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """Make a folder with a project in it that is no repository yet, and one inside that."""
    code = tmp_path / "code"
    for folder in ("", "shop", "shop/vendor/clock"):
        (code / folder).mkdir(parents=True, exist_ok=True)
        (code / folder / "notes.md").write_text("# Notes on the renewal of leases\n")
    for number in range(MANY):
        (code / "shop" / f"lease{number}.py").write_text(f"def renew_{number}(lease):\n    return lease\n")
    return code


@pytest.fixture
def core(tmp_path: Path, code: Path) -> Iterator[LocalCore]:
    with opened(tmp_path / "index") as core:
        core.index([str(code)])
        yield core


def make_repository(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=folder, check=True)


def occurrences(core: LocalCore, access: Access = OWNER) -> Counter[str]:
    """Return how often each file on the disk is in an answer."""
    query = SearchQuery("is:indexed", top=1000, access=access)
    return Counter(f"{file.root_path}/{file.path}" for file in core.search(query).files)


def owners(core: LocalCore) -> set[tuple[str, str]]:
    return {(file.repository, file.path) for file in core.search(SearchQuery("is:indexed", top=1000)).files}


def all_of(folder: Path) -> Counter[str]:
    files = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    return Counter(str(path) for path in files)


def answers_meanwhile(core: LocalCore) -> list[Counter[str]]:
    """Return the list to which each change of the index will add what an answer then contains."""
    answers: list[Counter[str]] = []

    def note(event: Event) -> None:
        if isinstance(event, FilesChanged):
            answers.append(occurrences(core))

    core.subscribe(note)
    return answers


def cancels_in_the_midst(core: LocalCore) -> None:
    def cancel(event: Event) -> None:
        now = event.activity if isinstance(event, Progress) else None
        if now is not None and now.step == Step.WORDS and 0 < now.done < MANY:
            core._parts.indexing._indexer.cancel()

    core._parts.indexing._indexer._context.progress._clock = iter(range(1_000_000)).__next__
    core.subscribe(cancel)


def cancels_while_names_are_read(core: LocalCore) -> None:
    def cancel(event: Event) -> None:
        now = event.activity if isinstance(event, Progress) else None
        if now is not None and now.step == Step.NAMES and now.done:
            core._parts.indexing._indexer.cancel()

    core._parts.indexing._indexer._context.progress._clock = iter(range(1_000_000)).__next__
    core.subscribe(cancel)


def test_the_files_of_a_new_repository_are_found_throughout_and_never_twice(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    answers = answers_meanwhile(core)
    core.index([str(code)])
    assert len(answers) > 1
    assert all(answer == all_of(code) for answer in answers)
    assert ("shop", "lease1.py") in owners(core)
    assert ("code", "notes.md") in owners(core)


def test_so_are_those_of_a_repository_that_a_comparison_notices(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    make_repository(code / "shop" / "vendor" / "clock")
    answers = answers_meanwhile(core)
    indexer = core._parts.indexing._indexer
    indexer.compare(core.roots(OWNER)[0].root)
    assert all(answer == all_of(code) for answer in answers)
    assert occurrences(core) == all_of(code)
    assert {("shop", "lease1.py"), ("clock", "notes.md")} <= owners(core)


def test_a_repository_that_is_added_alone_takes_its_files_over(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    answers = answers_meanwhile(core)
    core.index([str(code / "shop")])
    assert all(answer == all_of(code) for answer in answers)
    assert occurrences(core) == all_of(code)
    assert ("code", "shop/lease1.py") not in owners(core)


def test_the_next_start_goes_on_where_reading_the_new_root_was_cancelled(
    tmp_path: Path, core: LocalCore, code: Path
) -> None:
    make_repository(code / "shop")
    cancels_in_the_midst(core)
    core.index([str(code)])
    assert occurrences(core) == all_of(code)
    assert {repository for repository, path in owners(core) if "lease" in path} == {"code", "shop"}
    core.close()
    with opened(tmp_path / "index") as later:
        assert occurrences(later) == all_of(code)
        later.index([str(code)])
        assert occurrences(later) == all_of(code)
        assert {repository for repository, path in owners(later) if "lease" in path} == {"shop"}


def test_files_that_are_deleted_meanwhile_are_not_found_any_more(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    cancels_in_the_midst(core)
    core.index([str(code)])
    shutil.rmtree(code / "shop")
    core._parts.indexing._indexer.compare(core.roots(OWNER)[0].root)
    assert ("code", "shop/lease1.py") not in owners(core)


def test_who_may_not_see_the_files_of_the_new_root_does_not_find_them_meanwhile(
    core: LocalCore, code: Path
) -> None:
    limited = Access(groups=())
    assert str(code / "shop" / "lease1.py") in occurrences(core, limited)
    make_repository(code / "shop")
    (code / "shop" / ".dowse.toml").write_text('groups = ["board"]\n')
    indexer = core._parts.indexing._indexer
    indexer._manifest_stage.whole(core.roots(OWNER)[0].root, indexer._control.begin(), report=False)
    assert set(occurrences(core, limited)) == {str(code / "notes.md")}
    core.index([str(code)])
    assert set(occurrences(core, limited)) == {str(code / "notes.md")}
    assert str(code / "shop" / "lease1.py") in occurrences(core, Access(groups=("board",)))


def test_a_root_that_is_forgotten_before_it_was_read_is_not_found_any_more(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    cancels_in_the_midst(core)
    core.index([str(code)])
    core.forget("shop")
    assert occurrences(core) == Counter([str(code / "notes.md")])


def test_a_repository_is_noticed_again_until_it_is_a_root(core: LocalCore, code: Path) -> None:
    """A kill may come between the comparison that notices it and the step that makes it a root."""
    make_repository(code / "shop")
    indexer = core._parts.indexing._indexer
    outer = core.roots(OWNER)[0].root
    indexer._manifest_stage.whole(outer, indexer._control.begin(), report=False)
    assert occurrences(core) == all_of(code)
    indexer.compare(outer)
    assert ("shop", "lease1.py") in owners(core)
    assert occurrences(core) == all_of(code)


def test_dependencies_are_those_of_the_new_roots(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    core.index([str(code)])
    storage, roots = core._parts.storage, [status.root.id for status in core.roots(OWNER)]
    files = {row.id for root in roots for row in storage.files.of_root(root).values()}
    homes = {node.file_id for node in storage.graph.stream_nodes(roots) if node.file_id}
    assert homes
    assert homes <= files


def test_files_of_repositories_that_join_a_folder_are_found_throughout(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    core.index([str(code)])
    answers = answers_meanwhile(core)
    core.index([str(code)], single=True)
    assert len(answers) > 1
    assert all(answer == all_of(code) for answer in answers)
    assert {repository for repository, _path in owners(core)} == {"code"}
    assert [status.root.repository for status in core.roots(OWNER)] == ["code"]


def test_joining_a_folder_goes_on_where_it_was_cancelled(tmp_path: Path, core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    core.index([str(code)])
    cancels_in_the_midst(core)
    core.index([str(code)], single=True)
    assert occurrences(core) == all_of(code)
    assert {repository for repository, path in owners(core) if "lease" in path} == {"code", "shop"}
    core.close()
    with opened(tmp_path / "index") as later:
        later.index([str(code)])
        assert occurrences(later) == all_of(code)
        assert {repository for repository, _path in owners(later)} == {"code"}
        assert [status.root.repository for status in later.roots(OWNER)] == ["code"]


def test_a_join_that_is_cancelled_before_anything_is_read_loses_no_file(core: LocalCore, code: Path) -> None:
    make_repository(code / "shop")
    core.index([str(code)])
    cancels_while_names_are_read(core)
    core.index([str(code)], single=True)
    assert occurrences(core) == all_of(code)


def test_roots_stay_while_the_folder_that_they_are_to_join_is_away(
    tmp_path: Path, core: LocalCore, code: Path
) -> None:
    make_repository(code / "shop")
    core.index([str(code)])
    outer = core.roots(OWNER)[0].root
    core._parts.storage.roots.keep_single(outer, wanted=True)
    core.close()
    code.rename(tmp_path / "unplugged")
    with opened(tmp_path / "index", follows=True) as later:
        beginning = later._parts.indexing._beginning
        assert beginning is not None
        beginning.join()
        assert [status.root.repository for status in later.roots(OWNER)] == ["code", "shop"]


def test_the_next_start_joins_roots_whose_files_had_been_read_before_a_kill(
    tmp_path: Path, core: LocalCore, code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(code / "shop")
    core.index([str(code)])
    with monkeypatch.context() as killed:
        killed.setattr(core._parts.indexing, "_join", lambda _roots: None)
        core.index([str(code)], single=True)
    core.close()
    with opened(tmp_path / "index", follows=True, compares=False) as later:
        beginning = later._parts.indexing._beginning
        assert beginning is not None
        beginning.join()
        assert [status.root.repository for status in later.roots(OWNER)] == ["code"]
        assert occurrences(later) == all_of(code)
