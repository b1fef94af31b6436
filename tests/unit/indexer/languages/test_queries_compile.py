"""Every query file fits the grammar it is written for."""

import pytest
from tree_sitter import Query

from indexer.facts.syntax import OUTLINE_ROLES, grammar, matches, patterns, query
from resources.languages import FOLDER, languages, query_text

GRAMMARS = {each.name: each.grammar for each in languages().values() if each.grammar}


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_the_query_of_a_language_compiles(language: str) -> None:
    assert query(language).pattern_count > 0
    assert matches(language, b"") == ([], False)


def test_every_query_file_belongs_to_a_grammar() -> None:
    used = {name for language in GRAMMARS for name in (GRAMMARS[language].queries or (language,))}
    assert {file.parent.name for file in FOLDER.glob("*/*.scm")} == used


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_a_query_is_parted_where_its_compiler_parts_it(language: str) -> None:
    text = query_text(languages()[language])
    compiled, source = query(language), text.encode()
    positions = range(compiled.pattern_count)
    ends = [compiled.end_byte_for_pattern(at) for at in positions]
    theirs = [
        source[compiled.start_byte_for_pattern(at) : end].decode().strip()
        for at, end in zip(positions, ends, strict=True)
    ]
    ours = list(patterns(text))
    assert [Query(grammar(language), their).pattern_count for their in ours] == [1] * len(theirs)
    assert all(their.startswith(other) for their, other in zip(ours, theirs, strict=True))
    outlined = [their for their in theirs if any(f"@{role}" in their for role in OUTLINE_ROLES)]
    assert query(language, outline=True).pattern_count == len(outlined)
