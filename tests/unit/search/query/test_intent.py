"""What kind of answer a query asks for."""

import pytest

from search.query.intent import exact_name, identifiers, qualified_names, wanted_flags
from search.query.parse import parse


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("LeaseManager", "LeaseManager"),
        ("Cart.add", "add"),
        ("std::vector", "vector"),
        ("renew_lease()", "renew_lease"),
        ("sym:Cart", "Cart"),
        ("sym:Cart total", "Cart"),
        ("Cart lang:cs", "Cart"),
        ("@renew_lease", "renew_lease"),
        ("$lease", "lease"),
        ("renew_lease(", "renew_lease"),
        ("@1", ""),
        ("cart.py#L88", ""),
        ("renew the lease", ""),
        ("3 retries", ""),
        ("", ""),
    ],
)
def test_a_query_that_is_one_name_is_recognised(text: str, name: str) -> None:
    assert exact_name(parse(text)) == name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("is renewLease of v2 called by the cart", ("renewLease", "v2")),
        ("how are requests sent again", ()),
        ("Cart.add", ("Cart", "add")),
        ("cart checkout", ("cart", "checkout")),
        ("is it", ()),
        ("sym:Cart total", ("Cart",)),
        ("sym:get what is in the Shop_Cart", ("get",)),
    ],
)
def test_a_plain_word_is_a_name_only_where_no_question_is_asked(text: str, names: tuple[str, ...]) -> None:
    assert identifiers(parse(text)) == names


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("tests for the cart", {"test"}),
        ("cart is:test", {"test"}),
        ("cart path:tests/unit", {"test"}),
        ("documentation of webhooks", {"document"}),
        ("webhooks lang:md", {"document"}),
        ("webhooks type:adr", {"document"}),
        ("in which release was the cart added", {"changelog"}),
        ("where is the cart", set()),
        ("update the timeout in package.json, go.mod", {"data"}),
        ("fix JSON and .yaml parsing of jsonl.py", set()),
    ],
)
def test_asking_for_a_kind_of_file_turns_its_demotion_off(text: str, flags: set[str]) -> None:
    assert wanted_flags(parse(text)) == flags


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Ecto.Changeset for validating data", {"Changeset"}),
        ("absl::StrCat and a.b.c", {"StrCat", "c"}),
        (r"GuzzleHttp\Client", {"Client"}),
        ("sym:Cart.add", {"add"}),
        ("how it works. Then again", set()),
        ("version 2.0", set()),
    ],
)
def test_qualified_names_are_told_by_their_ends(text: str, ends: set[str]) -> None:
    assert qualified_names(parse(text)) == ends
