import contextlib
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from indexer.discovery.defaults import RuleGroup
from indexer.discovery.rules import Rules
from indexer.discovery.walk import EnteredFolders, discover, discover_below, explain
from indexer.types import Skip
from search.errors import NotFoundError
from search.file_names import file_at

Tree = Callable[[dict[str, str]], Path]


def reasons(root: Path, rules: Rules | None = None) -> dict[str, str]:
    return {item.path: item.skip.reason if item.skip else "" for item in discover(root, rules)}


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("main.py", ""),
        (".env", "secret"),
        (".env.local", "secret"),
        (".env.example", ""),
        ("deploy/server.pem", "secret"),
        ("id_rsa", "secret"),
        ("id_rsa.pub", ""),
        ("package-lock.json", ""),
        ("web/app.min.js", ""),
        ("web/app.min.js.map", "generated"),
        ("Forms/Order.Designer.cs", ""),
        ("Data/20240101_First.Designer.cs", "generated"),
        ("Data/ShopModelSnapshot.cs", ""),
        ("bun.lockb", "binary"),
        ("obj2/View.g.cs", ""),
        ("logo.png", "binary"),
        ("logo.svg", "picture"),
        ("report.pdf", ""),
        ("guide.docx", ""),
        ("src/bin/run.py", ""),
    ],
)
def test_each_name_is_indexed_or_left_out_with_its_reason(path: str, reason: str, tree: Tree) -> None:
    assert reasons(tree({path: "text"}))[path] == reason


def test_what_git_keeps_in_a_bare_repository_is_left_out(tree: Tree) -> None:
    parts = ("HEAD", "config", "objects/info/alternates", "refs/heads/main", "hooks/update.sample")
    bare = {f"shop.git/{part}": "text" for part in parts}
    root = tree({**bare, "notes/HEAD": "text", "notes/refs/a.md": "text"})
    skips = {item.path: item.skip for item in discover(root)}
    assert skips == {
        **{
            f"shop.git/{name}": Skip("ignored", "built-in: bare repository")
            for name in ("HEAD", "config", "objects/", "refs/", "hooks/")
        },
        "notes/HEAD": None,
        "notes/refs/a.md": None,
    }


def test_a_bare_repository_that_a_person_wants_is_read_and_documents_are_none(tree: Tree) -> None:
    bare = {f"shop.git/{part}": "text" for part in ("HEAD", "objects/pack.md", "refs/main")}
    documents = {f"plain/{part}/a.md": "text" for part in ("HEAD", "objects", "refs")}
    root = tree({**bare, **documents, ".dowseignore": "!shop.git\n"})
    paths = {item.path for item in discover(root) if item.skip is None}
    assert paths >= {*bare, *documents}


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("package-lock.json", "built-in: package-lock.json"),
        ("web/app.min.js", "built-in: *.min.js"),
        ("api/cart_pb2.py", "built-in: *_pb2.py"),
        ("Forms/Order.Designer.cs", "built-in: *.Designer.cs"),
        ("Data/ShopModelSnapshot.cs", "built-in: *ModelSnapshot.cs"),
        ("web/app.min.js.map", ""),
        ("kept/lib.min.js", ""),
        ("main.py", ""),
    ],
)
def test_what_a_program_wrote_by_its_name_is_read_and_the_rule_named(path: str, rule: str, tree: Tree) -> None:
    root = tree({path: "text", "kept/.dowseignore": "!*.min.js\n"})

    assert {result.path: result.generated for result in discover(root)}[path] == rule
    off = Rules(off=frozenset({("", RuleGroup.GENERATED)}))
    assert {result.path: (result.generated, result.skip) for result in discover(root, off)}[path] == ("", None)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("Der Vertrag_files/style.css", "built-in: Der Vertrag_files/"),
        ("Der Vertrag_files/deep/jquery.js", "built-in: Der Vertrag_files/"),
        ("web/Seite-Dateien/a.js", "built-in: Seite-Dateien/"),
        ("config_files/a.js", ""),
        ("Mine_files/a.js", ""),
        ("Der Vertrag.html", ""),
    ],
)
def test_what_was_saved_with_a_page_is_read_as_written_by_a_program(path: str, rule: str, tree: Tree) -> None:
    pages = {"Der Vertrag.html": "p", "web/Seite.htm": "p", "Mine.html": "p", ".dowseignore": "!Mine_files/*.js\n"}
    root = tree({path: "text", **pages})

    assert {result.path: result.generated for result in discover(root)}[path] == rule
    off = Rules(off=frozenset({("", RuleGroup.GENERATED)}))
    assert not any(result.generated for result in discover(root, off))


