"""Every query file fits the grammar it is written for."""

from pathlib import Path

import pytest

from indexer.facts.syntax import GRAMMARS, QUERY_FILES, matches, query
from resources.locate import resource


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_the_query_of_a_language_compiles(language: str) -> None:
    assert query(language).pattern_count > 0
    assert matches(language, b"") == ([], False)


def test_every_query_file_belongs_to_a_grammar() -> None:
    used = {name for language in GRAMMARS for name in QUERY_FILES.get(language, (language,))}
    assert {Path(file).stem for file in resource("queries").iterdir()} == used
