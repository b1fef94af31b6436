"""What the core says in English is said in the language of the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from search.config.settings import parsed_settings
from search.embedding.cache import Remembered
from search.embedding.models import find_model
from search.errors import BadInputError, ModelError
from search.messages import Message
from search.query.parse import parse
from ui.i18n.language import message_text, use_language


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
    assert message_text(problem.message) == message
    assert message_text(problem.message.remedy()).startswith(remedy)


def test_values_stay_as_they_are(german: None):
    covered = Message("search.meaning_covers", share=0.4)
    assert message_text(covered) == "Die Bedeutung erfasst bisher 40% der Dateien."


def test_what_is_wrong_with_model_or_settings_is_said_in_german(german: None, tmp_path: Path):
    with pytest.raises(ModelError) as missing:
        find_model(str(tmp_path / "none"), Remembered(tmp_path))
    assert message_text(Message("model.meaning_off", reason=missing.value)).startswith(
        "Die Suche nach Bedeutung ist aus: bei "
    )
    assert message_text(missing.value.remedy).startswith("Nennen Sie einen Ordner mit einem Modell")
    with pytest.raises(BadInputError) as mistaken:
        parsed_settings("[search]\nwieght = 1\n", "config.toml")
    assert "diese Einstellung gibt es nicht" in message_text(mistaken.value.message)
    assert message_text(mistaken.value.remedy).endswith("zeigt alle Einstellungen.")


def test_a_code_of_another_version_is_shown_as_it_is(german: None):
    assert message_text(Message("later.code")) == "later.code"


def test_an_english_window_shows_the_english_text(qapp: QApplication):
    assert message_text(parse("lease lng:python").problems[0].message) == "lng: is not a filter"