def test_mails_and_mailboxes_may_be_larger_than_other_files(tree: Tree) -> None:
    text = "x" * 500
    root = tree({"a.eml": text, "b.mbox": text, "Inbox": text, "Inbox.msf": "i", "c.txt": text, "d.msg": text * 3})
    by_path = reasons(root, Rules(max_bytes=100))
    assert {path for path, reason in by_path.items() if reason == "size"} == {"c.txt", "d.msg"}


def test_what_git_or_the_person_leaves_out_is_not_read_because_a_program_wrote_it(tree: Tree) -> None:
    files = {"made.min.js": "1", "yarn.lock": "1", ".gitignore": "*.min.js\n", ".dowseignore": "yarn.lock\n"}
    root = tree(files)

    assert {path: reason for path, reason in reasons(root).items() if path in files and reason} == {
        "made.min.js": "ignored",
        "yarn.lock": "ignored",
    }


@pytest.mark.parametrize("folder", ["node_modules", ".venv", "__pycache__", ".idea", "build", "target"])
def test_a_folder_that_is_left_out_is_one_record_and_is_not_entered(folder: str, tree: Tree) -> None:
    result = reasons(tree({f"{folder}/deep/a.py": "1", f"{folder}/b.py": "1", "c.py": "1"}))

    assert result == {"c.py": "", f"{folder}/": "ignored"}


@pytest.mark.parametrize("name", ["~$Contract.docx", ".~lock.Contract.odt#"])
def test_what_an_office_program_leaves_beside_an_open_document_is_left_out(name: str, tree: Tree) -> None:
    assert reasons(tree({name: "1", "Contract~$1.md": "1"})) == {name: "ignored", "Contract~$1.md": ""}


def test_a_tracked_build_folder_of_a_repository_is_source(tree: Tree, git: Callable[..., str]) -> None:
    assert reasons(tree({"build/release.py": "1"}))["build/release.py"] == ""


def test_a_dowseignore_takes_in_what_git_and_the_defaults_leave_out(tree: Tree) -> None:
    root = tree(
        {
            ".gitignore": "*.log\n",
            ".dowseignore": "!server.log\n!node_modules/\n!.env\nprivate/\n",
            "server.log": "1",
            "other.log": "1",
            "node_modules/left/a.js": "1",
            ".env": "A=1",
            "private/x.md": "1",
        }
    )

    results = {item.path: item.skip for item in discover(root)}

    assert results["server.log"] is None
    assert results["node_modules/left/a.js"] is None
    assert results[".env"] is None
    assert results["other.log"] == Skip("ignored", ".gitignore:1")
    assert results["private/"] == Skip("ignored", ".dowseignore:4")


def test_a_deeper_dowseignore_goes_before_one_above(tree: Tree) -> None:
    root = tree({".dowseignore": "*.md\n", "docs/.dowseignore": "!a.md\n", "docs/a.md": "1", "docs/b.md": "1"})

    assert reasons(root)["docs/a.md"] == ""
    assert reasons(root)["docs/b.md"] == "ignored"


def test_the_persons_patterns_hold_for_every_root(tree: Tree) -> None:
    results = {
        item.path: item.skip for item in discover(tree({"a.csv": "1", "b.py": "1"}), Rules(("# x", "*.csv")))
    }

    assert results == {"a.csv": Skip("ignored", "settings:2"), "b.py": None}


