"""What files are called counts less in a large tree, unless the question is worded for how the code is made."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from search.ranking.constants import FILE_NAME_PRECISION, NAMES_COUNT_WHOLE
from search.service.search_service import SearchService
from search.types.query import SearchQuery
from tests.contracts.samples import IndexOnDisk, chunk
from tests.contracts.service_parts import service_on

CALLED_SO, REST = "brakes.py", "rest.py"
TIMES = 4
"""How many times as large as a tree in which names count in full."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[SearchService]:
    disk = IndexOnDisk(tmp_path / "index")
    rest = [chunk(REST, number, f"nothing of it {number}") for number in range(TIMES * NAMES_COUNT_WHOLE - 1)]
    every = [chunk(CALLED_SO, 0, "the brakes are applied"), *rest]
    yield service_on(disk, every)
    disk.storage.close()


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("brakes applied", TIMES),
        ("how are brakes applied", TIMES),
        ("how brakes are applied", 1),
        ("handler of applied brakes", 1),
    ],
)
def test_a_name_counts_in_full_only_for_words_of_how_the_code_is_made(
    service: SearchService, question: str, times: int
) -> None:
    hit = next(hit for hit in service.search(SearchQuery(question)).files if hit.path == CALLED_SO)
    signal = next(signal for signal in hit.why.signals if signal.name == "file_name_precision")
    assert signal.value == 1.0
    assert signal.share == pytest.approx(FILE_NAME_PRECISION / times)
