"""What is left out equals what git leaves out, rule for rule and line for line."""

import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.discovery.ignore_files import list_of_lines
from indexer.discovery.walk import discover

Tree = Callable[[dict[str, str]], Path]
Git = Callable[..., str]

NAMES = [
    "a.txt",
    "b.log",
    "keep.log",
    "src/a.txt",
    "src/b.log",
    "src/deep/a.txt",
    "src/deep/er/b.log",
    "src/deep/er/keep.log",
    "docs/guide.md",
    "docs/draft/guide.md",
    "logs/2024/x.txt",
    "logs/readme.txt",
    "src/logs/y.txt",
    "a b.txt",
    "trailing ",
    "#hash",
    "!bang",
    "back\\slash.txt",
    "[x].txt",
    "x.txt",
    "foo",
    "src/foo/bar",
    "foo2/bar/baz/foo",
    "ümlaut.txt",
    "UPPER.TXT",
    "dash-1.txt",
    "x]y.txt",
    "star*.txt",
]

TABLE = {
    "name at any depth": ["b.log"],
    "suffix": ["*.log"],
    "negation": ["*.log", "!keep.log"],
    "negation before": ["!keep.log", "*.log"],
    "anchored by a leading slash": ["/a.txt"],
    "anchored by a slash inside": ["src/a.txt"],
    "folders only": ["logs/"],
    "anchored folder": ["/logs/"],
    "folder, then a file in it again: stays out": ["src/deep/", "!src/deep/a.txt"],
    "folder content, then a file in it again": ["src/deep/*", "!src/deep/a.txt"],
    "everything but one folder": ["/*", "!/src"],
    "everything but some names, folders kept": ["*", "!*/", "!*.md"],
    "leading double star": ["**/foo"],
    "leading double star with a path": ["**/deep/a.txt"],
    "double star inside": ["src/**/b.log"],
    "double star inside matches no folder": ["src/**/a.txt"],
    "trailing double star": ["src/**"],
    "double star within a name": ["src/de**p"],
    "triple star": ["src/***/b.log"],
    "star does not cross folders": ["src/*.log"],
    "question mark": ["dash-?.txt"],
    "bracket": ["[ab].txt"],
    "bracket range": ["dash-[0-9].txt"],
    "negated bracket": ["[!a].txt"],
    "caret bracket": ["[^a].txt"],
    "bracket with a bracket": ["x[]]y.txt"],
    "character class": ["dash-[[:digit:]].txt"],
    "unknown character class": ["dash-[[:nonsense:]].txt"],
    "unclosed bracket": ["[ab.txt"],
    "escaped bracket": ["\\[x\\].txt"],
    "escaped star": ["star\\*.txt"],
    "escaped hash": ["\\#hash"],
    "comment": ["#hash"],
    "escaped bang": ["\\!bang"],
    "bang alone": ["!"],
    "slash alone": ["/"],
    "trailing blank": ["trailing "],
    "escaped trailing blank": ["trailing\\ "],
    "blank inside": ["a b.txt"],
    "backslash at the end": ["foo\\"],
    "escaped backslash": ["back\\\\slash.txt"],
    "windows line ends": ["b.log\r", "a.txt\r"],
    "byte order mark": ["\ufeffa.txt"],
    "case counts": ["upper.txt"],
    "bracket range reversed": ["dash-[9-0].txt"],
    "star alone": ["*"],
    "double star alone": ["**"],
    "double star and slash": ["**/"],
    "folder with two slashes": ["logs//"],
    "letters beyond ASCII": ["ü*.txt"],
    "file name as a folder": ["a.txt/"],
    "path with a folder in the middle": ["foo2/*/baz"],
    "slash in a bracket matches none": ["src[/]foo"],
    "star between": ["a*t"],
    "several stars": ["*e*p*.log"],
    "stars in several parts": ["s*c/d*p/*r/*.log"],
}


def ours(root: Path) -> set[str]:
    return {item.path for item in discover(root) if not (item.skip and item.skip.reason == "ignored")}


def gits(git: Git) -> set[str]:
    return set(git("ls-files", "--others", "--exclude-standard", "-z").split("\0")) - {""}


@pytest.mark.parametrize("lines", TABLE.values(), ids=TABLE.keys())
def test_one_file_of_rules_leaves_out_what_git_leaves_out(lines: list[str], tree: Tree, git: Git) -> None:
    root = tree(dict.fromkeys(NAMES, "text") | {".gitignore": "\n".join(lines) + "\n"})

    assert ours(root) == gits(git)


def test_nested_files_of_rules_leave_out_what_git_leaves_out(tree: Tree, git: Git) -> None:
    root = tree(
        dict.fromkeys(NAMES, "text")
        | {
            ".gitignore": "*.log\n/foo\nlogs/\n",
            "src/.gitignore": "!b.log\n/deep/er\nfoo/\n",
            "src/deep/.gitignore": "*\n!a.txt\n",
            "docs/.gitignore": "draft\n!/draft/guide.md\n",
        }
    )

    assert ours(root) == gits(git)


def test_a_repository_inside_another_has_rules_of_its_own(tree: Tree, git: Git, root: Path) -> None:
    tree({".gitignore": "*.log\n", "inner/x.log": "1", "inner/y.tmpx": "1", "inner/.gitignore": "*.tmpx\n"})
    git("init", "-q", cwd=root / "inner")

    inner = {path.removeprefix("inner/") for path in ours(root) if path.startswith("inner/")}

    listed = git("ls-files", "--others", "--exclude-standard", "-z", cwd=root / "inner").split("\0")
    assert inner == set(listed) - {""} == {"x.log", ".gitignore"}