def test_a_gitignore_that_takes_everything_in_again_opens_no_git_folder_and_no_secret(
    tree: Tree, git: Callable[..., str]
) -> None:
    result = reasons(tree({".gitignore": "*\n!*/\n!*.py\n!.env\n", ".env": "1", "src/a.py": "1", "b.txt": "1"}))

    assert result == {
        ".env": "secret",
        ".git/": "ignored",
        ".gitignore": "ignored",
        "b.txt": "ignored",
        "src/a.py": "",
    }


def test_size_emptiness_and_special_files_are_told(tree: Tree) -> None:
    root = tree({"big.txt": "x" * 101, "fits.txt": "x" * 100, "empty.py": ""})
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(root / "sock"))

    assert reasons(root, Rules(max_bytes=100)) == {
        "big.txt": "size",
        "empty.py": "empty",
        "fits.txt": "",
        "pipe": "special",
        "sock": "special",
    }


def test_links_are_listed_and_not_followed(tree: Tree, tmp_path: Path) -> None:
    root = tree({"real/a.py": "1"})
    (root / "to_folder").symlink_to(root / "real")
    (root / "to_file.py").symlink_to(root / "real/a.py")
    (root / "to_nothing").symlink_to(tmp_path / "absent")
    (root / "real" / "loop").symlink_to(root)

    assert reasons(root) == {
        "real/a.py": "",
        "real/loop": "link",
        "to_file.py": "link",
        "to_folder": "link",
        "to_nothing": "link",
    }


def test_followed_links_lead_out_of_the_root_but_never_in_circles_or_twice(tree: Tree, tmp_path: Path) -> None:
    root = tree({"real/a.py": "1"})
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "b.py").write_text("1", encoding="utf-8")
    (tmp_path / "outside" / "back").symlink_to(root)
    (root / "again").symlink_to(root / "real")
    (root / "loop").symlink_to(root)
    (root / "one").symlink_to(tmp_path / "outside")
    (root / "two").symlink_to(tmp_path / "outside")

    result = reasons(root, Rules(follow_links=True))

    assert result == {
        "real/a.py": "",
        "again": "link",
        "loop": "link",
        "one/b.py": "",
        "one/back": "link",
        "two": "link",
    }


def test_odd_names_survive_and_lead_back_to_their_files(root: Path) -> None:
    names = [b"new\nline.py", "emoji \U0001f600.py".encode(), b"caf\xe9.py", b"tab\t.py", b" blank .py"]
    for name in names:
        (root / os.fsdecode(name)).write_bytes(b"x = 1")

    paths = [item.path for item in discover(root)]

    assert len(paths) == len(set(paths)) == len(names)
    assert "caf\\xe9.py" in paths
    for path in paths:
        path.encode("utf-8")
        assert file_at(root, path).read_bytes() == b"x = 1"


def test_a_folder_that_may_not_be_read_is_told_and_the_rest_goes_on(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"a.py": "1", "closed/b.py": "1", "z.py": "1"})
    really = os.scandir

    def scandir(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path)

    monkeypatch.setattr(os, "scandir", scandir)

    assert reasons(root) == {"a.py": "", "closed/": "unreadable", "z.py": ""}


@contextlib.contextmanager
def nested_folders(root: Path, depth: int) -> Iterator[None]:
    """Make folders inside each other and take them away again: nobody else can, the path is too long."""
    os.chdir(root)
    try:
        for _ in range(depth):
            os.mkdir("d")  # noqa: PTH102 -- relative on purpose: the whole path is longer than the system takes
            os.chdir("d")
        os.chdir("/")
        yield
        os.chdir(root)
        for _ in range(depth):
            os.chdir("d")
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")  # noqa: PTH106 -- as above
    finally:
        os.chdir("/")


def test_a_tree_deeper_than_the_stack_is_walked(root: Path) -> None:
    with nested_folders(root, 1_200):
        results = list(discover(root))

    assert results == [] or results[-1].skip == Skip("unreadable")


