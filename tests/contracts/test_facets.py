"""Counts of filter values: each is how many results are left when the value is chosen."""

import pytest

from app.core.local_core import LocalCore
from search.query.edit import with_filter
from search.types.query import RankSettings, SearchQuery
from search.types.results import SearchResult

KEYS = {"language": "lang", "doc_type": "type", "component": "component"}
"""Columns that are counted, and the filters that choose a value of them."""


def answer(core: LocalCore, text: str) -> SearchResult:
    by_words = RankSettings(weight=0.0)  # what meaning alone found is among the candidates, and no result
    return core.search(SearchQuery(text, by_words, facets=True))


@pytest.mark.parametrize("text", ["lease", "price of a roast", "retry with backoff"])
def test_a_count_is_what_choosing_the_value_shows(sample_core: LocalCore, text: str) -> None:
    result = answer(sample_core, text)
    assert 0 < result.total_files < result.total_chunks
    for facet in result.facets:
        for value, count in facet.values if facet.column in KEYS else ():
            assert count == answer(sample_core, with_filter(text, KEYS[facet.column], value)).total_files, value
