"""From a tool's arguments to query texts, and from failures to what an agent is told."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mcp.server.mcpserver.exceptions import ToolError

from app.mcp.boundary import Boundary
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.failures import Failures
from app.mcp.file_tools import uri_of
from app.mcp.queries import all_of, any_of, question_of, results_wanted, single
from app.mcp.scope import ClientScope
from search.errors import AmbiguousNameError, BadInputError, QueryError
from search.query.parse import parse
from search.types.filters import Condition, Operator


@given(st.text(max_size=40))
def test_no_argument_value_can_be_more_than_the_value_of_its_filter(value: str) -> None:
    try:
        filters = all_of(any_of("product", "product", value), "-is:document")
    except BadInputError:
        assert '"' in value or not value.isprintable() or not value.strip()
        return
    query = parse("word", filters=filters)
    assert query.words == "word"
    assert query.conditions == (
        Condition("product", Operator.IN, (value,)),
        Condition("flags", Operator.HAS_NONE, ("document",)),
    )


@given(st.text(max_size=60).filter(str.strip))
@example('a b c d e f g h i j k "l m"')
@example("first line\nlang:python")
@example('first line\npath:"a b')
def test_filters_of_arguments_hold_and_change_nothing_about_the_text(query: str) -> None:
    text = question_of(query)
    alone, narrowed = parse(text), parse(text, filters=any_of("repository", "repo", ["one", "two"]))
    assert narrowed.conditions == (*alone.conditions, Condition("repository", Operator.IN, ("one", "two")))
    assert (narrowed.words, narrowed.report, narrowed.phrases) == (alone.words, alone.report, alone.phrases)


def test_an_empty_question_is_refused_unless_there_is_an_example() -> None:
    with pytest.raises(QueryError, match="empty"):
        question_of("  ")
    assert question_of("  ", may_be_empty=True) == ""


def test_what_is_wrong_with_a_text_names_the_argument() -> None:
    with pytest.raises(QueryError, match="pattern is empty"):
        question_of(" ", "pattern")
    with pytest.raises(QueryError, match="pattern has 20,000 characters"):
        question_of("x" * 20_000, "pattern")


def test_an_argument_for_a_single_value_may_come_in_a_list() -> None:
    assert [single("repository", value) for value in ("shop", ["shop"], [], "")] == ["shop", "shop", "", ""]
    with pytest.raises(BadInputError, match="repository has 2 values"):
        single("repository", ["shop", "till"])


def test_values_are_limited_in_length_and_number() -> None:
    with pytest.raises(BadInputError, match="path has a value of 2,000"):
        any_of("path", "path", "x" * 2000)
    with pytest.raises(BadInputError, match="language has 500 values"):
        any_of("language", "lang", ["python"] * 500)
    assert any_of("language", "lang", None) == any_of("language", "lang", []) == ""


@pytest.mark.parametrize(("requested", "given_number"), [(1, 1), (50, 50), (51, 50), (10**12, 50)])
def test_at_most_fifty_results_are_asked_for(requested: int, given_number: int) -> None:
    assert results_wanted(requested) == given_number


def test_the_address_of_a_file_keeps_no_sign_that_an_address_gives_a_meaning() -> None:
    assert uri_of("shop@-:file:a b/c#1?.md") == "dowse://file/shop@-:file:a%20b/c%231%3F.md"


@pytest.fixture
def boundary(tmp_path: Path) -> Boundary:
    (tmp_path / "index.json").write_text("{}")
    return Boundary(DisclosureLog(tmp_path, ClientScope(tenant="acme")), Failures(tmp_path))


def test_a_bug_is_logged_and_the_agent_is_told_no_details(boundary: Boundary, tmp_path: Path) -> None:
    def broken(query: str) -> str:
        raise ZeroDivisionError("boiler 7")

    with pytest.raises(ToolError, match=r"^internal error") as error:
        asyncio.run(_awaited(boundary, broken, query="the question"))
    assert "boiler" not in str(error.value)
    log = (tmp_path / "logs" / "mcp.log").read_text()
    assert "request=broken" in log
    assert "boiler 7" in log
    assert "the question" not in log


def test_an_ambiguous_name_is_told_with_its_first_candidates(boundary: Boundary) -> None:
    def ambiguous() -> str:
        candidates = tuple(f"r@-:py:{number:02}" for number in range(30))
        raise AmbiguousNameError("x stands for several", remedy="Name one.", candidates=candidates)

    with pytest.raises(ToolError) as error:
        asyncio.run(_awaited(boundary, ambiguous))
    lines = str(error.value).splitlines()
    assert lines[1:3] == ["r@-:py:00", "r@-:py:01"]
    assert lines[-1] == "and 10 more"


def test_a_pattern_that_is_none_is_told_with_the_argument_of_the_tool(boundary: Boundary) -> None:
    def broken() -> str:
        raise QueryError("query.bad_pattern", pattern="renew(", reason="missing )")

    with pytest.raises(ToolError, match=r"renew\( is not .* regex: false") as error:
        asyncio.run(_awaited(boundary, broken))
    assert "slashes" not in str(error.value)


async def _awaited(boundary: Boundary, call: object, **arguments: object) -> object:
    return await boundary.tool(call)(**arguments)  # type: ignore[arg-type]
