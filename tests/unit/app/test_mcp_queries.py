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
from app.mcp.queries import any_of, narrowed, results_wanted
from app.mcp.scope import ClientScope
from search.errors import AmbiguousNameError, BadInputError, QueryError
from search.query.parse import parse
from search.types.filters import Condition, Operator


@given(st.text(max_size=40))
def test_no_argument_value_can_be_more_than_the_value_of_its_filter(value: str) -> None:
    try:
        text = narrowed("word", any_of("product", "product", value))
    except BadInputError:
        assert '"' in value or not value.isprintable() or not value.strip()
        return
    query = parse(text)
    assert query.words == "word"
    assert query.conditions == (Condition("product", Operator.IN, (value,)),)


@given(st.text(max_size=60).filter(str.strip))
@example('a b c d e f g h i j k "l m"')
@example("first line\nlang:python")
@example('first line\npath:"a b')
def test_no_query_text_can_take_a_filter_of_an_argument_away(query: str) -> None:
    parsed = parse(narrowed(query, any_of("repository", "repo", ["one", "two"])))
    assert parsed.conditions[0] == Condition("repository", Operator.IN, ("one", "two"))


@given(st.text(max_size=40))
def test_a_narrowed_query_asks_for_the_words_that_were_asked_for(query: str) -> None:
    if not query.strip():
        with pytest.raises(QueryError, match="empty"):
            narrowed(query, "is:document")
        return
    assert parse(narrowed(query, "ext:md")).words == parse(query.strip()).words


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


async def _awaited(boundary: Boundary, call: object, **arguments: object) -> object:
    return await boundary.tool(call)(**arguments)  # type: ignore[arg-type]
