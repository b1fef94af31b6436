"""Umlauts are found in both forms, however they are typed: as one character, and as a letter with an accent."""

import unicodedata
from collections.abc import Iterator

import pytest

from app.core.line_pages import line_pages
from app.core.local_core import LocalCore
from search.types.filters import Access
from search.types.lines import LineOptions, LineQuery
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written

FORMS = ("NFC", "NFD")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("forms")
    files = {
        f"{form}/{unicodedata.normalize(form, 'Küche')}.md": unicodedata.normalize(
            form, "Die Kühlkette im Lager.\n"
        )
        for form in FORMS
    }
    with core_on(folder / "index", written(folder / "depot", files), semantic=False) as core:
        yield core


def folders(paths: list[str]) -> set[str]:
    return {path.partition("/")[0] for path in paths}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("options", [{}, {"match_case": True}, {"whole_word": True}])
def test_lines_have_it_in_both_forms(core: LocalCore, form: str, options: dict[str, bool]) -> None:
    query = LineQuery(unicodedata.normalize(form, "Kühlkette"), LineOptions(**options), Access())
    files = [file for page in line_pages(core, query) for file in page.files if file.lines]
    assert folders([file.file.path for file in files]) == set(FORMS)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", ['"Kühlkette im"', "Lager path:Küche.md", "Lager path:*/Küche*", "Kühlkette"])
def test_phrases_words_and_paths_have_it_in_both_forms(core: LocalCore, form: str, text: str) -> None:
    query = SearchQuery(unicodedata.normalize(form, text), RankSettings(mode=Mode.KEYWORD), typed=True)
    assert folders([file.path for file in core.search(query).files]) == set(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_an_excluded_path_is_left_out_in_both_forms(core: LocalCore, form: str) -> None:
    query = SearchQuery(unicodedata.normalize(form, "Lager -path:Küche.md"), RankSettings(mode=Mode.KEYWORD))
    assert core.search(query).files == ()
