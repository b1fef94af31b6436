"""Repositories below a folder: which there are, and that a walk leaves them to roots of their own."""

import subprocess
from pathlib import Path

from indexer.discovery.finder import FileFinder
from indexer.discovery.repositories import nested_repositories
from indexer.discovery.rules import Rules
from search.types.files import Root
from search.types.ids import path_hash
from tests.unit.indexer.discovery.conftest import Tree

SPLIT = Rules(splits=True)


def _git(folder: Path, *arguments: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def _commit(folder: Path) -> None:
    _git(folder, "init", "-q", "-b", "main")
    (folder / "a.py").write_text("A = 1\n")
    _git(folder, "add", "-A")
    _git(folder, "commit", "-qm", "first")


def _root(folder: Path, **values: object) -> Root:
    return Root(path_hash(str(folder)), str(folder), folder.name, "-", **values)  # type: ignore[arg-type]


def _walked(finder: FileFinder, root: Root) -> dict[str, str]:
    return {file.path: file.skip.reason if file.skip else "" for file in finder.everything(root)}


def test_repositories_are_found_at_any_depth(root: Path) -> None:
    for path in ("one", "team/two", "team/two/vendor/three"):
        _git(root / path, "init", "-q")
    (root / "plain").mkdir()
    assert nested_repositories(root, Rules()).paths == ("one", "team/two", "team/two/vendor/three")


def test_work_trees_and_submodules_are_repositories_too(root: Path) -> None:
    _commit(root / "shop")
    _git(root / "shop", "worktree", "add", "-q", "-b", "fix", str(root / "shop-fix"))
    _git(root / "shop", "submodule", "add", "-q", str(root / "shop"), "lib")
    assert nested_repositories(root, Rules()).paths == ("shop", "shop-fix", "shop/lib")


def test_a_submodule_that_is_not_checked_out_is_named(root: Path) -> None:
    _commit(root / "lib")
    _commit(root / "shop")
    _git(root / "shop", "submodule", "add", "-q", str(root / "lib"), "vendor/lib")
    _git(root / "shop", "submodule", "deinit", "-q", "-f", "vendor/lib")
    nested = nested_repositories(root, Rules())
    assert (nested.paths, nested.missing) == (("lib", "shop"), ("shop/vendor/lib",))


def test_a_git_folder_that_git_cannot_read_is_named_and_its_files_belong_to_the_folder_around_it(
    tree: Tree,
) -> None:
    root = tree({"shop/.git/": "", "shop/a.py": "A", "link/.git": "nonsense", "link/b.py": "B"})
    nested = nested_repositories(root, Rules())
    assert (nested.paths, nested.broken) == ((), ("link", "shop"))
    walked = _walked(FileFinder(), _root(root))
    assert (walked["shop/a.py"], walked["link/b.py"]) == ("", "")


def test_what_a_rule_leaves_out_is_not_looked_into(root: Path) -> None:
    for path in ("node_modules/one", "shop", "shop/build/two", "mine"):
        _git(root / path, "init", "-q")
    (root / "shop" / ".gitignore").write_text("build/\n")
    (root / ".dowseignore").write_text("mine\n")
    assert nested_repositories(root, Rules()).paths == ("shop",)


def test_a_link_to_a_repository_is_not_followed(root: Path, tmp_path: Path) -> None:
    _git(tmp_path / "elsewhere", "init", "-q")
    (root / "link").symlink_to(tmp_path / "elsewhere")
    assert nested_repositories(root, Rules()).paths == ()


def test_a_walk_leaves_a_repository_to_its_own_root(root: Path) -> None:
    _commit(root / "shop")
    (root / "notes.md").write_text("notes")
    finder = FileFinder()
    assert _walked(finder, _root(root)) == {"notes.md": "", "shop/": "other-root"}
    assert list(finder.below(_root(root), "shop/a.py")) == []
    assert not finder.entering(_root(root))("shop")
    skip = finder.why_not(_root(root), "shop/a.py")
    assert skip is not None
    assert skip.reason == "other-root"


def test_a_single_root_holds_its_repositories(root: Path) -> None:
    _commit(root / "shop")
    assert "shop/a.py" in _walked(FileFinder(), _root(root, single=True))


def test_a_walk_leaves_out_a_folder_that_is_a_root(tree: Tree) -> None:
    root = tree({"docs/a.md": "A", "docs-more/b.md": "B", "c.md": "C"})
    inner = _root(root / "docs")
    walked = _walked(FileFinder(roots=lambda: (_root(root), inner)), _root(root))
    assert walked == {"c.md": "", "docs-more/b.md": "", "docs/": "other-root"}
