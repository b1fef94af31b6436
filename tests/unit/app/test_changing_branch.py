"""A checkout that changes its branch while it is read."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from app.composition import Role, make_core
from indexer.discovery.finder import FileFinder
from indexer.types import FoundFile
from search.config.settings import Docs, Embeddings, Settings
from search.events import Event, Notice
from search.types.files import Root
from search.types.filters import OWNER
from search.types.query import SearchQuery


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def shop_on_two_branches(folder: Path) -> Path:
    """Return a work tree on ``main``, with a branch ``other`` that has another file."""
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    for branch, name in (("main", "lease"), ("other", "loan")):
        if branch != "main":
            git(folder, "checkout", "-q", "-b", branch)
            git(folder, "rm", "-q", "lease.py")
        (folder / f"{name}.py").write_text(f"def renew_{name}(holder):\n    return holder\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", name)
    git(folder, "checkout", "-q", "main")
    return folder


def test_it_is_read_again_and_only_the_new_branch_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = shop_on_two_branches(tmp_path / "shop")
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    core = make_core(tmp_path / "index", settings, Role(follows=False))
    notices: list[str] = []
    branches = iter(["other"])
    really = FileFinder.everything

    def everything(finder: FileFinder, root: Root, /) -> Iterable[FoundFile]:
        files = list(really(finder, root))
        for branch in branches:
            git(shop, "checkout", "-q", branch)
        return files

    def note(event: Event) -> None:
        if isinstance(event, Notice):
            notices.append(str(event.message))

    monkeypatch.setattr(FileFinder, "everything", everything)
    core.subscribe(note)
    core.index([str(shop)])
    files = core.search(SearchQuery("is:indexed")).files
    assert [(file.branch, file.path) for file in files] == [("other", "loan.py")]
    assert [status.root.branch for status in core.roots(OWNER)] == ["other"]
    assert notices == [f"{shop} changed from branch main to other while it was read, and is read again."]
    core.close()
