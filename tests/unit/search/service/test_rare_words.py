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
        '"Frist"',
        "Nirgendwort",
    ],
)
def test_frequent_words_and_questions_are_ordered_by_all_signals(core: LocalCore, text: str) -> None:
    assert core.search(SearchQuery(text)).exact_files == 0


def test_the_line_of_the_word_is_shown_first(core: LocalCore) -> None:
    first = core.search(SearchQuery("Prüfgewicht")).files[0]
    assert "Prüfgewicht" in first.chunks[0].text
