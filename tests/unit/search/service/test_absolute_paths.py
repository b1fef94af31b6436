"""A ``path:`` as terminals show it, from the root of the file system, leads to the files below it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.service.filter_notes import MOST_NOTED
from search.types.lines import LineQuery
from search.types.query import SearchQuery
from tests.contracts.service_parts import core_on

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
        ("/src", ["bank/src/lease.py", "shop/src/lease.py"]),
    ],
)
def test_it_leads_to_the_files_below_it(core: LocalCore, home: Path, path: str, expected: list[str]) -> None:
    text = f"lease path:{path.format(home=home)}"
    files = core.search(SearchQuery(text)).files
    assert sorted(Path(hit.root_path, hit.path).relative_to(home).as_posix() for hit in files) == expected
    lines = core.find_lines(LineQuery(text))
    assert sum(1 for _ in lines.files) == len(expected)


def test_what_is_not_there_is_named_as_it_was_typed(core: LocalCore, home: Path) -> None:
    notes = [str(note) for note in core.search(SearchQuery(f"lease path:{home}/shop/none")).notes]
    assert f"No indexed file is at path:{home}/shop/none." in notes
    assert not core.search(SearchQuery(f"lease path:{home}/shop/src")).notes


def test_of_many_that_are_not_there_the_first_are_named(core: LocalCore) -> None:
    paths = " ".join(f"path:none{number:03}" for number in range(100))
    notes = [str(note) for note in core.search(SearchQuery(f"lease {paths}")).notes]
    assert "No indexed file is at path:none000." in notes
    assert sum("No indexed file is at" in note for note in notes) == MOST_NOTED
