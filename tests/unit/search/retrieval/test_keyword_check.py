"""The keyword index against rank_bm25, on chunks of the index itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from search.retrieval.bm25 import LexicalIndex
from search.retrieval.corpus import Corpus
from search.retrieval.keyword_check import checked_keywords
from search.types.status import KeywordCheck
from tests.contracts.samples import WORDS, IndexOnDisk, card, chunk

TEXTS = [" ".join(WORDS[n % 8 : n % 8 + 3]) for n in range(40)]
CHUNKS = [chunk(f"{n}.py", 0, text) for n, text in enumerate(TEXTS)]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexOnDisk]:
    index = IndexOnDisk(tmp_path_factory.mktemp("index"))
    index.holding([*CHUNKS, card(CHUNKS[0])])
    yield index
    index.storage.close()


def lexical_of(disk: IndexOnDisk) -> LexicalIndex:
    corpus = Corpus(disk.storage)
    corpus.load()
    return corpus.lexical()


def test_an_index_whose_postings_are_those_of_its_table_has_the_scores_of_rank_bm25(disk: IndexOnDisk) -> None:
    check = checked_keywords(lexical_of(disk), disk.storage.chunks)
    assert (check.chunks, check.missing, check.differing) == (len(CHUNKS), 0, 0)
    assert check.queries > len(set(WORDS)) // 2


def test_postings_of_another_text_are_noticed(disk: IndexOnDisk) -> None:
    wrong = lexical_of(disk).replace((), [(CHUNKS[0].id, "lease lease lease")])
    assert checked_keywords(wrong, disk.storage.chunks).differing > 0


def test_a_chunk_that_the_postings_lack_is_counted(disk: IndexOnDisk) -> None:
    fewer = lexical_of(disk).replace([CHUNKS[3].id], ())
    check = checked_keywords(fewer, disk.storage.chunks)
    assert (check.chunks, check.missing) == (len(CHUNKS) - 1, 1)


def test_an_empty_index_has_nothing_to_compare(tmp_path: Path) -> None:
    index = IndexOnDisk(tmp_path / "index")
    assert checked_keywords(lexical_of(index), index.storage.chunks) == KeywordCheck(0, 0, 0, 0)
    index.storage.close()