def test_the_order_is_the_same_whatever_order_the_files_were_made_in(tmp_path: Path) -> None:
    paths = ["b/2.py", "a.py", "b/1.py", "c/x/y.py", "B.py", "b.py"]
    for name, order in (("one", paths), ("two", paths[::-1])):
        for path in order:
            target = tmp_path / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("1", encoding="utf-8")

    assert [item.path for item in discover(tmp_path / "one")] == [item.path for item in discover(tmp_path / "two")]


def test_a_pipe_in_place_of_a_rules_file_is_never_waited_for(tree: Tree) -> None:
    root = tree({"a.py": "1"})
    os.mkfifo(root / ".gitignore")

    assert reasons(root) == {".gitignore": "special", "a.py": ""}


def test_a_root_that_is_gone_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="absent"):
        list(discover(tmp_path / "absent"))


@pytest.mark.parametrize(
    ("path", "results"),
    [
        ("src", ["src/a.py", "src/deep/b.py", "src/x.log"]),
        ("src/", ["src/a.py", "src/deep/b.py", "src/x.log"]),
        ("src/a.py", ["src/a.py"]),
        ("src/x.log", ["src/x.log"]),
        ("node_modules", ["node_modules/"]),
        ("node_modules/a.js", []),
        ("src/gone.py", []),
        ("gone/a.py", []),
    ],
)
def test_a_part_of_a_root_is_found_as_in_the_whole(path: str, results: list[str], tree: Tree) -> None:
    root = tree({".gitignore": "*.log\n", "src/a.py": "1", "src/deep/b.py": "1", "src/x.log": "1"})
    tree({"node_modules/a.js": "1"})
    whole = {item.path: item for item in discover(root)}

    part = list(discover_below(root, path))

    assert [item.path for item in part] == results
    assert all(whole[item.path] == item for item in part)


@pytest.mark.parametrize(
    ("path", "skip"),
    [
        ("src/a.py", None),
        ("src", None),
        ("src/x.log", Skip("ignored", "src/.gitignore:1")),
        ("node_modules/deep/a.js", Skip("ignored", "built-in: node_modules/")),
        ("node_modules", Skip("ignored", "built-in: node_modules/")),
        ("link/a.py", Skip("link")),
    ],
)
def test_why_a_path_is_left_out_names_the_rule(path: str, skip: Skip | None, tree: Tree) -> None:
    root = tree({"src/.gitignore": "*.log\n", "src/a.py": "1", "src/x.log": "1", "node_modules/deep/a.js": "1"})
    (root / "link").symlink_to(root / "src")

    assert explain(root, path) == skip


def test_asking_why_for_a_path_that_is_not_there_says_so(tree: Tree) -> None:
    with pytest.raises(NotFoundError, match="absent"):
        explain(tree({"a.py": "1"}), "src/absent.py")


def test_only_folders_that_are_walked_are_entered(tree: Tree) -> None:
    root = tree({".gitignore": "out2/\n", "src/a.py": "1", "out2/x/a.py": "1", "node_modules/a/b.js": "1"})

    folders = EnteredFolders(root)
    assert folders.enters("")
    assert folders.enters("src")
    assert not folders.enters("out2/x")
    assert not folders.enters("node_modules/a")


def test_a_folder_is_looked_at_once_in_a_pass(tree: Tree) -> None:
    root = tree({"src/deep/a.py": "1"})
    folders = EnteredFolders(root)
    assert folders.enters("src/deep")
    (root / ".gitignore").write_text("deep/\n")
    assert folders.enters("src/deep")
    assert not EnteredFolders(root).enters("src/deep")


def test_deep_folders_cost_as_much_as_those_above(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({f"{'d/' * 60}a.py": "1"})
    looks: list[str] = []
    lexists = os.path.lexists
    monkeypatch.setattr(os.path, "lexists", lambda path: looks.append(str(path)) or lexists(path))
    folders = EnteredFolders(root)
    counts = []
    for depth in (30, 60):
        looks.clear()
        assert all(folders.enters("/".join("d" * levels)) for levels in range(depth - 29, depth + 1))
        counts.append(len(looks))
    assert counts[0] == counts[1] > 0
