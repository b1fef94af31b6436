"""Requests for a change are known by their wording, questions and descriptions are not taken for them."""

import pytest

from search.query.parse import parse
from search.query.request import requests_change


@pytest.mark.parametrize(
    "text",
    [
        "Fix crash when the lease is lost",
        "Don't retry after a timeout",
        "fix(lexer): handle empty input",
        "feat: leases that renew themselves",
        "reverseproxy: Add a retry for idempotent requests",
        "[docs] Remove the old guide",
        "Support several hosts in one lease",
        "auth: set user placeholders before the rejection",
    ],
)
def test_a_request_is_known_by_its_wording(text: str) -> None:
    assert requests_change(parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "how are requests retried",
        "why does it stop after a timeout",
        "use cases",
        "support for java records without breaking older machines",
        "add items to the cart?",
        "the lease is lost after a restart",
        "document with many nested arrays is refused",
        "fix",
        "ValueError: lost",
        "std::vector of many leases",
    ],
)
def test_a_question_or_a_description_is_no_request(text: str) -> None:
    assert not requests_change(parse(text))
