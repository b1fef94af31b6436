"""Types whose objects a text hands to functions of libraries, also of texts that nobody wrote by hand."""

import pytest

from search.analysis.handed_objects import handed_types

HANDED = "server = Mail()\nserve(server)\n"


@pytest.mark.parametrize(
    ("text", "types"),
    [
        (HANDED, {"Mail"}),
        ("serve(Mail())\n", {"Mail"}),
        ("serve(handler=Mail())\n", {"Mail"}),
        ("print(Mail())\n", set()),
        ("send(Mail())\n", set()),
    ],
)
def test_an_object_is_handed_to_what_is_not_the_projects_own(text: str, types: set[str]) -> None:
    assert handed_types(text, {"Mail"}, {"Mail", "send"}) == types


def test_a_doubtful_escape_is_no_warning_and_no_fault() -> None:
    assert handed_types(f"{HANDED}pattern = '\\d'\n", {"Mail"}, set()) == {"Mail"}


@pytest.mark.parametrize(
    "rest",
    [f"f({'.'.join(['a'] * 1_500)})", "-" * 100_000 + "1", "(" * 3_000 + ")" * 3_000, "x = (", "x = '\0'"],
    ids=["long chain", "many signs", "deep brackets", "cut", "null"],
)
def test_a_text_that_is_too_deep_or_damaged_says_nothing(rest: str) -> None:
    assert handed_types(f"{HANDED}{rest}\n", {"Mail"}, set()) == set()
