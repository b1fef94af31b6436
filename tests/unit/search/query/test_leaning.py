"""How a question is worded says whether code or a document is meant."""

import pytest

from search.query.leaning import leaning
from search.query.parse import parse


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("WebSocket adapter for subscriptions", 2),
        ("how the parser reports errors", 2),
        ("retries and timeouts", 1),
        ("ClientSession", 1),
        ("how a lease is renewed", 2),
        ("How long leases are renewed", 1),
        ("how is a lease renewed", 1),
        ("how the image is installed", -1),
        ("howto", -1),
        ("exit code 11", 1),
        ("knowhow of leases", 1),
        ("type of the installed handler", 0),
        ("which partly used containers get rewritten", 1),
        ("run the specs in docker", -1),
        ("I forgot my password", -1),
        ("can I change the handler of an error", -1),
        ("what do I need to install", -2),
        ("lang:python build from source", 0),
    ],
)
def test_words_of_construction_lean_to_code_and_words_of_use_or_of_a_person_to_documents(
    text: str, steps: int
) -> None:
    assert leaning(parse(text)) == steps
