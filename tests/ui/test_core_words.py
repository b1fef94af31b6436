"""What the core says in English is said in the language of the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.engine.client import ENGINE_BACK
from search.config.settings import parsed_settings
from search.embedding.cache import Remembered
from search.embedding.models import find_model
from search.errors import BadInputError, ModelError
from search.query.parse import parse
from ui.i18n.core_messages import core_words
from ui.i18n.language import use_language


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    use_language(qapp, "de")
    yield
    use_language(qapp, "en")


@pytest.mark.parametrize(
    ("query", "message", "remedy"),
    [
        ("lease lng:python", "lng: ist kein Filter", "Meinten Sie lang:? Filter sind "),
        ("lease lang:", "lang: hat keinen Wert", "Schreiben Sie einen Wert dahinter, etwa lang:python."),
        ("lease is:odd", "is:odd ist nicht bekannt", "Bekannt sind "),
    ],
)
def test_what_is_wrong_with_a_query_is_said_in_german(german: None, query: str, message: str, remedy: str):
    problem = parse(query).problems[0]
    assert core_words(problem.message) == message
    assert core_words(problem.remedy).startswith(remedy)


def test_values_stay_as_they_are(german: None):
    assert core_words("Meaning covers 40% of the files so far.") == "Die Bedeutung erfasst bisher 40% der Dateien."
    assert core_words(ENGINE_BACK) == "Die Engine wurde beendet und neu gestartet"


def test_what_is_wrong_with_model_or_settings_is_said_in_german(german: None, tmp_path: Path):
    with pytest.raises(ModelError) as missing:
        find_model(str(tmp_path / "none"), Remembered(tmp_path))
    assert core_words(f"Search by meaning is off: {missing.value}").startswith(
        "Die Suche nach Bedeutung ist aus: bei "
    )
    assert core_words(missing.value.remedy).startswith("Nennen Sie einen Ordner mit einem Modell")
    with pytest.raises(BadInputError) as mistaken:
        parsed_settings("[search]\nwieght = 1\n", "config.toml")
    assert "diese Einstellung gibt es nicht" in core_words(str(mistaken.value))
    assert core_words(mistaken.value.remedy).endswith("zeigt alle Einstellungen.")


def test_what_is_not_known_stays_english(german: None):
    assert core_words("Something new happened") == "Something new happened"


def test_in_english_nothing_changes(qapp: QApplication):
    assert core_words("lng: is not a filter") == "lng: is not a filter"
