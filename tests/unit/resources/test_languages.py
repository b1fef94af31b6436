"""The languages that Dowse knows, as their folders describe them."""

from collections import Counter
from importlib import import_module

import pytest

from resources.languages import FOLDER, Language, languages, query_text

LANGUAGES = list(languages().values())


def test_every_folder_with_a_description_is_a_language() -> None:
    assert {each.parent.name for each in FOLDER.glob("*/language.json")} == languages().keys()
    assert len(LANGUAGES) > 100


@pytest.mark.parametrize("field", ["extensions", "file_names", "file_prefixes", "interpreters", "aliases"])
def test_no_two_languages_claim_the_same_files_or_values(field: str) -> None:
    claims = Counter(value for each in LANGUAGES for value in getattr(each, field))
    assert [value for value, count in claims.items() if count > 1] == []


def test_no_alias_is_the_name_of_a_language() -> None:
    assert languages().keys().isdisjoint(alias for each in LANGUAGES for alias in each.aliases)


def test_names_of_files_are_compared_in_lower_case() -> None:
    values = [
        value
        for each in LANGUAGES
        for value in (*each.extensions, *each.file_names, *each.file_prefixes, *each.interpreters, *each.aliases)
    ]
    assert values == [value.lower() for value in values]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.name)
def test_every_entry_can_be_imported(language: Language) -> None:
    entries = [language.extractor, language.outline_scanner, language.modules, language.linker]
    if language.grammar is not None:
        entries += [language.grammar.prepare, language.grammar.second_attempt]
        assert query_text(language)
    for module, _, name in (each.partition(":") for each in entries if each):
        assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.name)
def test_only_a_language_with_an_extractor_is_covered(language: Language) -> None:
    assert bool(language.extractor) == (language.coverage in {"full", "definitions"})
    assert language.tile is None or len(language.tile.letters) <= 3


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("cmake", "CMake"),
        ("fsharp", "F#"),
        ("msbuild", "MSBuild"),
        ("objectivec", "Objective-C"),
        ("xlsx", "XLSX"),
    ],
)
def test_a_label_is_how_a_language_writes_its_name(name: str, label: str):
    assert languages()[name].label == label
