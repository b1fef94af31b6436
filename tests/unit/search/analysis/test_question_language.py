"""Questions in other languages are recognised by their function words; English ones and single words never are."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from search.analysis.question_language import language_of, without_words

QUESTIONS = Path(__file__).parents[3] / "benchmarks" / "questions"
NOT_ENGLISH = ("translated", "german_documents", "more_german_documents")


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Wie oft muss der Zyklonabscheider gewartet werden?", "Zyklonabscheider gewartet"),
        ("Größe der Datei", "Größe Datei"),
        ("Gro\u0308ße der Datei", "Gro\u0308ße Datei"),
        ("Comment est calculé le prix de l'eau ?", "calculé prix eau ?"),
        ("¿Cómo se calcula el precio?", "calcula precio?"),
        ("dove si trova la chiave dell\u2019archivio", "trova chiave archivio"),
        ("Hoe wordt de prijs berekend?", "prijs berekend?"),
        ("Como é calculado o preço?", "calculado preço?"),
    ],
)
def test_the_function_words_of_a_question_are_left_out(question: str, content: str) -> None:
    assert without_words(question, language_of(question).function_words) == content


@pytest.mark.parametrize(
    "text",
    [
        *("die", "war", "des", "oder", "für", "die handler", "DER encoding PEM", "war des", "oder.die(man)"),
        *("how do I handle ü in names", "dont renew the lease", "when does the process die in a war", "über"),
        *("values handed in via constructor", "keep booleans as Y and N", "Kündigung Frist", "com os", ""),
    ],
)
def test_english_code_and_single_words_have_none(text: str) -> None:
    assert not language_of(text).code


def _questions(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "query" else _questions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from [inner] if isinstance(inner, str) else _questions(inner)


def test_no_question_of_the_benchmarks_is_taken_for_another_language_but_the_french_one() -> None:
    files = [file for file in QUESTIONS.rglob("*.json") if file.parent.name not in NOT_ENGLISH]
    questions = {question for file in files for question in _questions(json.loads(file.read_text("utf-8")))}
    assert len(questions) > 1000
    assert {question[:7] for question in questions if language_of(question).code} == {"l'aide "}
