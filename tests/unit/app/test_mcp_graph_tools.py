"""What the tools of the dependency graph hand to an agent, and that it has the shape that is documented."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from app.mcp.answers import output_schema
from app.mcp.graph_tools import GraphTools
from search.errors import BadInputError, NotFoundError
from search.lazy_import import lazy_import
from search.types.filters import OWNER, Access
from search.types.graph_queries import CycleScope
from tests.fakes.core import EchoCore


@dataclass
class RecordingCore:
    """Stands for the connection of a client: a core and what the client may see."""

    core: EchoCore
    access: Access


@pytest.fixture
def core() -> EchoCore:
    return EchoCore()


@pytest.fixture
def tools(core: EchoCore) -> GraphTools:
    return GraphTools(RecordingCore(core, OWNER))  # type: ignore[arg-type]  # of a connection the tools need no more


def fits(answer: object) -> bool:
    with lazy_import(("rfc3987_syntax",)):  # compiles a grammar of addresses for 4 s; no schema of ours has one
        from jsonschema import Draft202012Validator
    validator = Draft202012Validator(output_schema(type(answer)))
    return bool(
        validator.is_valid(msgspec.json.decode(msgspec.json.encode(answer))) and not validator.is_valid({})
    )


def test_every_answer_fits_the_schema_of_its_type(tools: GraphTools) -> None:
    assert fits(tools.dependency_tree("lease.py"))
    assert fits(tools.dependency_path("a", "b"))
    assert fits(tools.dependency_path("b", "a"))
    assert fits(tools.change_impact(["cart"]))
    assert fits(tools.change_impact(["cart"], detail=True))
    assert fits(tools.table_use("orders"))
    assert fits(tools.table_use("orders", detail=True))
    assert fits(tools.dependency_cycles(of=CycleScope.DEFINITIONS))
    assert fits(tools.broken_rules(top=1))
    assert fits(tools.unused_definitions(top=1))


def test_a_path_that_only_leads_the_other_way_round_says_so(tools: GraphTools) -> None:
    there, back = tools.dependency_path("a", "b"), tools.dependency_path("b", "a")
    assert there.connected
    assert there.notes is msgspec.UNSET
    assert not back.connected
    assert back.notes == ("Nothing leads this way, but target depends on source: ask with the two exchanged.",)


def test_several_targets_may_come_with_commas_between_them(tools: GraphTools) -> None:
    def changed(targets: list[str] | str) -> list[str]:
        return [str(each.id) for each in tools.change_impact(targets).changed]

    assert changed("src/cart.py, src/price.py") == changed(["src/cart.py", "src/price.py"])
    assert changed("Cart.Add(int, int)") == changed(["Cart.Add(int, int)"])
    for name in (
        "Cart.Add(List<int>, Map<int, List<int>>)",
        "add(int, (int) -> int, int)",
        "Cart.operator-(int, int)",
    ):
        assert changed(f"{name}, src/cart.py") == changed([name, "src/cart.py"])


def test_doubtful_definitions_are_listed_only_on_request(tools: GraphTools) -> None:
    assert [each.name for each in tools.unused_definitions().unused] == ["dead"]
    assert [each.name for each in tools.unused_definitions(doubtful=True).unused] == ["dead", "buried"]


def test_a_dependent_has_its_place_and_its_lines_once(tools: GraphTools) -> None:
    (dependent,) = tools.change_impact(["cart"]).affected
    written = msgspec.json.decode(msgspec.json.encode(dependent))
    assert written["evidence"] == "user.py:7"
    assert written["edge_types"] == ["calls"]
    assert "through" not in written, "there is one target"
    assert len(tools.change_impact(["cart"], detail=True).affected[0].edges) == 1


def test_of_several_targets_each_dependent_names_the_one_it_depends_on(tools: GraphTools) -> None:
    (dependent,) = tools.change_impact(["cart", "shop"]).affected
    assert dependent.through == "r@-:py:cart"


def test_a_reader_of_a_table_names_the_columns(tools: GraphTools) -> None:
    (reader,) = tools.table_use("orders").readers
    assert (reader.columns, reader.evidence) == (("Id", "Total"), "reader.py:9")


def test_one_target_needs_no_list_and_too_many_are_refused(tools: GraphTools) -> None:
    assert tools.change_impact("cart") == tools.change_impact(["cart"])
    with pytest.raises(BadInputError, match="targets has 101 values"):
        tools.change_impact(["cart"] * 101)


def test_an_impact_of_nothing_is_refused(tools: GraphTools) -> None:
    with pytest.raises(BadInputError, match="no target is given"):
        tools.change_impact()


@pytest.fixture
def copy(tmp_path: Path, core: EchoCore) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text("one\n")
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)
    (folder / "cart.py").write_text("two\n")
    core.indexed.append(str(folder))
    return folder


def test_changes_since_a_revision_are_those_of_the_one_repository(
    tools: GraphTools, core: EchoCore, copy: Path, tmp_path: Path
) -> None:
    assert [each.path for each in tools.change_impact(since="HEAD").changed] == ["cart.py"]
    core.indexed.append(str(tmp_path / "other"))
    with pytest.raises(BadInputError, match="of 2 repositories"):
        tools.change_impact(since="HEAD")
    assert tools.change_impact(since="HEAD", repository="shop").changed
    with pytest.raises(NotFoundError, match='No repository is called "shopp"'):
        tools.change_impact(since="HEAD", repository="shopp")


def test_an_agent_with_limits_is_not_told_the_names_of_files_that_git_knows(core: EchoCore, copy: Path) -> None:
    limited = GraphTools(RecordingCore(core, Access(groups=())))  # type: ignore[arg-type]  # as above
    assert not limited.change_impact(since="HEAD", repository="shop").unknown
    owner = GraphTools(RecordingCore(core, OWNER))  # type: ignore[arg-type]  # as above
    assert owner.change_impact(since="HEAD", repository="shop").unknown


@pytest.mark.parametrize("access", [Access(groups=()), Access(tenant="acme"), Access(roots=("x",))])
def test_a_limited_agent_reads_nothing_of_git_but_commits(core: EchoCore, copy: Path, access: Access) -> None:
    limited = GraphTools(RecordingCore(core, access))  # type: ignore[arg-type]  # as above
    refusals = set()
    for since in ("HEAD:cart.py", "HEAD:nothing.py", ":/first", ":/nothing", "HEAD~5", "HEAD..HEAD"):
        with pytest.raises(BadInputError) as refusal:
            limited.change_impact(since=since, repository="shop")
        refusals.add(refusal.value.one_line())
    assert len(refusals) == 1
    assert limited.change_impact(since="HEAD", repository="shop").changed
