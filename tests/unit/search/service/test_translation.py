"""Questions in another language find English texts by translation, and texts in their language in any form."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.retrieval.bm25 import LexicalIndex
from search.service.translation import TermsOfIndex, spoken_language, translation
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.contracts.service_parts import core_on, written

QUESTIONS = Path(__file__).parents[3] / "benchmarks" / "questions"
NOT_ENGLISH = ("translated", "german_documents", "more_german_documents")
NOTHING_INDEXED = TermsOfIndex(LexicalIndex(), None)
TEXTS = {
    "auth/expiry.py": "def is_expired(password, now):\n    return password.changed + MAX_AGE < now\n",
    "auth/login.py": "def log_in(user, password):\n    return session_of(user)\n",
    "queue/retry.py": "def retry(job):\n    job.attempts += 1\n    queue.put(job)\n",
    "notes/miete.md": "Die Rechnungen der Hausverwaltung kommen im Mai. Kosten des Aufzugs sind darin.\n",
    "notes/energie.md": "Der Strom wird im Herbst teurer, das Gas auch. Der Jahresbeitrag steigt auf 30 Euro.\n",
    "notes/auto.md": "Das Auto war defekt und stand eine Woche lang in der Werkstatt.\n",
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("translated")
    with core_on(folder / "index", written(folder / "shop", TEXTS)) as core:
        yield core


def ask(core: LocalCore, text: str) -> SearchResult:
    return core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD)))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Wo wird geprüft, ob das Passwort abgelaufen ist?", "auth/expiry.py"),
        ("Passwort abgelaufen", "auth/expiry.py"),
        ("Où vérifie-t-on que le mot de passe a expiré ?", "auth/expiry.py"),
        ("¿Dónde se reintentan los trabajos de la cola?", "queue/retry.py"),
        ("Warteschlange", "queue/retry.py"),
        ("Welche Kosten stehen in der Rechnung?", "notes/miete.md"),
        ("Was verlangt der Stromanbieter im Herbst?", "notes/energie.md"),
        ("Wie viel Euro ist der Beitrag?", "notes/energie.md"),
        ("Warum stand der Wagen in der Werkstatt?", "notes/auto.md"),
    ],
)
def test_a_question_in_another_language_is_answered(core: LocalCore, question: str, first: str) -> None:
    result = ask(core, question)
    assert result.files[0].path == first
    assert not result.nothing_here


def test_the_answer_names_the_language_and_the_words_that_were_searched(core: LocalCore) -> None:
    notes = [str(note) for note in ask(core, "Wird das abgelaufene Passwort geprüft?").notes]
    assert any("German" in note and "expired, password, check" in note for note in notes)


def test_nothing_is_said_about_a_question_whose_words_are_here_in_its_language(core: LocalCore) -> None:
    codes = [note.code for note in ask(core, "Welche Kosten stehen in der Rechnung?").notes]
    assert "search.translated" not in codes


def test_a_word_alone_that_is_here_is_a_name(core: LocalCore) -> None:
    assert "search.translated" not in [note.code for note in ask(core, "Kosten").notes]


def test_another_form_of_a_word_in_a_hidden_text_is_not_among_the_terms() -> None:
    hidden = {"rechnungen", "rechnungsbetrag", "faktura"}
    lexical = LexicalIndex.build([("seen", "rechnung"), ("hidden", " ".join(hidden))])
    language = spoken_language("Wo ist die Rechnung?", NOTHING_INDEXED)
    everything = translation("Wo ist die Rechnung?", language, TermsOfIndex(lexical, None))
    assert {"rechnung", "rechnungen", "rechnungsbetrag"} <= set(everything.terms)
    translated = translation("Wo ist die Rechnung?", language, TermsOfIndex(lexical, lexical.mask_of(["seen"])))
    assert "rechnung" in translated.terms
    assert hidden.isdisjoint(translated.terms)


def test_many_hidden_compounds_leave_those_in_sight() -> None:
    hidden = " ".join(
        f"rechnungsbe{first}{second}{third}"
        for first in "abcdefgh"
        for second in "abcdefgh"
        for third in "abcdefgh"
    )
    lexical = LexicalIndex.build([("seen", "rechnung versicherungsrechnung"), ("hidden", hidden)])
    language = spoken_language("Wo ist die Rechnung?", NOTHING_INDEXED)
    seen = translation("Wo ist die Rechnung?", language, TermsOfIndex(lexical, lexical.mask_of(["seen"])))
    assert "versicherungsrechnung" in seen.terms


def test_a_long_question_is_translated_up_to_a_limit() -> None:
    question = " ".join(["Wie wird die Rechnung geprüft und der Vertrag verlängert,"] * 1_000)
    language = spoken_language(question, NOTHING_INDEXED)
    assert {"invoic", "contract"} <= set(translation(question, language, NOTHING_INDEXED).terms)


def test_no_english_question_of_the_benchmarks_is_taken_for_another_language() -> None:
    files = [file for file in QUESTIONS.rglob("*.json") if file.parent.name not in NOT_ENGLISH]
    questions = {text for file in files for text in _queries(json.loads(file.read_text("utf-8")))}
    foreign = {text[:7] for text in questions if spoken_language(text, NOTHING_INDEXED).code}
    assert len(questions) > 1_000
    assert foreign == {"l'aide "}


@pytest.mark.parametrize("file", sorted(QUESTIONS.glob("translated/*.json")), ids=lambda file: file.stem)
def test_nearly_every_translated_question_of_the_benchmarks_has_its_language(file: Path) -> None:
    texts = [item["query"] for item in json.loads(file.read_text("utf-8"))]
    right = [text for text in texts if spoken_language(text, NOTHING_INDEXED).code == file.stem]
    assert len(right) > 0.95 * len(texts)


def _queries(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "query" else _queries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from [inner] if isinstance(inner, str) else _queries(inner)