def test_the_rule_that_decided_is_the_one_that_git_names(tree: Tree, git: Git) -> None:
    root = tree(
        dict.fromkeys(NAMES, "text")
        | {
            ".gitignore": "# first\n\n*.log\nb.log\n!keep.log\n/logs\n",
            "src/.gitignore": "# x\nfoo/\n*.txt\n",
            ".git/info/exclude": "# local\n*.md\n",
        }
    )
    left_out = {
        item.path: item.skip.rule for item in discover(root) if item.skip and "built-in" not in item.skip.rule
    }

    answer = git("check-ignore", "-v", "-z", "--stdin", stdin="\0".join(left_out)).split("\0")
    by_git = {
        path: f"{source}:{line}"
        for source, line, path in zip(answer[0::4], answer[1::4], answer[3::4], strict=False)
    }
    assert left_out == by_git
    assert len(left_out) == 10


def test_the_persons_global_excludes_and_the_repositorys_own_hold(tree: Tree, git: Git, home: Path) -> None:
    (home / "excludes").write_text("*.bak2\n", encoding="utf-8")
    git("config", "--global", "core.excludesFile", "~/excludes")
    root = tree({"a.bak2": "1", "b.mine": "1", "c.txt": "1", ".git/info/exclude": "*.mine\n"})

    assert ours(root) == gits(git) == {"c.txt"}


def test_gits_default_place_of_global_excludes_holds(tree: Tree, git: Git, home: Path) -> None:
    (home / ".config" / "git").mkdir(parents=True)
    (home / ".config" / "git" / "ignore").write_text("*.bak3\n", encoding="utf-8")
    root = tree({"a.bak3": "1", "c.txt": "1"})

    assert ours(root) == gits(git) == {"c.txt"}


def test_a_root_below_the_top_of_its_repository_obeys_the_rules_above_it(tree: Tree, git: Git) -> None:
    root = tree(
        {
            ".gitignore": "*.log\n/pkg/sub/gone.txt\n",
            "pkg/.gitignore": "sub/too.txt\n",
            ".git/info/exclude": "pkg/sub/excluded.txt\n",
            "pkg/sub/gone.txt": "1",
            "pkg/sub/too.txt": "1",
            "pkg/sub/excluded.txt": "1",
            "pkg/sub/x.log": "1",
            "pkg/sub/stays.txt": "1",
        }
    )

    results = {item.path: item.skip.rule if item.skip else "" for item in discover(root / "pkg" / "sub")}

    assert {path for path, rule in results.items() if not rule} == {"stays.txt"}
    assert results["gone.txt"] == "../../.gitignore:2"
    assert results["too.txt"] == "../.gitignore:1"


def test_a_worktree_shares_the_excludes_of_its_repository(tree: Tree, git: Git, tmp_path: Path) -> None:
    tree({"a.txt": "1", ".git/info/exclude": "*.mine\n"})
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "add", "a.txt")
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "first")
    git("worktree", "add", "-q", str(tmp_path / "second"))
    (tmp_path / "second" / "x.mine").write_text("1", encoding="utf-8")

    assert ours(tmp_path / "second") == {"a.txt"}


ALPHABET = "ab/*?[]!-\\."
PATHS = ["a", "b", "ab", "a/b", "a/a/b", "b/a", "ab/ba/a", "a.b", "a-b", "b/b/b/b"]


@given(lines=st.lists(st.text(ALPHABET, max_size=8), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_rules_decide_on_any_entry_as_git_does(lines: list[str], root: Path, git: Git) -> None:
    (root / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rules = list_of_lines(lines, ".gitignore", ignore_case=False)
    by_us = {path for path in PATHS if _left_out(rules, path)} if rules else set()

    answer = git("check-ignore", "--no-index", "-z", "--stdin", stdin="\0".join(PATHS), allowed=(0, 1))

    assert by_us == set(answer.split("\0")) - {""}


def _left_out(rules, path: str) -> bool:
    """Decide from the top, as the walk does; what has something below it is a folder."""
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        part = "/".join(parts[:depth])
        result = rules.decide(part, parts[depth - 1], is_folder=depth < len(parts))
        if result and not result.negated:
            return True
    return False


@given(
    name=st.text("ab", max_size=200),
    pieces=st.lists(st.sampled_from(["*a", "*b", "?", "**/", "*", "[ab]"]), max_size=60),
)
@settings(max_examples=80, deadline=2_000)
def test_no_rule_takes_long(name: str, pieces: list[str]) -> None:
    rules = list_of_lines(["".join(pieces) + "c"], ".gitignore", ignore_case=False)

    assert rules is not None
    assert rules.decide("a/" * 40 + name, name, is_folder=False) is None


def test_a_rule_made_to_be_slow_is_decided() -> None:
    rules = list_of_lines(["**/a/" * 30 + "*a" * 60 + "c"], ".gitignore", ignore_case=False)

    assert rules is not None
    assert rules.decide("a/" * 80 + "a" * 250, "a" * 250, is_folder=False) is None


def test_names_of_every_printable_sign_are_matched_by_themselves_escaped() -> None:
    for sign in string.punctuation.replace("/", ""):
        rules = list_of_lines([f"\\{sign}x"], ".gitignore", ignore_case=False)
        assert rules is not None
        assert rules.decide(f"{sign}x", f"{sign}x", is_folder=False), sign
