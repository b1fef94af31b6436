"""How a question is worded says whether code or a document is meant."""

import pytest

from search.query.parse import parse
from search.query.wording import is_heading, query_wording


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("WebSocket adapter for subscriptions", 2),
        ("how the parser reports errors", 2),
        ("retries and timeouts", 1),
        ("ClientSession", 1),
        ("how a lease is renewed", 2),
        ("How ClientSession retries", 2),
        ('lang:go "how  a lease is renewed"', 2),
        ("how", 1),
        ("how the image is installed", -1),
        ("exit code 11", 1),
        ("wrong content type on upload", 1),
        ("knowhow of leases", 1),
        ("type of the installed handler", 0),
        ("which partly used containers get rewritten", 1),
        ("run the specs in docker", -1),
        ("I forgot my password", -1),
        ("can I change the handler of an error", -1),
        ("what do I need to install", -2),
        ("lang:python build from source", -1),
    ],
)
def test_words_of_construction_lean_to_code_and_words_of_use_or_of_a_person_to_documents(
    text: str, steps: int
) -> None:
    assert query_wording(parse(text)) == steps


AUXILIARIES = "do does did am is are was were be has have had could may might must shall will would doesn't"
MEASURES = (
    "many much often long large big small fast slow far deep high old new good well safe easy hard soon late"
)


@pytest.mark.parametrize(
    "word", [*AUXILIARIES.split(), *MEASURES.split(), "about", "come", "else", "not", "quickly"]
)
def test_what_a_person_asks_with_how_is_no_explanation(word: str) -> None:
    assert query_wording(parse(f"how {word} leases renewed")) == 1


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("retries of requests", True),
        ("how the image is installed", True),
        ("lang:python connection pool and proxies", True),
        ("how is the image installed", False),
        ("my upload stops", False),
        ("a file that nobody reads", False),
        ("the dialog doesn't close", False),
        ("token isn't refreshed", False),
        ("token isnt refreshed", False),
        ("session doesn\N{RIGHT SINGLE QUOTATION MARK}t survive restarts", False),
        ("requests will hang on shutdown", False),
        ("can\N{RIGHT SINGLE QUOTATION MARK}t connect", False),
        ("uploads fail after an hour", False),
    ],
)
def test_a_heading_lacks_the_words_of_sentences(text: str, heading: bool) -> None:
    assert is_heading(parse(text)) is heading
