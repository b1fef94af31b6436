"""Words of six languages lead to the English ones that stand in code, in any form and inside of compounds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.locate import resource
from search.analysis.dictionaries import dictionary
from search.embedding.vocabulary import packaged_words

LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_has_a_headword_and_its_translations_and_comes_once(language: str) -> None:
    lines = resource("dictionaries", f"{language}.txt").read_text("utf-8").splitlines()
    entries = [line.split("\t") for line in lines]
    headwords = [headword for headword, _ in entries]
    assert len(headwords) > 1_000
    assert headwords == sorted(set(headwords))
    for headword, translations in entries:
        assert headword == unicodedata.normalize("NFC", headword.lower().strip()), headword
        assert all(each == each.strip().lower() != "" for each in translations.split(",")[:1]), headword
        assert all(each.isascii() and each.strip() for each in translations.split(", ")), headword


@pytest.mark.parametrize(
    ("language", "word", "translation"),
    [
        ("de", "Rechnungen", "invoice"),
        ("de", "geprüft", "check"),
        ("de", "geprueft", "check"),
        ("de", "Datenbankverbindungen", "database connection"),
        ("de", "Zahlenbereiche", "number range"),
        ("de", "Quelldatei", "source file"),
        ("de", "Terminalfenster", "terminal window"),
        ("de", "JSON-Datei", "json file"),
        ("fr", "fichiers", "file"),
        ("fr", "verifier", "check"),
        ("es", "contraseñas", "password"),
        ("it", "chiavi", "key"),
        ("nl", "bestanden", "file"),
        ("pt", "senhas", "password"),
    ],
)
def test_a_word_is_translated_in_any_form(language: str, word: str, translation: str) -> None:
    assert translation in dictionary(language, packaged_words()).translations(word)


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("de", "Stromversorger", ("strom", "versorger")),
        ("de", "Kirschbaum", ("kirsche", "baum")),
        ("de", "Obstbaumschnitt", ("obst", "baum", "schnitt")),
        ("nl", "Databaseverbinding", ("database", "verbinding")),
        ("de", "Rechnung", ()),
        ("fr", "fichier", ()),
        ("de", "xyzzy", ()),
        ("de", "strom" * 1_000, ()),
    ],
)
def test_a_compound_has_the_words_that_it_is_made_of(language: str, word: str, parts: tuple[str, ...]) -> None:
    assert dictionary(language, packaged_words()).parts(word) == parts


@pytest.mark.parametrize(
    ("term", "word", "expected"),
    [
        ("rechnungsbetrag", "Betrag", True),
        ("rechnungsbetrage", "Beträge", True),
        ("rechnungsbetrag", "Rechnungen", True),
        ("gebaudeversicherung", "Versicherung", True),
        ("stromrechnung", "Rechnung", True),
        ("mietzahlungen", "Zahlung", True),
        ("ratenzahlung", "Zahl", False),
        ("gebaudeversicherung", "Gebäude", True),
        ("rechnung", "Rechnung", False),
        ("vertrag", "Trag", False),
        ("rechnungsxyzzy", "Rechnung", False),
    ],
)
def test_a_term_is_a_compound_with_a_word_if_the_other_part_is_known(term: str, word: str, expected: bool) -> None:
    german = dictionary("de", packaged_words())
    assert german.is_compound_with(term, german.stem(word)) == expected


def test_synonyms_have_the_same_likeliest_translation() -> None:
    german = dictionary("de", packaged_words())
    assert "auto" in german.synonyms_of("Wagen")
    assert "rechnung" not in german.synonyms_of("Rechnungen")
    assert german.synonyms_of("xyzzy") == ()


@pytest.mark.parametrize("word", ["Handler", "timeout", "xyzzy", "", "-", "--", "a" * 10_000])
def test_what_no_dictionary_knows_is_not_translated(word: str) -> None:
    assert dictionary("de", packaged_words()).translations(word) == ()


@given(st.sampled_from(LANGUAGES), st.text(max_size=80))
def test_any_text_has_some_translations_or_none(language: str, text: str) -> None:
    known = dictionary(language, packaged_words())
    assert all(each.strip() for each in (*known.translations(text), *known.parts(text), *known.synonyms_of(text)))
