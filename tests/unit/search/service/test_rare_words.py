"""Files that contain a rare word come before those that do not, however near the others are by meaning."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.query import SearchQuery
from tests.contracts.service_parts import core_on, written

FILLER = "\n".join(f"Im Schritt {number} wird eine Maschine gereinigt und danach geprüft." for number in range(80))
DOCUMENTS = {
    "anleitung.md": f"{FILLER}\nZuletzt wird mit dem Prüfgewicht gemessen.\n{FILLER}\n",
    "vertrag.md": f"{FILLER}\nDie Frist beträgt drei Monate.\n{FILLER}\nEine Kündigung bedarf der Schriftform.\n",
    **{f"gewicht_{n}.md": f"Gewicht prüfen und wiegen, Waage {n}. Frist {n}.\n" for n in range(12)},
    **{f"ende_{n}.md": f"Vertrag beenden, Auszug aus der Wohnung {n}.\n" for n in range(8)},
    **{f"ende_{n}.md": f"Vertrag beenden, Sonderposten {n}.\n" for n in range(8, 12)},
    "rechnung.md": f"{FILLER}\nRechnung 4711.\nStromzähler 1EMH0009876543, Wasser W-442-19.\n{FILLER}\n",
    "netz.md": f"{FILLER}\nDer Router hat 192.168.178.1, der Drucker .178.20 im Netz.\n{FILLER}\n",
    **{f"nummer_{n}.md": f"Nummer 472{n}, Zähler 1EMH000987654{n}0, Netz 192.168.0.{n}.\n" for n in range(3)},
    "pumpen_steuerung.py": "# step2 of all\ndef run():\n    return 1\n",
    "shop.py": "# the progress of an order\n# a bar beside the window\n",
    "waage.py": "def weigh(gewicht):\n    return gewicht\n",
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("rare")
    with core_on(folder / "index", written(folder / "office", DOCUMENTS)) as core:
        yield core


def paths(core: LocalCore, text: str) -> list[str]:
    return [file.path for file in core.search(SearchQuery(text, top=40)).files]


@pytest.mark.parametrize("text", ["Prüfgewicht", "prüfgewicht?"])
def test_a_word_alone_leads_to_the_file_that_contains_it(core: LocalCore, text: str) -> None:
    assert paths(core, text)[0] == "anleitung.md"


def test_two_words_lead_to_the_file_that_contains_both(core: LocalCore) -> None:
    assert paths(core, "Kündigung Frist")[0] == "vertrag.md"


@pytest.mark.parametrize(
    "text",
    [
        "Frist",
        "Frist Waage",
        "Sonderposten",
        "progress bar",
        "gewicht_3 Frist",
        "Frist der Kündigung und mehr",
        "4711 Nirgendwort Frist Waage",
        "step2 Waage",
        '"Frist"',
        "Nirgendwort",
    ],
)
def test_frequent_words_and_questions_are_ordered_by_all_signals(core: LocalCore, text: str) -> None:
    assert core.search(SearchQuery(text)).exact_files == 0


@pytest.mark.parametrize(
    "text", ["4711", "1EMH0009876543", "1emh0009876543", "W-442-19", "4711?", "Zahlung 4711", "4711 Nirgendwort"]
)
def test_a_number_or_a_code_leads_to_the_file_that_has_it_as_a_whole(core: LocalCore, text: str) -> None:
    assert paths(core, text)[0] == "rechnung.md"


def test_an_address_leads_to_the_file_that_has_it_as_a_whole(core: LocalCore) -> None:
    assert paths(core, "192.168.178.1")[0] == "netz.md"


@pytest.mark.parametrize("text", ["Kündigung Nirgendwort", "Nirgendwort Prüfgewicht"])
def test_a_word_that_no_file_has_hides_no_file_that_has_the_others(core: LocalCore, text: str) -> None:
    assert paths(core, text)[0] in {"vertrag.md", "anleitung.md"}


@pytest.mark.parametrize("text", ["pumpen steuerung", "Pumpensteuerung", "pumpen_steuerung"])
def test_a_file_that_is_called_what_is_typed_comes_first(core: LocalCore, text: str) -> None:
    first = core.search(SearchQuery(text)).files[0]
    assert first.path == "pumpen_steuerung.py"


def test_the_reason_names_the_words_that_the_file_has(core: LocalCore) -> None:
    first = core.search(SearchQuery("Nirgendwort Prüfgewicht")).files[0]
    assert first.why.signals[0].reason.values["name"] == "Prüfgewicht"


def test_documents_are_as_good_as_code_where_a_rare_word_is_typed(core: LocalCore) -> None:
    files = core.search(SearchQuery("Router")).files
    assert files[0].path == "netz.md"
    assert files[0].demotion == 1.0


def test_the_line_of_the_word_is_shown_first(core: LocalCore) -> None:
    first = core.search(SearchQuery("Prüfgewicht")).files[0]
    assert "Prüfgewicht" in first.chunks[0].text
