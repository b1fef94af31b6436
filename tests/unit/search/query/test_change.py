"""How a question is worded says whether it asks what has to change."""

import pytest

from search.query.change import asks_what_changes, named_to_change
from search.query.parse import parse


@pytest.mark.parametrize(
    "text",
    [
        "what has to be touched for one more payment provider",
        "renaming the LEASE_TTL variable",
        "if Session gets another method which classes must follow",
        "get rid of the old queue everywhere",
        "where else is the name of the cookie hard coded",
        "adding a column to the orders table",
        "REMOVE the orders table",
        "files to edit for a new currency",
        "callers that no longer compile when `Ledger` becomes generic",
    ],
)
def test_words_of_somebody_about_to_change_something(text: str) -> None:
    assert asks_what_changes(parse(text))


@pytest.mark.parametrize(
    "text",
    [
        *("how is a lease renewed", "ClientSession", "who calls renew_lease", "address of a customer", "retries"),
        *("colour support of the terminal", "update and delete statements", "SELECT INSERT DELETE routes"),
        *(
            "how .refine and .extend add checks",
            "total is wrong as soon as i add 0",
            "takes over from another machine",
        ),
    ],
)
def test_other_questions_do_not_ask_for_it(text: str) -> None:
    assert not asks_what_changes(parse(text))


@pytest.mark.parametrize(
    "text",
    ["where is Session.delete defined", "how does std::move work", "`list.remove` of a lock", "delete", "Add"],
)
def test_what_something_is_called_is_no_wording(text: str) -> None:
    assert not asks_what_changes(parse(text))


def test_a_name_leaves_the_wording_around_it_as_it_is() -> None:
    assert asks_what_changes(parse("what breaks when `Session.delete` is renamed"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("if the Session interface gets another method", ("Session",)),
        ("Adding a column to `QRTZ_TRIGGERS`: which scripts?", ("QRTZ_TRIGGERS",)),
        ("who must implement a new method on the fs.FS interface.", ("fs.FS",)),
        ("everything that depends on the order topological.sort returns", ("topological.sort",)),
        ("get rid of disableAuth and of disableAuth", ("disableAuth",)),
        ("renaming the session cookie", ()),
        ("sym:Session add one", ("Session",)),
    ],
)
def test_what_may_be_the_name_of_what_changes(text: str, names: tuple[str, ...]) -> None:
    assert named_to_change(parse(text)) == names
