"""A folder that holds repositories: a root for each, no file in two of them, and one line for what is odd."""

import os
import queue
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core import folder_roots
from app.core.local_core import LocalCore
from indexer.discovery import walk
from indexer.discovery.finder import FileFinder
from indexer.discovery.repositories import NestedRepositories
from search.config.settings import Docs, Embeddings, Settings
from search.errors import BadInputError
from search.events import Event, Notice
from search.types.filters import OWNER
from search.types.query import SearchQuery


def git(folder: Path, *arguments: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def repository(folder: Path, branch: str = "main") -> Path:
    git(folder, "init", "-q", "-b", branch)
    (folder / f"{folder.name}.py").write_text(f"def renew_{folder.name}(lease):\n    return lease\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", f"Begin {folder.name}")
    return folder


@pytest.fixture
def code(tmp_path: Path) -> Path:
    code = tmp_path / "code"
    repository(code / "shop")
    repository(code / "team" / "bank", "develop")
    repository(code / "shop" / "vendor" / "clock")
    (code / "notes.md").write_text("# Notes on the renewal of leases\n")
    return code


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def core(tmp_path: Path, notices: list[str]) -> Iterator[LocalCore]:
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    made = make_core(tmp_path / "index", settings, Role(follows=False))

    def note(event: Event) -> None:
        if isinstance(event, Notice):
            notices.append(str(event.message))

    made.subscribe(note)
    yield made
    made.close()


def roots_of(core: LocalCore) -> dict[str, str]:
    return {status.root.repository: status.root.branch for status in core.roots(OWNER)}


def occurrences(core: LocalCore) -> Counter[str]:
    """Return how often each file on the disk is in the index."""
    files = core.search(SearchQuery("is:indexed", top=1000)).files
    return Counter(f"{file.root_path}/{file.path}" for file in files)


def test_each_repository_is_a_root_with_its_branch_and_so_is_the_rest(core: LocalCore, code: Path) -> None:
    core.index([str(code)])
    assert roots_of(core) == {"code": "-", "shop": "main", "clock": "main", "bank": "develop"}
    assert set(occurrences(core)) == {
        str(code / path)
        for path in ("notes.md", "shop/shop.py", "team/bank/bank.py", "shop/vendor/clock/clock.py")
    }


def test_no_file_is_in_two_roots(core: LocalCore, code: Path) -> None:
    core.index([str(code / "shop" / "vendor")])
    core.index([str(code)])
    core.index([str(code / "shop")])
    assert set(occurrences(core).values()) == {1}


def test_a_notice_says_how_many_repositories_there_are(core: LocalCore, code: Path, notices: list[str]) -> None:
    core.index([str(code)])
    [notice] = notices
    assert notice.startswith(
        f"3 repositories are in {code}: shop, clock, bank. Each is indexed as a folder of its own"
    )


def test_whoever_chose_a_folder_for_each_repository_gets_no_notice_of_it(
    core: LocalCore, code: Path, notices: list[str]
) -> None:
    core.index([str(code)], single=False)
    assert {"code", "shop"} <= roots_of(core).keys()
    assert not any("repositories are in" in words for words in notices)


def test_a_single_root_keeps_everything_until_it_is_split(core: LocalCore, code: Path) -> None:
    core.index([str(code)], single=True)
    assert roots_of(core) == {"code": "-"}
    core.index([str(code)])
    assert roots_of(core) == {"code": "-"}
    core.index([str(code)], single=False)
    assert len(roots_of(core)) == 4
    assert set(occurrences(core).values()) == {1}


def test_roots_inside_a_folder_join_it_when_it_is_to_be_single(
    core: LocalCore, code: Path, notices: list[str]
) -> None:
    core.index([str(code)])
    core.index([str(code)], single=True)
    assert roots_of(core) == {"code": "-"}
    assert len(occurrences(core)) == 4
    assert notices[-1].startswith("3 folders inside")


def test_a_repository_that_appears_becomes_a_root(core: LocalCore, code: Path, notices: list[str]) -> None:
    core.index([str(code)])
    repository(code / "team" / "lamp")
    core.index([str(code)])
    assert roots_of(core)["lamp"] == "main"
    repository(code / "shop" / "late")
    core.index([str(code / "shop")])
    assert roots_of(core)["late"] == "main"


def test_a_watched_folder_takes_in_what_is_cloned_into_it(code: Path, tmp_path: Path) -> None:
    core = make_core(tmp_path / "index", Settings(embeddings=Embeddings(semantic=False)), Role(follows=True))
    core.index([str(code)])
    appeared: queue.Queue[object] = queue.Queue()

    def note(event: Event) -> None:
        if isinstance(event, Notice) and event.message.code == "indexing.repositories_appeared":
            appeared.put(event.message.values["names"])

    core.subscribe(note)
    git(code, "clone", "-q", str(code / "shop"), "team/copy")
    assert appeared.get(timeout=60) == "copy"
    (code / "plain").mkdir()
    repository(code / "plain" / "later")
    assert appeared.get(timeout=60) == "later"
    assert {"copy", "later"} <= set(roots_of(core))
    core.close()


def test_a_forgotten_repository_stays_forgotten(core: LocalCore, code: Path) -> None:
    core.index([str(code)])
    core.forget("bank")
    core._parts.indexing._indexer.compare(core.roots(OWNER)[0].root)
    assert "bank" not in roots_of(core)
    assert str(code / "team" / "bank" / "bank.py") not in occurrences(core)


def test_a_folder_inside_a_repository_is_no_root(core: LocalCore, code: Path, notices: list[str]) -> None:
    core.index([str(code)])
    core.index([str(code / "shop" / "vendor")])
    assert "vendor" not in roots_of(core)
    assert notices[-1] == (
        f"{code}/shop/vendor is inside the watched folder {code}/shop, which is brought up to date."
    )


def test_the_same_folder_by_two_names_is_one_root(
    core: LocalCore, code: Path, tmp_path: Path, notices: list[str]
) -> None:
    (tmp_path / "link").symlink_to(code)
    core.index([str(code), str(tmp_path / "link")])
    assert len(roots_of(core)) == 4
    assert notices[-1] == f"{tmp_path / 'link'} is the same folder as {code}; it is indexed once."


def test_the_link_to_a_folder_is_named_in_any_order_and_later(
    core: LocalCore, code: Path, tmp_path: Path, notices: list[str]
) -> None:
    link = tmp_path / "link"
    link.symlink_to(code)
    core.index([str(link), str(code), str(code)])
    assert notices.count(f"{code} is the same folder as {link}; it is indexed once.") == 2
    core.index([str(code)])
    core.index([str(link)])
    assert notices[-1] == f"{link} is the same folder as {code}; it is indexed once."


def test_submodules_that_are_not_checked_out_are_one_line(core: LocalCore, code: Path, notices: list[str]) -> None:
    modules = "".join(f'[submodule "{name}"]\n\tpath = libs/{name}\n\turl = x\n' for name in ("ash", "birch"))
    (code / "shop" / ".gitmodules").write_text(modules)
    core.index([str(code / "shop")])
    assert f"2 submodules of {code}/shop are not checked out and have no files: libs/ash, libs/birch." in notices


def test_what_may_not_be_read_inside_a_folder_is_one_line_once(
    core: LocalCore, code: Path, notices: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = code / "shop" / "closed"
    closed.mkdir()
    really = walk.os.scandir

    def scandir(path: object) -> object:
        if str(path) == str(closed):
            raise PermissionError(13, "Permission denied")
        return really(path)  # type: ignore[call-overload]

    monkeypatch.setattr(walk.os, "scandir", scandir)
    assert core.index([str(code)]).files == 4
    core.index([str(code)])
    notice = f"closed/ in {code}/shop cannot be read. The rest is indexed."
    assert notices.count(notice) == 1


def test_a_repository_without_commits_is_indexed_and_named(
    core: LocalCore, tmp_path: Path, notices: list[str]
) -> None:
    git(tmp_path / "young", "init", "-q", "-b", "main")
    (tmp_path / "young" / "a.py").write_text("def begin():\n    return 1\n")
    assert core.index([str(tmp_path / "young")]).files == 1
    assert roots_of(core) == {"young": "main"}
    assert notices == [f"{tmp_path / 'young'} has no commits: its files are indexed, and it has no history."]


def test_a_bare_repository_is_indexed_with_a_notice_that_its_files_are_not_read(
    core: LocalCore, tmp_path: Path, notices: list[str]
) -> None:
    git(tmp_path / "shop.git", "init", "-q", "--bare")
    core.index([str(tmp_path / "shop.git")])
    (notice,) = notices
    assert notice.startswith(f"{tmp_path / 'shop.git'} is a bare repository")
    assert notice.endswith("Index a clone or a work tree of it.")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives a folder away")
def test_a_repository_of_another_user_is_indexed_and_its_missing_history_is_said(
    core: LocalCore, code: Path, notices: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    bank = code / "team" / "bank"
    os.chown(bank, 65_534, 65_534)
    core.index([str(code)])
    assert "bank" in roots_of(core)
    (notice,) = [notice for notice in notices if notice.startswith("Git refuses")]
    assert notice.startswith(
        f"Git refuses what another user owns: {bank}. The files are indexed, without history."
    )


def test_a_broken_repository_is_read_as_a_part_of_its_folder(
    core: LocalCore, code: Path, notices: list[str]
) -> None:
    (code / "team" / "bank" / ".git" / "HEAD").unlink()
    core.index([str(code)])
    assert "bank" not in roots_of(core)
    assert str(code / "team" / "bank" / "bank.py") in occurrences(core)
    assert (
        f"{code}/team/bank has a .git that git cannot read: its files belong to the folder around it." in notices
    )


@pytest.mark.parametrize("damage", ["HEAD without a branch", "a .git file that leads nowhere"])
def test_a_folder_whose_own_git_cannot_be_read_is_indexed_without_history(
    core: LocalCore, tmp_path: Path, notices: list[str], damage: str
) -> None:
    shop = tmp_path / "damaged"
    shop.mkdir()
    (shop / "a.py").write_text("def begin():\n    return 1\n")
    if damage.startswith("HEAD"):
        (shop / ".git").mkdir()
        (shop / ".git" / "HEAD").write_text("not a reference\n")
    else:
        (shop / ".git").write_text(f"gitdir: {tmp_path / 'nowhere'}\n")
    assert core.index([str(shop)]).files == 1
    assert roots_of(core) == {"damaged": "-"}
    assert notices == [f"{shop} has a .git that git cannot read: its files are indexed, and it has no history."]


def test_a_folder_that_may_not_be_read_does_not_hinder_the_others(
    core: LocalCore, code: Path, tmp_path: Path, notices: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    really = folder_roots.os.scandir

    def scandir(path: object) -> object:
        if str(path) == str(closed):
            raise PermissionError(13, "Permission denied")
        return really(path)  # type: ignore[call-overload]

    monkeypatch.setattr(folder_roots.os, "scandir", scandir)
    core.index([str(closed), str(code)])
    assert len(roots_of(core)) == 4
    assert any("closed" in notice and "Permission denied" in notice for notice in notices)
    with pytest.raises(BadInputError, match="Permission denied"):
        core.index([str(closed)])


def test_a_folder_of_nothing_but_repositories_has_no_files_of_its_own(core: LocalCore, tmp_path: Path) -> None:
    for name in ("shop", "bank"):
        git(tmp_path / "all" / name, "init", "-q", "-b", "main")
        (tmp_path / "all" / name / "a.py").write_text("def begin():\n    return 1\n")
    core.index([str(tmp_path / "all")])
    assert {each.root.name: each.files for each in core.status(OWNER).roots}["all"] == 0


@pytest.mark.parametrize("another_is_away", [False, True])
def test_a_repository_that_is_deleted_while_others_are_looked_for_does_not_hinder_them(
    core: LocalCore, code: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, another_is_away: bool
) -> None:
    if another_is_away:
        core.index([str(repository(tmp_path / "lent"))])
        (tmp_path / "lent").rename(tmp_path.parent / f"{tmp_path.name}-lent")
    really = FileFinder.nested_repositories

    def nested_repositories(finder: FileFinder, folder: Path) -> NestedRepositories:
        nested = really(finder, folder)
        shutil.rmtree(code / "team" / "bank")
        return nested

    monkeypatch.setattr(FileFinder, "nested_repositories", nested_repositories)
    core.index([str(code)])
    assert set(roots_of(core)) - {"lent"} == {"code", "shop", "clock"}
    assert occurrences(core)[str(code / "shop" / "shop.py")] == 1


def test_nothing_is_recorded_of_a_folder_in_which_looking_for_repositories_fails(
    core: LocalCore, code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nested_repositories(_finder: FileFinder, folder: Path) -> NestedRepositories:
        raise BadInputError("roots.not_readable", path=folder, reason="Input/output error")

    monkeypatch.setattr(FileFinder, "nested_repositories", nested_repositories)
    with pytest.raises(BadInputError, match="Input/output error"):
        core.index([str(code)])
    assert roots_of(core) == {}


@pytest.mark.skipif(os.name == "nt", reason="a drive of Windows may hold nothing but files")
@pytest.mark.parametrize("name", ["/", "//", "/tmp/.."])
def test_the_root_of_the_file_system_is_refused_with_what_to_add_instead(core: LocalCore, name: str) -> None:
    with pytest.raises(BadInputError, match="whole file system") as refused:
        core.index([name])
    assert "dowse index ~" in str(refused.value.remedy)
    assert roots_of(core) == {}
