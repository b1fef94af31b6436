"""Which numbers of a query are codes, and which texts have them."""

import pytest

from search.analysis.grouped_codes import codes_in


@pytest.mark.parametrize(
    "text",
    ["030 1234567", "(030) 123-4567", "+49 30 1234567", "+49301234567", "0049301234567", "49-30-1234567"],
)
def test_a_telephone_number_is_found_with_its_country(text: str) -> None:
    (code,) = codes_in(["0301234567"])
    assert code.pattern.search(f"Tel. {text}, Keller")


@pytest.mark.parametrize("text", ["930 1234567", "1301234567", "9301234567", "+1 930 1234567", "999301234567"])
def test_a_longer_number_is_not_a_telephone_number_with_its_country(text: str) -> None:
    (code,) = codes_in(["0301234567"])
    assert not code.pattern.search(f"Tel. {text}, Keller")


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("9783161484100 9780306406157", ["9783161484100", "9780306406157"]),
        ("4111111111111111 5500000000000004", ["4111111111111111", "5500000000000004"]),
        ("4111 1111 1111 1111 5500 0000 0000 0004", ["4111 1111 1111 1111", "5500 0000 0000 0004"]),
        ("DE89370400440532013000 2023", ["DE89370400440532013000"]),
        (
            "DE89 3704 0044 0532 0130 00 DE02 1203 0000 0000 2020 51",
            ["DE89 3704 0044 0532 0130 00", "DE02 1203 0000 0000 2020 51"],
        ),
        ("+49 30 1234567 +49 30 7654321", ["+49 30 1234567", "+49 30 7654321"]),
        ("030 1234567 030 7654321", ["030 1234567", "030 7654321"]),
        ("030 1234567 9783161484100", ["030 1234567", "9783161484100"]),
        ("27001 2022", []),
        ("2019 2020 2021", []),
        ("IN 2019 2020 2021", []),
        ("5432 5433 5434", []),
        ("2024-01-15 2024-02-15", []),
        ("01.02.2024 03.04.2024", []),
        ("20240115 20240215", []),
    ],
)
def test_numbers_one_after_the_other_are_not_joined(query: str, codes: list[str]) -> None:
    assert [code.typed for code in codes_in(query.split())] == codes


@pytest.mark.parametrize(
    "query",
    [
        "FR76 30006 00001 12345678901 89",
        "GB29 NWBK 6016 1331 9268 19",
        "DE 123 456 789",
        "4111 2019 1111 1111",
        "4000 0000 0000 0002",
        "3782 822463 10005",
        "030 2012 3456",
        "01 02 03 04 05",
        "+1 555 123 2019",
        "(+49) 30 1234567",
        "978 3 16 148410 0",
        "978 3 2019 1484 0",
        "3 16 148410 0",
        "555 123 4567",
        "2345 6789 0123",
        "12 345 678 901",
        "21 00000 00003 13947 14300 09017",
    ],
)
def test_groups_that_people_write_are_joined(query: str) -> None:
    assert [code.typed for code in codes_in(query.split())] == [query]
