"""The rows of a table are found together with the names of its columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.chunking.columns import MOST_EMBEDDED, TABLES
from search.types.chunks import Chunk
from tests.unit.indexer.chunking.test_chunks import chunks, parsed

ROWS = [f"Müller {number};Der Mieter zahlte am Ersten des Monats;{number},50" for number in range(400)]


def table(header: str, rows: list[str], language: str = "csv") -> list[Chunk]:
    beginning = "## Mieter\n\n" if language == "xlsx" else ""
    return chunks(parsed("\n".join([beginning + header, *rows]), f"docs/mieter.{language}", language))


def test_later_chunks_of_a_table_are_searched_with_the_names_of_its_columns() -> None:
    first, second, *_ = table("Name;Zweck;Kaution", ROWS)
    assert first.header_path == ""
    assert second.header_path == "Name | Zweck | Kaution"
    assert "kaution" in second.terms.split()
    assert "Kaution" not in second.text
    assert "Name | Zweck | Kaution" in second.embed_text
    assert second.start_line == first.end_line + 1


def test_a_sheet_of_a_workbook_has_its_own_columns() -> None:
    rows = [row.replace(";", " | ") for row in ROWS]
    text = "\n".join(["## Ein", "", "Name | Zweck | Kaution", *rows, "", "## Zwei", "", "Nr | Ort | Land", *rows])
    made = chunks(parsed(text, "docs/a.xlsx", "xlsx"))
    assert {chunk.header_path for chunk in made} >= {"Ein > Name | Zweck | Kaution", "Zwei > Nr | Ort | Land"}


def test_a_short_sheet_has_its_columns_although_the_next_one_shares_a_name() -> None:
    rows = [f"{number} | {'ein langer Text über einen Vertrag ' * 10}" for number in range(12)]
    text = "\n".join(["## Ein", "", "Nummer | Vertrag", *rows, "", "## Zwei", "", "Nummer | Kündigung", *rows])
    made = chunks(parsed(text, "docs/a.xlsx", "xlsx"))
    assert {chunk.header_path for chunk in made} >= {"Ein > Nummer | Vertrag", "Zwei > Nummer | Kündigung"}


def test_a_sheet_without_rows_before_another_heading_has_no_columns() -> None:
    made = chunks(parsed("## Ein\n# Nummer | Vertrag\n1 | Miete", "docs/a.xlsx", "xlsx"))
    assert [chunk.text for chunk in made] == ["## Ein", "# Nummer | Vertrag\n1 | Miete"]


@pytest.mark.parametrize(
    "header",
    ["1;2;3", "Müller;12.03.2020;40", "Ein Satz.", "", ";;x", "a;https://a.b/c", '"Name;Zweck', "a;b123456"],
)
def test_a_first_row_of_values_names_no_columns(header: str) -> None:
    assert {chunk.header_path for chunk in table(header, ROWS)} == {""}


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("Fühler;Keller;ok", [f"Fühler {number};Keller;ok" for number in range(900)]),
        (
            "Meier;Anna;anna@example.org",
            [f"Schulz;Bernd {'x' * 40};b{number}@example.org" for number in range(200)],
        ),
    ],
)
def test_a_first_row_with_values_that_other_rows_have_names_no_columns(header: str, rows: list[str]) -> None:
    assert {chunk.header_path for chunk in table(header, rows)} == {""}


def test_names_that_are_repeated_among_the_rows_still_name_columns() -> None:
    rows = ["Name;Zweck;Kaution" if number % 20 == 5 else row for number, row in enumerate(ROWS)]
    assert table("Name;Zweck;Kaution", rows)[1].header_path == "Name | Zweck | Kaution"


def test_quoted_names_are_read_as_cells() -> None:
    assert table('"Name, Vorname","Betrag"', ["x,1"] * 900)[1].header_path == "Name, Vorname | Betrag"


def test_many_long_names_are_shortened_above_a_chunk() -> None:
    made = table(";".join(f"Spalte {letter * 9}" for letter in "abcdefghijklmnop"), ROWS)
    assert made[1].header_path.endswith("…")
    assert "spalt" in made[1].terms.split()


@pytest.mark.parametrize("language", ["csv", "xlsx"])
def test_only_the_first_chunks_of_a_table_are_searched_by_meaning(language: str) -> None:
    made = table("Name;Zweck;Betrag", ROWS * 4, language)
    assert len(made) > MOST_EMBEDDED
    assert all(chunk.embed_hash for chunk in made[:MOST_EMBEDDED])
    assert not any(chunk.embed_hash or chunk.embed_text for chunk in made[MOST_EMBEDDED:])


def test_prose_is_embedded_to_its_end() -> None:
    made = chunks(parsed("\n".join(ROWS * 4), "docs/a.txt", "text"))
    assert all(chunk.embed_hash and not chunk.header_path for chunk in made)


@given(st.text('abc123;,|\t\n"\0 ', max_size=300), st.sampled_from(sorted(TABLES)))
def test_any_table_is_cut(text: str, language: str) -> None:
    made = chunks(parsed(text, f"a.{language}", language))
    assert "".join("".join(chunk.text.split()) for chunk in made) == "".join(text.split())
