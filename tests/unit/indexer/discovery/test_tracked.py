"""Files that git tracks are found although a rule of git matches them, as git itself treats them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.discovery.defaults import RuleGroup
from indexer.discovery.rules import Rules
from indexer.discovery.walk import EnteredFolders, discover, discover_below, tracked_despite

Tree = Callable[[dict[str, str]], Path]
Git = Callable[..., str]


def skip_reasons(root: Path) -> dict[str, str]:
    """Return the rule that leaves out each path, empty for what is to be indexed."""
    return {item.path: item.skip.rule if item.skip else "" for item in discover(root)}


@pytest.fixture
def repository(tree: Tree, git: Git) -> Path:
    root = tree(
        {
            ".gitignore": "*.json\nout/\nvendor/*\n",
            "package.json": "{}",
            "local.json": "{}",
            "out/keep/page.md": "text",
            "out/keep/other.md": "text",
            "out/gone/page.md": "text",
            "out/.gitignore": "!*\n",
            "vendor/lib.c": "text",
            "plain.md": "text",
        }
    )
    git("add", "-f", "package.json", "out/keep/page.md", "vendor/lib.c", "plain.md")
    return root


def test_what_is_left_out_is_what_git_neither_tracks_nor_shows(repository: Path, git: Git) -> None:
    listed = git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")

    assert {path for path, rule in skip_reasons(repository).items() if not rule} == set(listed) - {""}


def test_a_folder_that_is_left_out_is_entered_for_the_tracked_files_alone(repository: Path) -> None:
    inside = {path: rule for path, rule in skip_reasons(repository).items() if path.startswith("out/")}

    assert inside == {
        "out/.gitignore": ".gitignore:2",
        "out/gone/": ".gitignore:2",
        "out/keep/other.md": ".gitignore:2",
        "out/keep/page.md": "",
    }
    folders = EnteredFolders(repository)
    assert folders.enters("out/keep")
    assert not folders.enters("out/gone")
    assert [item.skip for item in discover_below(repository, "out/keep/page.md")] == [None]


def test_what_git_begins_or_ceases_to_track_is_noticed(repository: Path, git: Git) -> None:
    before = skip_reasons(repository)
    git("add", "-f", "local.json")
    git("rm", "-q", "--cached", "package.json")
    after = skip_reasons(repository)

    assert (before["local.json"], before["package.json"]) == (".gitignore:1", "")
    assert (after["local.json"], after["package.json"]) == ("", ".gitignore:1")


def test_the_rules_of_the_person_and_the_built_in_ones_leave_out_tracked_files(repository: Path, git: Git) -> None:
    (repository / ".dowseignore").write_text("package.json\nout/keep/\n", encoding="utf-8")
    (repository / ".env").write_text("KEY=1", encoding="utf-8")
    git("add", "-f", ".env")

    rules = skip_reasons(repository)

    assert rules["package.json"] == ".dowseignore:1"
    assert rules["out/keep/"] == ".dowseignore:2"
    assert rules[".env"].startswith("built-in")


def test_a_root_below_the_top_of_its_repository_keeps_tracked_files(repository: Path) -> None:
    (repository / "vendor" / "own.c").write_text("text", encoding="utf-8")

    assert skip_reasons(repository / "vendor") == {"lib.c": "", "own.c": "../.gitignore:3"}


def test_a_repository_inside_another_tracks_files_of_its_own(repository: Path, git: Git) -> None:
    inner = repository / "inner"
    inner.mkdir()
    (inner / "a.json").write_text("{}", encoding="utf-8")
    (inner / ".gitignore").write_text("*.json\n", encoding="utf-8")
    git("init", "-q", cwd=inner)
    git("add", "-f", "a.json", cwd=inner)

    assert skip_reasons(repository)["inner/a.json"] == ""


def test_the_rule_that_tracking_overrides_is_told(repository: Path) -> None:
    for path, rule in {"package.json": ".gitignore:1", "out/keep/page.md": ".gitignore:2"}.items():
        despite = tracked_despite(repository, path)
        assert despite is not None, path
        assert despite.rule == rule
    assert tracked_despite(repository, "plain.md") is None
    off = Rules(off=frozenset({("", RuleGroup.GITIGNORE)}))
    assert tracked_despite(repository, "package.json", off) is None


def test_a_damaged_list_of_git_leaves_the_rules_as_they_are(repository: Path) -> None:
    (repository / ".git" / "index").write_bytes(b"no list")

    assert skip_reasons(repository)["package.json"] == ".gitignore:1"
