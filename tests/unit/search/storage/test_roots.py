import json
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from search.errors import BadInputError, IndexDamagedError, IndexWriteError, NotFoundError
from search.storage.git.head import branch_of, has_linked_trees, index_locks, repository_name
from search.storage.layout import Layout
from search.storage.roots import RootsFile, inode_of
from search.types.ids import path_hash


def git_tree(folder: Path, head: str = "ref: refs/heads/main\n") -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(head)
    return folder


def linked_tree(main: Path, folder: Path, head: str) -> Path:
    inner = main / ".git" / "worktrees" / folder.name
    inner.mkdir(parents=True)
    (inner / "HEAD").write_text(head)
    (inner / "commondir").write_text("../..\n")
    folder.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {inner}\n")
    return folder


@pytest.fixture
def roots(tmp_path: Path) -> RootsFile:
    return RootsFile(Layout(tmp_path / "index"))


def test_a_root_has_the_label_and_branch_of_its_repository(roots, tmp_path):
    root = roots.add(git_tree(tmp_path / "shop"))
    assert (root.repository, root.branch) == ("shop", "main")
    assert root.id == path_hash(str((tmp_path / "shop").resolve()))


def test_a_folder_outside_of_git_has_its_name_and_no_branch(roots, tmp_path):
    (tmp_path / "notes").mkdir()
    root = roots.add(tmp_path / "notes")
    assert (root.repository, root.branch) == ("notes", "-")


def test_a_root_that_names_itself_has_that_name(roots, tmp_path):
    first = roots.add(git_tree(tmp_path / "checkout"), repository="shop")
    (tmp_path / "other").mkdir()
    second = roots.add(tmp_path / "other", repository="shop")
    (tmp_path / "third").mkdir()
    third = roots.add(tmp_path / "third", repository="a@b:c/d")
    assert [root.repository for root in (first, second, third)] == ["shop", "shop+2", "a_b_c_d"]


def test_adding_a_root_again_or_by_a_link_gives_the_same_root(roots, tmp_path):
    root = roots.add(git_tree(tmp_path / "shop"))
    (tmp_path / "link").symlink_to(tmp_path / "shop")
    assert roots.add(tmp_path / "link") == root
    assert roots.add(tmp_path / "shop" / ".." / "shop") == root
    assert roots.all() == (root,)


def test_a_second_worktree_gets_a_label_of_its_own_and_keeps_it(roots, tmp_path):
    main = git_tree(tmp_path / "shop")
    first = roots.add(main)
    second = roots.add(linked_tree(main, tmp_path / "shop-fix", "ref: refs/heads/fix/it\n"))
    third = roots.add(linked_tree(main, tmp_path / "elsewhere", "ref: refs/heads/main\n"))
    assert [root.repository for root in (first, second, third)] == ["shop", "shop+2", "shop+3"]
    assert [root.branch for root in (first, second, third)] == ["main", "fix/it", "main"]
    roots.remove(second.id)
    again = RootsFile(Layout(tmp_path / "index"))
    assert again.all() == (first, third)


@pytest.mark.parametrize(
    ("head", "branch"),
    [
        ("ref: refs/heads/feature/x\n", "feature/x"),
        ("0123456789abcdef0123456789abcdef01234567\n", "HEAD"),
        ("fedcba9876543210fedcba9876543210fedcba98\n", "HEAD"),
        ("", "-"),
        ("ref: refs/heads/odd@name\n", "odd_name"),
    ],
)
def test_the_branch_is_read_from_the_head_itself(tmp_path, head, branch):
    assert branch_of(git_tree(tmp_path / "r", head)) == branch


@pytest.mark.parametrize("folder", ["rebase-merge", "rebase-apply"])
@pytest.mark.parametrize(("name", "branch"), [("refs/heads/fix/it\n", "fix/it"), ("detached HEAD\n", "HEAD")])
def test_a_branch_that_is_rebased_stays_the_branch(tmp_path, folder, name, branch):
    tree = git_tree(tmp_path / "r", "0123456789abcdef0123456789abcdef01234567\n")
    (tree / ".git" / folder).mkdir()
    (tree / ".git" / folder / "head-name").write_text(name)
    assert branch_of(tree) == branch


def test_a_folder_within_a_repository_belongs_to_it(tmp_path):
    tree = git_tree(tmp_path / "shop")
    (tree / "src" / "deep").mkdir(parents=True)
    assert repository_name(tree / "src" / "deep") == "shop"
    assert branch_of(tree / "src" / "deep") == "main"
    assert list(index_locks(tree / "src")) == [tree / ".git" / "index.lock"]


