"""A ``path:`` as terminals show it, from the root of the file system, leads to the files below it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.local_core import LocalCore
from search.query.parse import parse
from search.service.filter_notes import MOST_NOTED
from search.service.scope import scope_of
from search.storage.glob import matches, patterns_below
from search.storage.predicate import passes
from search.types.context import ContextRequest
from search.types.files import Root
from search.types.filters import OWNER
from search.types.lines import LineQuery
from search.types.query import RankSettings, SearchQuery
from tests.contracts.service_parts import core_on
from tests.examples import examples

FILES = ("shop/src/lease.py", "shop/docs/lease.md", "bank/src/lease.py")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home").resolve()
    for file in FILES:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("lease = 1\n")
    return folder


@pytest.fixture(scope="module")
def core(home: Path) -> Iterator[LocalCore]:
    with core_on(home / "index", home / "shop", semantic=False) as core:
        core.index([str(home / "bank")], semantic=False)
        yield core


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("{home}/shop/src", ["shop/src/lease.py"]),
        ("{home}/shop/src/", ["shop/src/lease.py"]),
        ("{home}/shop/src/lease.py", ["shop/src/lease.py"]),
        ("{home}/shop/**/*.md", ["shop/docs/lease.md"]),
        ("{home}/bank", ["bank/src/lease.py"]),
        ("{home}", ["bank/src/lease.py", "shop/docs/lease.md", "shop/src/lease.py"]),
        ("{home}/shop/docs,{home}/shop/src", ["shop/docs/lease.md", "shop/src/lease.py"]),
        ("{home}/shop/docs,src", ["bank/src/lease.py", "shop/docs/lease.md", "shop/src/lease.py"]),
        ("{home}/shop/docs,{home}/bank", ["bank/src/lease.py", "shop/docs/lease.md"]),
        ("{home}/bank,{home}/shop/src", ["bank/src/lease.py", "shop/src/lease.py"]),
        ("{home}/*/src", ["bank/src/lease.py", "shop/src/lease.py"]),
        ("~/shop/docs", ["shop/docs/lease.md"]),
        ("/src", ["bank/src/lease.py", "shop/src/lease.py"]),
    ],
)
def test_it_leads_to_the_files_below_it_and_away_from_them(
    core: LocalCore, home: Path, path: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home))
    value = path.format(home=home)
    others = sorted(set(FILES).difference(expected))
    for text, wanted in ((f"lease path:{value}", expected), (f"lease -path:{value}", others)):
        assert _listed(core, home, text) == wanted
        assert sum(1 for _ in core.find_lines(LineQuery(text)).files) == len(wanted)


def _listed(core: LocalCore, home: Path, text: str) -> list[str]:
    files = core.search(SearchQuery(text, RankSettings(collapse=False))).files
    return sorted(Path(hit.root_path, hit.path).relative_to(home).as_posix() for hit in files)


@pytest.mark.parametrize("text", ["repo:{}", "-repo:{}"])
def test_a_repository_is_meant_in_any_case(core: LocalCore, home: Path, text: str) -> None:
    label = core.roots(OWNER)[0].root.repository
    exactly = _listed(core, home, "lease " + text.format(label))
    in_capitals = "lease " + text.format(label.upper())
    assert exactly
    assert _listed(core, home, in_capitals) == exactly
    assert not core.search(SearchQuery(in_capitals)).notes


def test_evidence_comes_from_where_an_absolute_path_leads(core: LocalCore, home: Path) -> None:
    text = f"lease path:{home}/shop/src,{home}/shop/docs -path:{home}/shop/docs"
    answer = core.context(ContextRequest(text, budget=1_000))
    assert {piece.path for piece in answer.pieces} == {"src/lease.py"}


HOUSES = ("/home/me/shop", "/home/me/bank", "/home/me/shop/inner", "/srv/shop", "/shop")
ROOTS = tuple(Root(str(number), folder, folder[1:], "main") for number, folder in enumerate(HOUSES))
PATHS = ("src/a.py", "docs/b.md", "home/me/c.txt", "inner/src/d.py", "src/e/a.py")
NAMES = st.sampled_from(["home", "me", "shop", "bank", "inner", "src", "a.py", "*", "**", "*.py", "SHOP", "e"])
VALUES = st.one_of(
    st.lists(NAMES, min_size=1, max_size=4).map("/".join),
    st.lists(NAMES, min_size=1, max_size=6).map(lambda names: "/" + "/".join(names)),
)


@settings(max_examples=examples(200, 1000), deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.lists(VALUES, min_size=1, max_size=3)), min_size=1, max_size=3))
def test_filters_mean_what_they_say_of_the_whole_path(filters: list[tuple[bool, list[str]]]) -> None:
    text = " ".join(f"{'-' * negated}path:{','.join(values)}" for negated, values in filters)
    wanted = scope_of(OWNER, parse(text), ROOTS).wanted
    for root in ROOTS:
        for path in PATHS:
            row = {"path_hash": root.id, "path": path, "repository": root.repository, "branch": "main"}
            expected = all(
                any(_is_at(value, root, path) for value in values) is not negated for negated, values in filters
            )
            assert passes(wanted, row) is expected, (text, root.path, path)


def _is_at(value: str, root: Root, path: str) -> bool:
    """Return the plain meaning of a value of ``path:``, of one file."""
    names = value.strip("/").split("/")
    is_absolute = value.startswith("/") and "*" not in names[0]
    if is_absolute and any(patterns_below(value, each.path) for each in ROOTS):
        is_below = matches(value, f"{root.path}/{path}")
        means_both = len(names) == 1 or "*" in names[1]
        return is_below or (means_both and matches(value, path))
    return matches(value, path)


@pytest.mark.parametrize(
    ("folder", "value", "below"),
    [
        ("/app", "/app", {"src/a.py", "docs/b.md"}),
        ("/app", "/app/*/*.md", {"docs/b.md"}),
        ("/tmp/shop", "/tmp", {"src/a.py", "docs/b.md"}),
        ("/tmp/shop", "/tmp/**/*.py", {"src/a.py"}),
        ("/home/me", "/src", {"src/a.py"}),
        ("D:/shop", "D:\\", {"src/a.py", "docs/b.md"}),
        ("D:/shop", "D:/*/src", {"src/a.py"}),
    ],
)
def test_a_path_of_one_name_leads_to_the_roots_there(folder: str, value: str, below: set[str]) -> None:
    for path in ("src/a.py", "docs/b.md"):
        assert _passes(f"path:{value}", folder, path) is (path in below)
        assert _passes(f"-path:{value}", folder, path) is not (path in below)


def test_a_path_of_one_name_is_also_a_folder_of_that_name() -> None:
    for path in ("/tmp/c.py", "/tmp/**/*.py"):
        assert _passes(f"path:{path}", "/home/shop", "tmp/c.py")
        assert not _passes(f"-path:{path}", "/home/shop", "tmp/c.py")
        assert not _passes(f"path:{path}", "/home/shop", "src/c.py")


def _passes(text: str, folder: str, path: str) -> bool:
    """Return whether a file of this folder passes, beside a root in the folder `/tmp`."""
    roots = (Root("r", folder, "shop", "main"), Root("o", "/tmp/other", "other", "main"))
    row = {"path_hash": "r", "path": path, "repository": "shop", "branch": "main"}
    return passes(scope_of(OWNER, parse(text), roots).wanted, row)


def test_what_is_not_there_is_named_as_it_was_typed(core: LocalCore, home: Path) -> None:
    notes = [str(note) for note in core.search(SearchQuery(f"lease path:{home}/shop/none")).notes]
    assert f"No indexed file is at path:{home}/shop/none." in notes
    assert not core.search(SearchQuery(f"lease path:{home}/shop/src")).notes


def test_of_many_that_are_not_there_the_first_are_named(core: LocalCore) -> None:
    paths = " ".join(f"path:none{number:03}" for number in range(100))
    notes = [str(note) for note in core.search(SearchQuery(f"lease {paths}")).notes]
    assert "No indexed file is at path:none000." in notes
    assert sum("No indexed file is at" in note for note in notes) == MOST_NOTED
