"""What a real git says of a real working copy, and what its text means."""

import os
import subprocess
from pathlib import Path

import pytest

from app.core.git_changes import changed_files, changes_in, committed_changes
from search.errors import BadInputError


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    (folder / "src").mkdir(parents=True)
    for name in ("a.py", "b.py", 'öl "und" essig.py', "gone.py"):
        (folder / "src" / name).write_text("".join(f"line {number}\n" for number in range(1, 11)))
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def test_lines_that_changed_came_or_went_are_told_of_each_file(copy: Path) -> None:
    lines = [f"line {number}" for number in range(1, 11)]
    (copy / "src/a.py").write_text("\n".join([*lines[:2], "third", "and more", *lines[3:8], "+++ b/src/b.py"]))
    odd = copy / 'src/öl "und" essig.py'
    odd.write_text("\n".join([*lines[:4], *lines[6:]]) + "\n")
    (copy / "src/gone.py").unlink()
    (copy / "src/new.py").write_text("not followed\n")
    assert [(change.path, change.lines) for change in changed_files(copy / "src")] == [
        (str(copy / "src/a.py"), ((3, 4), (10, 10))),
        (str(copy / "src/gone.py"), ()),
        (str(odd), ((5, 4),)),
    ]


def test_a_revision_reaches_further_back(copy: Path) -> None:
    git(copy, "tag", "start")
    (copy / "src/b.py").write_text("all new\n")
    git(copy, "commit", "-q", "-a", "-m", "second")
    assert changed_files(copy) == ()
    assert [change.lines for change in changed_files(copy, "start")] == [((1, 1),)]


def test_settings_of_the_person_do_not_change_what_is_read(copy: Path) -> None:
    for setting in ("diff.noprefix", "diff.mnemonicPrefix", "color.ui"):
        git(copy, "config", setting, "always" if setting == "color.ui" else "true")
    git(copy, "config", "diff.external", "false")
    (copy / "src/b.py").write_text("all new\n")
    assert [change.path for change in changed_files(copy)] == [str(copy / "src/b.py")]


@pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")
def test_no_program_that_a_strange_copy_names_is_run(copy: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    inner = copy / "inner"
    subprocess.run(["git", "clone", "-q", str(copy), str(inner)], check=True, capture_output=True)
    (inner / ".gitattributes").write_text("*.py filter=evil diff=evil\n")
    (copy / ".gitattributes").write_text("*.py filter=evil diff=evil\nsrc/a.py filter=odd.name\n")
    git(copy, "add", "-A")
    git(copy, "commit", "-q", "-m", "attributes")
    for folder in (copy, inner):
        hooks = folder / ".git" / "hooks"
        for hook in ("post-index-change", "post-checkout", "pre-auto-gc"):
            (hooks / hook).write_text(f"#!/bin/sh\ntouch {marks}/{hook}\n")
            (hooks / hook).chmod(0o755)
        for setting in (
            *("core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "diff.external", "pager.diff"),
            *("diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge"),
            *("filter.odd.name.process", "filter.odd.name.clean"),
        ):
            git(folder, "config", setting, f"touch {marks}/{setting}; cat")
        git(folder, "config", "filter.evil.required", "true")
        git(folder, "config", "submodule.recurse", "true")
        for file in ("src/a.py", "src/b.py"):
            (folder / file).write_text("all new\n")
    changed = changed_files(copy)
    assert [(change.path, change.lines) for change in changed] == [
        (str(copy / "src/a.py"), ((1, 1),)),
        (str(copy / "src/b.py"), ((1, 1),)),
    ]
    assert sorted(mark.name for mark in marks.iterdir()) == []


def test_a_revision_that_is_none_is_bad_input(copy: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="nothing-like-it"):
        changed_files(copy, "nothing-like-it")
    with pytest.raises(BadInputError, match="--output"):
        changed_files(copy, "--output=/tmp/x")
    with pytest.raises(BadInputError, match="not a git repository"):
        changed_files(tmp_path)


@pytest.fixture
def history(copy: Path) -> Path:
    """A working copy with a hidden file, a second branch, an annotated tag, and a commit of another branch."""
    (copy / "hidden.txt").write_text("the vault code is 4711\n")
    git(copy, "add", "-A")
    git(copy, "commit", "-q", "-m", "the vault")
    git(copy, "tag", "-a", "v1", "-m", "first release")
    git(copy, "branch", "topic/new")
    (copy / "src/a.py").write_text("all new\n")
    git(copy, "commit", "-q", "-a", "-m", "second")
    git(copy, "commit", "-q", "--allow-empty", "-m", "dangling")
    git(copy, "branch", "lost")
    git(copy, "reset", "-q", "--hard", "HEAD~1")
    return copy


@pytest.mark.parametrize("name", ["HEAD~1", "HEAD^", "v1", "v1~0", "topic/new", "main~1", "HEAD~1^0"])
def test_a_limited_client_names_a_branch_a_tag_or_an_ancestor(history: Path, name: str) -> None:
    assert [change.path for change in committed_changes(history, name)] == [str(history / "src/a.py")]


def test_a_limited_client_names_a_commit_by_its_hash(history: Path) -> None:
    commit = git_text(history, "rev-parse", "HEAD~1")
    for name in (commit, commit[:10]):
        assert [change.path for change in committed_changes(history, name)] == [str(history / "src/a.py")]


def test_every_other_revision_of_a_limited_client_is_refused_in_one_sentence(history: Path) -> None:
    dangling = git_text(history, "rev-parse", "lost")
    git(history, "branch", "-D", "lost")
    blob, tree = git_text(history, "rev-parse", "HEAD:hidden.txt"), git_text(history, "rev-parse", "HEAD^{tree}")
    names = [
        *("HEAD:hidden.txt", "HEAD:nothing.txt", ":hidden.txt", "main:hidden.txt", ":/vault", ":/nothing"),
        *("HEAD^{/vault}", "HEAD^{/nothing}", "HEAD^{tree}", "HEAD^{}", "@{-1}", "HEAD@{1}", "main@{yesterday}"),
        *("HEAD~1..HEAD", "main...topic/new", "^HEAD", "stash", "refs/heads/main", "heads/main", "topic", "*"),
        *("--output=/tmp/x", "-1", "", " ", "nothing", "HEAD~999", "HEAD^9", "v1\0", "ma?n", "[m]ain", "v1~x"),
        *(blob, blob[:8], tree, tree[:8], dangling, dangling[:8], "0" * 40, "dead", "f" * 200, "ö" * 100),
    ]
    refusals = set()
    for name in names:
        with pytest.raises(BadInputError) as refusal:
            committed_changes(history, name)
        refusals.add(refusal.value.one_line())
    assert len(refusals) == 1


def test_a_limited_client_learns_nothing_of_a_folder_without_a_repository(history: Path, tmp_path: Path) -> None:
    refusals = set()
    for folder, name in ((tmp_path, "HEAD"), (history, "nothing")):
        with pytest.raises(BadInputError) as refusal:
            committed_changes(folder, name)
        refusals.add(refusal.value.one_line())
    git(history, "config", "filter.a=b.clean", "cat")
    with pytest.raises(BadInputError) as refusal:
        committed_changes(history, "HEAD")
    assert refusals == {refusal.value.one_line()}


def test_a_hidden_file_does_not_change_the_lines_of_a_visible_one_that_resembles_it(copy: Path) -> None:
    git(copy, "rm", "-q", "--cached", "src/gone.py")
    (copy / "src/gone.py").rename(copy / "src/seen.py")
    git(copy, "add", "src/seen.py")
    changes = {Path(change.path).name: change.lines for change in committed_changes(copy, "HEAD")}
    assert changes["seen.py"] == ((1, 10),)


def git_text(folder: Path, *arguments: str) -> str:
    result = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return result.stdout.strip()


def test_a_missing_line_end_does_not_confuse_the_count() -> None:
    diff = [
        *("--- a/x", "+++ b/x", "@@ -1 +1 @@", "-old", r"\ No newline at end of file", "+++ new"),
        *(r"\ No newline at end of file", "--- a/y", "+++ b/y", "@@ -3,0 +4,2 @@", "+1", "+2"),
    ]
    assert changes_in(diff) == {"x": ((1, 1),), "y": ((4, 5),)}
