"""Phrases must occur; where none does, their words are searched, and the answer says so."""

from collections.abc import Callable, Iterator

import pytest

from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.contracts.service_parts import core_on, written

CODE = {
    "lease.py": "def renew_lease(lease):\n    return lease.store.renew(lease.token)\n",
    "hyphens.md": "The roast\xadery works, says the sys&shy;tem of Frank&amp;Sons.\n",
    "options.py": "def missing_style(option):\n    # of the environment variable for style\n    return option\n",
}
Search = Callable[..., SearchResult]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Search]:
    folder = tmp_path_factory.mktemp("searched")
    with core_on(folder / "index", written(folder / "shop", CODE)) as core:
        yield lambda text, **how: core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD), **how))


def codes(result: SearchResult) -> list[str]:
    return [note.code for note in result.notes]


def test_a_phrase_that_occurs_must_occur(search: Search) -> None:
    result = search('missing "environment variable"')
    assert [file.path for file in result.files] == ["options.py"]
    assert "query.phrases_as_words" not in codes(result)


@pytest.mark.parametrize("text", ['"roastery works"', '"roast\xadery works"', "roastery system", "sys\xadtem"])
def test_a_word_with_soft_hyphens_is_one_word(search: Search, text: str) -> None:
    result = search(text)
    assert [file.path for file in result.files] == ["hyphens.md"]
    assert not result.corrections


def test_the_words_of_a_phrase_that_occurs_nowhere_are_searched(search: Search) -> None:
    result = search('add missing "style" option on "Enviroment Variable"')
    assert result.files[0].path == "options.py"
    assert codes(result)[0] == "query.phrases_as_words"
    assert result.notes[0].values["phrases"] == '"style", "Enviroment Variable"'


def test_filters_hold_for_the_words_of_a_phrase(search: Search) -> None:
    result = search('"variable environment" -path:options.py')
    assert not result.files
    assert "query.phrases_as_words" not in codes(result)


def test_a_person_who_wants_the_query_language_gets_no_words_for_a_phrase(search: Search) -> None:
    assert not search('"variable environment"', typed=True).files
