"""pipeline-contract, ``JsonishQueryParser``."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.errors import PipelineError
from search.pipeline.query_parser import MAX_PAYLOAD_CHARS, JsonishQueryParser, ParsedPayload

parse = JsonishQueryParser().parse


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("  where is the lease renewed? ", ParsedPayload("where is the lease renewed?")),
        ('{"query": "lease"}', ParsedPayload("lease")),
        ('{"query": " lease ", "filters": {"data_type": "code"}}', ParsedPayload("lease", {"data_type": "code"})),
        ('```json\n{"query": "lease"}\n```', ParsedPayload("lease")),
        ('```\n{"query": "lease"}\n```', ParsedPayload("lease")),
        (
            "{'query': 'the lease', 'filters': {'language': 'python'}}",
            ParsedPayload("the lease", {"language": "python"}),
        ),
        (
            '{"query": "lease", "filters": {"file_types": ["py", "cs",],},}',
            ParsedPayload("lease", {"file_types": ["py", "cs"]}),
        ),
        ('{"query": "lease", "data_type": "code"}', ParsedPayload("lease", {"data_type": "code"})),
        ('{"query": "lease", "filters": null}', ParsedPayload("lease")),
        ('{"query": "caf\\u00e9 🦊"}', ParsedPayload("café 🦊")),
        ("lease {not json}", ParsedPayload("lease {not json}")),
    ],
)
def test_what_can_be_read(text: str, payload: ParsedPayload) -> None:
    assert parse(text) == payload


@pytest.mark.parametrize(
    "text",
    ['{"query": "lease"', "{query", '{"query": ', "[1, 2", "{'query': 'a' 'b'}", '```json\n{"query": \n```', "{]"],
)
def test_what_starts_as_json_and_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(PipelineError, match="payload"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('["lease"]', "not an object"),
        ('{"filters": {}}', "query"),
        ('{"query": 3}', "query is 3"),
        ('{"query": "a", "filters": "b"}', "filters"),
        ("x" * (MAX_PAYLOAD_CHARS + 1), "characters"),
    ],
)
def test_a_payload_of_the_wrong_form_names_what_is_wrong(text: str, named: str) -> None:
    with pytest.raises(PipelineError, match=named):
        parse(text)


JSONISH = st.text(alphabet="{}[]\"':,\\\n\t`#&*!|>%@ ab1-", max_size=40).map(lambda text: "{" + text)


@given(st.text(max_size=300) | JSONISH)
def test_any_text_is_read_or_refused(text: str) -> None:
    starts_as_json = text.strip().startswith(("{", "[", "```"))
    with contextlib.suppress(PipelineError) if starts_as_json else contextlib.nullcontext():
        assert parse(text).query.strip() == parse(text).query
