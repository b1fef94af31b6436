"""An amount or a date is found in whatever way a document writes it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.types.query import SearchQuery
from tests.contracts.service_parts import core_on, written

FILLER = "\n".join(f"Im Schritt {number} wird eine Maschine gereinigt und danach geprüft." for number in range(80))
AMOUNTS = {
    "deutsch.md": "Die Kaution beträgt 12.483,75 EUR.\n",
    "english.md": "The deposit of 12,483.75 is due.\n",
    "tabelle.csv": "Nr;Betrag\n1;12483,75\n",
    "schweiz.txt": "Total CHF 12'483.75\n",
}
DATES = {
    "iso.log.md": "Abgenommen 2019-05-03T10:15.\n",
    "brief.md": f"{FILLER}\nZürich, den 3. Mai 2019\n{FILLER}\n",
    "kurz.md": "Geprüft am 03.05.2019 durch Keller.\n",
    "knapp.md": "Termin: 3.5.19\n",
    "letter.md": "Signed on May 3rd, 2019, in Leeds.\n",
    "carta.md": "Madrid, 3 de mayo de\n2019\n",
}
OTHERS = {
    **{
        f"andere_{n}.md": f"Betrag 12.48{n},75 vom {n + 4}. Mai 2019, 112.483,75 im Jahr 2019.\n" for n in range(3)
    },
    "netz.md": "Version 4.711 und 20.190.503 Teile, Konto 1.250,00.\n",
    **{f"rest_{n}.md": f"Bericht {n} über 75 Tage und 483 Stunden im Mai.\n" for n in range(9)},
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("figures")
    files = {**AMOUNTS, **DATES, **OTHERS}
    with core_on(folder / "index", written(folder / "office", files), semantic=False) as core:
        yield core


def answering(core: LocalCore, text: str) -> set[str]:
    """Return the files that answer exactly."""
    result = core.search(SearchQuery(text, top=40))
    return {file.path for file in result.files[: result.exact_files]}


@pytest.mark.parametrize(
    "text", ["12.483,75", "12,483.75", "12483,75", "12'483.75", "€12,483.75", "Zahlung 12483.75", "12.483,75 EUR"]
)
def test_an_amount_is_found_in_every_form(core: LocalCore, text: str) -> None:
    assert answering(core, text) == AMOUNTS.keys()


@pytest.mark.parametrize(
    "text",
    ["2019-05-03", "3. Mai 2019", "03.05.2019", "May 3, 2019", "3.5.2019", "3 mai 2019", "3 de mayo de 2019"],
)
def test_a_date_is_found_in_every_form(core: LocalCore, text: str) -> None:
    assert answering(core, text) == DATES.keys()


def test_the_reason_names_the_form_that_a_file_has(core: LocalCore) -> None:
    files = core.search(SearchQuery("2019-05-03", top=40)).files
    details = {file.path: signal.detail for file in files for signal in file.why.signals if signal.name == "graph"}
    assert "3. Mai 2019" in details["brief.md"]
    assert "May 3rd, 2019" in details["letter.md"]


def test_the_passage_with_the_other_form_is_shown(core: LocalCore) -> None:
    files = core.search(SearchQuery("2019-05-03", top=40)).files
    letter = next(file for file in files if file.path == "brief.md")
    assert "3. Mai 2019" in letter.chunks[0].text


@pytest.mark.parametrize("text", ["1250", "12483,75", "2019-05-03"])
def test_an_answer_with_another_form_of_a_figure_is_not_called_nothing(core: LocalCore, text: str) -> None:
    result = core.search(SearchQuery(text, top=40))
    assert not result.nothing_here
    assert not {"search.nothing_here", "search.words_nowhere"} & {note.code for note in result.notes}


def test_the_end_of_a_larger_amount_is_no_amount(tmp_path: Path) -> None:
    files = {
        "gross.md": "Die Rinne kostet 12.483,75 Euro.\n",
        "klein.md": "Der Beitrag kostet 483,75 Euro.\n",
        **{f"rest_{n}.md": f"Bericht {n} vom Dach.\n" for n in range(30)},
    }
    with core_on(tmp_path / "index", written(tmp_path / "haus", files), semantic=False) as core:
        assert answering(core, "483,75") == {"klein.md"}
        assert answering(core, "12.483,75") == {"gross.md"}


def test_a_plain_number_is_found_with_groups_if_no_file_has_it_as_it_is_typed(core: LocalCore) -> None:
    assert answering(core, "1250") == {"netz.md"}


@pytest.mark.parametrize("text", ["13.05.2019", "12.483,76", "2.483,75", "Feb 30, 2019"])
def test_another_amount_or_date_is_not_taken_for_it(core: LocalCore, text: str) -> None:
    assert not answering(core, text) & {*AMOUNTS, *DATES}


def test_a_filter_narrows_the_files_with_another_form(core: LocalCore) -> None:
    assert answering(core, "12483,75 ext:txt") == {"schweiz.txt"}


CODES = {
    "bank.md": "Bitte auf IBAN DE89 3704 0044 0532 0130 00 bei der Sparkasse zahlen.\n",
    "kunde.csv": "Nr;IBAN\n1;DE02120300000000202051\n",
    "telefon.md": "Praxis Keller, Telefon +49 30 1234567, Fax 030/7654321.\n",
    "karte.txt": "Karte 4111-1111-1111-1111 gesperrt.\n",
    "isbn.md": "Das Buch hat die ISBN 978-3-16-148410-0.\n",
    "steuer.md": "USt-IdNr. DE123456789.\n",
    "orte.md": "Die Lager 4711, 4712 und 4713 liegen in Bremen.\n",
    **{
        f"rest_{n}.md": f"Bericht {n}: 49 Kunden, 30 Telefone, Konto 3704 0044, Zahlung 0532 und 1234568.\n"
        for n in range(20)
    },
}


@pytest.fixture(scope="module")
def codes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("codes")
    with core_on(folder / "index", written(folder / "office", CODES), semantic=False) as core:
        yield core


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("DE89 3704 0044 0532 0130 00", "bank.md"),
        ("DE89370400440532013000", "bank.md"),
        ("de89370400440532013000", "bank.md"),
        ("wem gehört die IBAN DE89 3704 0044 0532 0130 00", "bank.md"),
        ("DE02 1203 0000 0000 2020 51", "kunde.csv"),
        ("+49 30 1234567", "telefon.md"),
        ("+49301234567", "telefon.md"),
        ("030 1234567", "telefon.md"),
        ("0307654321", "telefon.md"),
        ("4111 1111 1111 1111", "karte.txt"),
        ("4111111111111111", "karte.txt"),
        ("9783161484100", "isbn.md"),
        ("978 3 16 148410 0", "isbn.md"),
        ("9783161484100 9780306406157", "isbn.md"),
        ("DE 123 456 789", "steuer.md"),
        ("4711 4712 4713", "orte.md"),
    ],
)
def test_a_long_code_is_found_in_whatever_groups_it_is_written(codes: LocalCore, text: str, path: str) -> None:
    result = codes.search(SearchQuery(text))
    first = result.files[0]
    assert first.path == path
    assert not result.nothing_here
    assert first.confidence >= result.confidence / 2
    assert "search.words_nowhere" not in {note.code for note in result.notes}


@pytest.mark.parametrize(
    "text", ["DE89 3704 0044 0532 0130 01", "89370400440532013000", "030 123456", "378-3-16-148410"]
)
def test_another_code_is_not_taken_for_it(codes: LocalCore, text: str) -> None:
    assert not codes.search(SearchQuery(text)).exact_files