@pytest.mark.parametrize("content", ["", "gitdir:", "gitdir: /nowhere", "\0\xff", "x" * 10_000])
def test_a_broken_git_file_is_no_repository(tmp_path, content):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / ".git").write_text(content, encoding="latin-1")
    assert branch_of(tmp_path / "r") == "-"
    assert repository_name(tmp_path / "r") == "r"


def test_another_branch_is_kept(roots, tmp_path):
    root = roots.add(git_tree(tmp_path / "shop"))
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/next\n")
    assert roots.refresh_branch(root.id).branch == "next"
    assert RootsFile(Layout(tmp_path / "index")).all()[0].branch == "next"


def test_a_root_that_is_offline_keeps_its_branch(roots, tmp_path):
    root = roots.add(git_tree(tmp_path / "shop"))
    (tmp_path / "shop").rename(tmp_path / "unmounted")
    assert roots.refresh_branch(root.id) == root


def test_a_root_is_found_by_path_label_or_id(roots, tmp_path):
    root = roots.add(git_tree(tmp_path / "shop"))
    assert roots.find("shop") == roots.find(str(tmp_path / "shop")) == roots.find(root.id) == root
    with pytest.raises(NotFoundError) as caught:
        roots.find("nothing")
    assert "shop" in str(caught.value.remedy)
    with pytest.raises(NotFoundError):
        roots.get("unknown")


def test_what_is_no_folder_is_refused(roots, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(NotFoundError, match="missing"):
        roots.add(tmp_path / "missing")
    with pytest.raises(BadInputError, match="file"):
        roots.add(tmp_path / "file")


def test_the_index_does_not_index_itself(roots, tmp_path):
    (tmp_path / "index" / "lance").mkdir(parents=True)
    with pytest.raises(BadInputError, match="itself"):
        roots.add(tmp_path / "index" / "lance")


@pytest.mark.parametrize("content", ["", "{", "[1]", '[{"id": "x"}]', "null"])
def test_a_damaged_list_of_roots_is_told_and_kept(tmp_path, content):
    layout = Layout(tmp_path / "index")
    layout.folder.mkdir()
    layout.roots.write_text(content)
    with pytest.raises(IndexDamagedError, match=r"roots\.json"):
        RootsFile(layout)
    assert layout.roots.read_text() == content


def test_the_file_is_readable_json(roots, tmp_path):
    root = roots.add(git_tree(tmp_path / "shop"), external=True)
    (row,) = json.loads((tmp_path / "index" / "roots.json").read_text())
    assert row == {
        "id": root.id,
        "path": root.path,
        "repository": "shop",
        "branch": "main",
        "external": True,
        "inode": (tmp_path / "shop").stat().st_ino,
    }


@pytest.mark.parametrize("number", [7, 2**64 - 1, 2**70 + 7, 2**128 - 1])
def test_the_number_of_a_folder_fits_a_message_also_on_refs_of_windows(number, monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "stat", lambda _folder: SimpleNamespace(st_ino=number))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(inode_of(tmp_path))) == inode_of(tmp_path)
    assert inode_of(tmp_path) == number or number >= 2**64


def test_roots_that_are_added_together_are_written_once(tmp_path):
    written: list[str] = []
    roots = RootsFile(Layout(tmp_path / "index"), lambda _path, text: written.append(text))
    with roots.written_once():
        for name in ("one", "two", "three"):
            (tmp_path / name).mkdir()
            roots.add(tmp_path / name)
    assert [len(json.loads(text)) for text in written] == [3]
    assert [root.repository for root in roots.all()] == ["one", "two", "three"]


def test_roots_that_cannot_be_written_together_are_not_added(tmp_path):
    def refuse(_path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device")

    roots = RootsFile(Layout(tmp_path / "index"), refuse)
    with pytest.raises(IndexWriteError), roots.written_once():
        roots.add(git_tree(tmp_path / "shop"))
    assert roots.all() == ()


def test_what_was_added_before_an_error_is_written(roots, tmp_path):
    def add_both() -> None:
        with roots.written_once():
            roots.add(git_tree(tmp_path / "shop"))
            roots.add(tmp_path / "missing")

    with pytest.raises(NotFoundError):
        add_both()
    assert [root.repository for root in RootsFile(Layout(tmp_path / "index")).all()] == ["shop"]


def test_a_repository_has_linked_trees_once_git_lists_one(tmp_path):
    main = git_tree(tmp_path / "shop")
    assert not has_linked_trees(main / ".git")
    linked_tree(main, tmp_path / "release", "ref: refs/heads/release\n")
    assert has_linked_trees(main / ".git")
