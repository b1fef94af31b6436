"""Function words of other languages are treated in their questions as English ones are in English questions."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.contracts.service_parts import core_on, written

DOCUMENTS = {
    "abscheider.md": "Den Zyklonabscheider wartet ein Techniker jeden Monat.\n",
    "der.md": "Der Vertrag der Firma, der der Kanzlei vorliegt, wird wie der andere nie geprüft.\n",
    "kann.md": "Sie kann, er kann, jeder kann umziehen.\n",
    "loop.py": "def die(war):\n    oder = des(war)\n    return oder\n",
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("languages")
    with core_on(folder / "index", written(folder / "office", DOCUMENTS)) as core:
        yield core


def ask(core: LocalCore, text: str) -> SearchResult:
    return core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD), explain=True))


def test_function_words_are_neither_searched_nor_marked_nor_reported_as_missing(core: LocalCore) -> None:
    result = ask(core, "Wie oft muss der Zyklonabscheider gewartet werden?")
    assert [file.path for file in result.files] == ["abscheider.md"]
    assert result.terms == ("zyklonabscheid", "gewartet", "wait", "maintain")
    assert [note.values["words"] for note in result.notes if note.code == "search.words_nowhere"] == ["gewartet"]


def test_function_words_are_not_corrected(core: LocalCore) -> None:
    result = ask(core, "Wann ist der Vertrag zu prüfen?")
    assert result.corrections == ()
    assert result.searched == "Wann ist der Vertrag zu prüfen?"


def test_other_words_of_such_a_question_are_corrected(core: LocalCore) -> None:
    result = ask(core, "Wo ist der Zyklonabschieder?")
    assert [(pair.typed, pair.searched) for pair in result.corrections] == [
        ("Zyklonabschieder?", "Zyklonabscheider?")
    ]


@pytest.mark.parametrize("name", ["die", "war", "des", "oder", "sym:die", "war des"])
def test_names_in_code_are_searched(core: LocalCore, name: str) -> None:
    assert ask(core, name).files[0].path == "loop.py"


def test_the_words_of_a_question_count_more_than_a_model_that_does_not_know_them(core: LocalCore) -> None:
    result = core.search(SearchQuery("Wie oft muss der Zyklonabscheider gewartet werden?"))
    assert result.files[0].path == "abscheider.md"
    halved = [file for file in result.files if file.semantic > 0.0 and not file.keyword]
    assert all(file.parts.meaning < result.files[0].parts.words for file in halved)


@pytest.mark.parametrize("text", ["Wann wird der Vertrag geprueft?", "geprueft"])
def test_umlauts_may_be_typed_as_two_letters(core: LocalCore, text: str) -> None:
    assert "der.md" in [file.path for file in ask(core, text).files]


def test_of_a_foreign_question_only_words_one_letter_away_are_corrected(core: LocalCore) -> None:
    assert ask(core, "Wo ist der Zyklonabstreifer?").corrections == ()
