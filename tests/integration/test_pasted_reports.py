"""Pasted reports are answered: nothing in them refuses, excludes, or stands for a filter."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.query.parse import ParsedQuery, parse
from search.types.locations import LocateRequest
from search.types.query import SearchQuery
from tests.contracts.service_parts import copied_sample, core_on
from tests.integration.pasted_reports import LONGEST_LOG, TITLES, reports

ALL, SOME = 300, 30


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = copied_sample(tmp_path_factory.mktemp("sample"))
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def is_narrowed(query: ParsedQuery) -> bool:
    return bool(query.phrases or query.excluded or query.conditions or query.problems)


@pytest.mark.parametrize("count", [SOME, pytest.param(ALL, marks=pytest.mark.heavy)])
def test_every_report_is_answered_by_a_search_and_by_where(core: LocalCore, count: int) -> None:
    texts = reports(count)
    assert len(set(texts)) == count
    assert max(text.count("\n") for text in texts) >= LONGEST_LOG
    narrowed = [text for text in texts if is_narrowed(parse(text))]
    searched = [text for text in texts if not core.search(SearchQuery(text, top=5)).files]
    located = [text for text in texts if not core.locate_change(LocateRequest(text, top=5)).files]
    assert (narrowed, searched, located) == ([], [], [])


@pytest.mark.parametrize("title", TITLES)
def test_a_title_alone_is_answered_by_where(core: LocalCore, title: str) -> None:
    assert core.locate_change(LocateRequest(title)).files
