"""What is an amount or a date in a query, and which texts have it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.analysis.figures import figures_in

DATES = (
    *("2019-05-03", "3. Mai 2019", "03.05.2019", "May 3, 2019", "3.5.19", "3rd of May 2019", "03/05/2019"),
    *(
        "3 de mayo de 2019",
        "05/03/2019",
        "20190503",
        "2019-05-03T10:15",
        "Fri, 3 May 2019",
        "3-May-2019",
        "3.Mai 2019",
    ),
)


@pytest.mark.parametrize("typed", ["2019-05-03", "3. Mai 2019", "May 3rd, 2019", "03.05.2019", "2019/5/3"])
def test_a_date_matches_all_its_forms_and_no_other_date(typed: str) -> None:
    (figure,), others = figures_in(typed.split())
    assert figure.sure
    assert others == []
    assert [text for text in DATES if not figure.pattern.search(text)] == []
    for other in ("2019-05-31", "13.05.2019", "3. Mai 2018", "May 30, 2019", "103.05.2019", "4. Mai 2019"):
        assert not figure.pattern.search(other)


def test_a_date_with_slashes_may_begin_with_either() -> None:
    (figure,), _ = figures_in(["05/03/2019"])
    assert figure.pattern.search("5. März 2019")
    assert figure.pattern.search("May 3, 2019")


@pytest.mark.parametrize("typed", ["1.250,50", "1,250.5", "1250,50", "€1250.50", "1'250.50"])
def test_an_amount_matches_all_its_forms_and_no_other_amount(typed: str) -> None:
    (figure,), _ = figures_in([typed])
    for text in ("1.250,50", "1250.5", "1,250.50", "1 250,50", "1\N{NARROW NO-BREAK SPACE}250,50 €"):
        assert figure.pattern.search(text), text
    for text in ("1.250,51", "11.250,50", "1.250,505", "1.250,50.3", "1250", "x1250,50"):
        assert not figure.pattern.search(text), text


def test_an_amount_without_a_fraction_matches_one_that_ends_even() -> None:
    (figure,), _ = figures_in(["12.483"])
    assert all(map(figure.pattern.search, ("12483", "12.483,00", "12'483.-", "12,483.00")))
    assert not figure.pattern.search("12.483,75")


@pytest.mark.parametrize("typed", ["4711", "3.5.19", "20190503", "1.50"])
def test_what_may_be_a_code_or_a_version_is_not_sure(typed: str) -> None:
    (figure,), _ = figures_in([typed])
    assert not figure.sure


@pytest.mark.parametrize(
    "typed", ["192.168.178.1", "3.11.5", "1.5", "0815", "E1042", "2019-13-40", "v1.250", "123"]
)
def test_addresses_versions_and_codes_are_none(typed: str) -> None:
    assert figures_in([typed]) == ([], [typed])


def test_the_words_beside_a_date_are_left() -> None:
    figures, others = figures_in(["Rechnung", "vom", "3.", "Mai", "2019", "über", "49,90", "Euro"])
    assert [figure.typed for figure in figures] == ["3. Mai 2019", "49,90"]
    assert others == ["Rechnung", "vom", "über", "Euro"]


@given(st.lists(st.text("0123456789.,'/- MaiMayde€٣²", max_size=30), max_size=8))
def test_any_words_are_taken(words: list[str]) -> None:
    figures, others = figures_in(words)
    assert sum(figure.words for figure in figures) + len(others) == len(words)
    assert all(figure.term_groups and all(figure.term_groups) for figure in figures)


@pytest.mark.parametrize("word", ["1" * 100_000, "1.000" * 20_000, "a" * 100_000, "1 " * 50_000, "." * 100_000])
def test_long_words_take_no_time(word: str) -> None:
    assert figures_in([word]) == ([], [word])
