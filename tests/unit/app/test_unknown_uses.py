"""What is said where the graph cannot know every use: it neither promises that nothing is used nor that all is."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.cli.main import main
from app.core.local_core import LocalCore
from app.core.read_languages import without_uses
from app.mcp.graph_tools import GraphTools
from search.types.filters import OWNER, Access
from search.types.graph_queries import ImpactRequest
from tests.unit.app.conftest import core_of


@dataclass(frozen=True, slots=True)
class EngineClient:
    """Stands for the connection of an agent that may see everything."""

    core: LocalCore
    access: Access = OWNER


FILES = {
    "lib/store.zig": "pub fn renew() i32 {\n    return 1;\n}\n",
    "lib/job.zig": 'const store = @import("store.zig");\n\nconst days = store.renew();\n',
    "bin/run.zig": 'const store = @import("../lib/store.zig");\n\nconst result = store.renew();\n',
    "bin/clean.pl": "use Store;\nprint Store::total();\n",
    "pages/cart.html": "<p>{{ total }}</p>\n",
    "alone.py": "def alone():\n    return 1\n",
    "used.py": "def used():\n    return 1\n\n\ndef user():\n    return used()\n",
    "late.py": "class Late:\n    def settle(self):\n        return 1\n",
    "desk.py": "def close(anything):\n    return anything.settle()\n",
    "tests/test_late.py": "from late import Late\n\n\ndef test_late():\n    assert Late().settle()\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an index that every test only asks."""
    home = tmp_path_factory.mktemp("unknown")
    folder = home / "shop"
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    with closing(core_of(home / "index")) as core:
        core.index([str(folder)], semantic=False)
    return home / "index"


@pytest.fixture
def core(index: Path) -> Iterator[LocalCore]:
    with closing(core_of(index)) as made:
        yield made


def test_files_that_contain_the_name_are_counted_where_nothing_is_known_to_depend_on_it(core: LocalCore) -> None:
    counts = {name: core.impact(ImpactRequest((name,)), OWNER).mentioned_in for name in ("renew", "alone", "used")}
    assert counts == {"renew": 2, "alone": 0, "used": 0}


@pytest.mark.parametrize("tests", [True, False])
def test_other_files_are_counted_too_where_only_tests_are_known_to_depend_on_it(
    core: LocalCore, tests: bool
) -> None:
    assert core.impact(ImpactRequest(("settle",), tests=tests), OWNER).mentioned_in == 1


def test_languages_of_which_only_definitions_are_read_are_not_judged(core: LocalCore) -> None:
    assert without_uses(core.unreadable("", OWNER)) == ("zig",)
    assert {each.node.language for each in core.unused("", OWNER)} == {"python"}


@pytest.mark.parametrize("detail", [False, True])
def test_an_agent_reads_in_a_tree_that_what_its_root_depends_on_is_not_read(
    core: LocalCore, *, detail: bool
) -> None:
    tools = GraphTools(EngineClient(core))  # type: ignore[arg-type]  # of a connection the tools need no more
    notes = {
        name: tools.dependency_tree(name, detail=detail).note for name in ("renew", "bin/clean.pl", "used.py")
    }
    assert notes == {
        "renew": "What Zig files depend on is not read.",
        "bin/clean.pl": "What Perl files depend on is not read.",
        "used.py": "",
    }


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        (("impact", "renew"), ("Nothing is known to depend on it.", "Zig", "2 other files", "'renew'")),
        (("impact", "settle"), ("1 other file", "'settle'")),
        (("impact", "alone"), ("Nothing depends on it.",)),
        (("tree", "renew"), ("What Zig files depend on is not read.",)),
        (("tree", "bin/clean.pl"), ("depends on: nothing", "What Perl files depend on is not read.")),
        (("impact", "bin/clean.pl"), ("Nothing is known to depend on it.", "Perl")),
        (
            ("tree", "cart.html"),
            ("depends on: nothing", "What templates load, and which code shows them, is not read."),
        ),
        (("impact", "cart.html"), ("Nothing is known to depend on it.", "What templates load")),
        (("unused",), ("Not judged", "zig", "dowse unreadable")),
    ],
)
def test_a_command_says_what_it_does_not_know(
    index: Path, command: tuple[str, ...], texts: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--index", str(index)]) == 0
    printed = capsys.readouterr()
    assert [text for text in texts if text not in printed.out + printed.err] == []
