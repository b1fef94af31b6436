"""The promise for names: a query that is exactly the name of something defined gets its definition first."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from search.retrieval.corpus import Corpus
from search.service.search_service import SearchService
from search.types.filters import Access
from search.types.ids import chunk_id
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.samples import IndexOnDisk, chunk, records
from tests.contracts.service_parts import service_over

DEFINED = {
    "run.py": ("run", "Runner"),
    "lease.cs": ("LeaseService", "Renew", "Any"),
    "check.rb": ("valid?", "save!", "is"),
    "sign.h": ("operator==", "T", "do"),
    "guide.md": ("Getting started",),
    "paths.py": ("HTTPServer2", "_private", "snake_case_name", "größe"),
}
BOXES = {"box.rb": ("Shop", "Shop::Box"), "Box.cs": ("Shop", "Shop.Box")}
"""Files whose second chunk holds the definition of ``Box``."""
CALLED = {"desk.py": "Teller Teller Teller", "teller.py": "a text in which Teller stands once among other words"}
"""Files that define ``Teller``, of which one is called so and the other says it more often."""
LOCAL = Access(tenant="local")
USERS = 310
"""Files that speak of a name, more than a signal proposes."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchService]:
    disk = IndexOnDisk(tmp_path_factory.mktemp("index"))
    filler = "a long text that buries whatever it defines between many other words " * 8
    defining = [chunk(path, 0, f"{filler} {' '.join(names)}") for path, names in DEFINED.items()]
    using = [chunk(f"use{n}.py", 0, f"run {' '.join(DEFINED['lease.cs'])} run") for n in range(USERS)]
    hidden = [chunk("hidden.py", 0, "run Secret", tenant="other")]
    placed = [
        replace(chunk(path, number, "Box " * (3 - number)), id=chunk_id("shop", "main", path, header, 0))
        for path, headers in BOXES.items()
        for number, header in enumerate(headers)
    ]
    limits = [
        replace(chunk("limits.py", number, f"LARGEST {'SMALLEST ' * (4 - number)}"), symbols=symbols)
        for number, symbols in enumerate(((), ("LARGEST", "SMALLEST"), (), ("Limits",)))
    ]
    called = [chunk(path, 0, text) for path, text in CALLED.items()]
    every = [*defining, *using, *hidden, *placed, *limits, *called]
    disk.holding(every)
    others = {
        "hidden.py": ("run", "Secret"),
        "limits.py": ("LARGEST", "SMALLEST"),
        **dict.fromkeys(BOXES, ("Box",)),
        **dict.fromkeys(CALLED, ("Teller",)),
    }
    rows = [replace(row, definitions=DEFINED.get(row.path) or others.get(row.path, ())) for row in records(every)]
    disk.storage.files.upsert(rows)
    corpus = Corpus(disk.storage)
    corpus.load()
    yield service_over(disk, corpus)
    disk.storage.close()


@pytest.mark.parametrize("path", sorted(BOXES))
def test_the_chunk_with_the_definition_is_the_first_of_its_file(service: SearchService, path: str) -> None:
    hits = {file.path: file for file in service.search(SearchQuery("Box", access=LOCAL)).files}
    assert hits[path].chunks[0].id == chunk_id("shop", "main", path, BOXES[path][1], 0)


@pytest.mark.parametrize("text", ["SMALLEST", "sym:smallest"])
def test_a_definition_that_shares_its_chunk_is_the_first_of_its_file(service: SearchService, text: str) -> None:
    hits = {file.path: file for file in service.search(SearchQuery(text, access=LOCAL)).files}
    assert hits["limits.py"].chunks[0].id == chunk("limits.py", 1, "").id


@pytest.mark.parametrize("text", ["Teller", "sym:Teller", "Teller()", "Teller(", "@Teller", "$Teller"])
@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID])
def test_of_the_files_that_define_a_name_the_one_that_is_called_so_is_first(
    service: SearchService, text: str, mode: Mode
) -> None:
    files = service.search(SearchQuery(text, RankSettings(mode=mode), access=LOCAL)).files
    assert [file.path for file in files[:2]] == ["teller.py", "desk.py"]


NAMES = st.sampled_from([(path, name) for path, names in DEFINED.items() for name in names])
SPELT = st.sampled_from([str, str.lower, str.upper, str.swapcase])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(NAMES, SPELT, st.booleans(), st.sampled_from([Mode.KEYWORD, Mode.HYBRID]), st.floats(0.0, 0.999))
@example(("paths.py", "größe"), str.upper, True, Mode.KEYWORD, 0.0)
def test_what_defines_the_name_comes_first(service, named, spelt, symbol, mode, weight) -> None:
    path, name = named
    text = f'sym:"{spelt(name)}"' if symbol else spelt(name)
    files = service.search(SearchQuery(text, RankSettings(mode=mode, weight=weight), access=LOCAL)).files
    assert files[0].path == path


@pytest.mark.parametrize("words", ["run", "run renew", "how quokkas sleep by night"])
@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID])
def test_words_beside_a_symbol_add_no_definitions_and_lose_none(
    service: SearchService, words: str, mode: Mode
) -> None:
    query = SearchQuery(f"sym:LeaseService {words}", RankSettings(mode=mode), access=LOCAL)
    assert [file.path for file in service.search(query).files] == ["lease.cs"]


@pytest.mark.parametrize("text", ["Secret", "sym:Secret", "run"])
def test_a_definition_out_of_sight_is_none(service: SearchService, text: str) -> None:
    files = service.search(SearchQuery(text, access=LOCAL)).files
    assert "hidden.py" not in {file.path for file in files}
    assert [file.pinned for file in files][:1] != [True] or files[0].path == "run.py"


def test_a_filter_holds_for_definitions_too(service: SearchService) -> None:
    files = service.search(SearchQuery("run -path:run.py", RankSettings(mode=Mode.KEYWORD))).files
    assert files
    assert "run.py" not in {file.path for file in files}
