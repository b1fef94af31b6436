"""Questions are encoded with changes of the packaged encoder, or without them if they cannot be used."""

import shutil

import numpy as np
import pytest

from search.embedding.choose import open_encoder
from search.embedding.generator import EmbeddingGenerator
from search.embedding.models import packaged_folder
from search.embedding.question_encoder import changes_of, question_weights
from search.embedding.settings import PACKAGED_MODEL, EncoderSettings, Precision
from search.errors import ModelError
from tests.fakes.questions import write_changes
from tests.fakes.reader import ship

EXACT = EncoderSettings(precision=Precision.F32)
QUESTION = "where is the cart emptied"


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Return a function that makes this installation carry random changes, and returns their folder."""

    def carry(*arguments, **changed):
        folder = write_changes(tmp_path / "question", *arguments, **changed)
        ship(monkeypatch, "question", folder)
        return folder

    return carry


def encoder_and_problems(settings=EXACT):
    problems = []
    return open_encoder(settings, problems.append), [message.code for message in problems]


def is_changed(encoder) -> bool:
    return float(encoder.encode_query(QUESTION) @ encoder.encode([QUESTION])[0]) < 0.999


def test_questions_are_encoded_with_the_changes_and_passages_without(shipped, monkeypatch, tmp_path) -> None:
    shipped()
    changed, _ = encoder_and_problems()
    ship(monkeypatch, "question", None)
    plain, _ = encoder_and_problems()
    assert not is_changed(plain)
    assert is_changed(changed)
    assert changed.encode([QUESTION]).tolist() == plain.encode([QUESTION]).tolist()
    assert changed.model == plain.model
    assert float(np.linalg.norm(changed.encode_query(QUESTION))) == pytest.approx(1.0)


def test_sentence_transformers_gives_the_same_vector_of_a_question(shipped) -> None:
    shipped()
    generator = EmbeddingGenerator(device="cpu", question_changes=changes_of(question_weights(None)))
    converted, _ = encoder_and_problems()
    assert generator.encode_query(QUESTION) @ converted.encode_query(QUESTION) > 0.999
    assert is_changed(generator)


def test_another_model_is_not_changed(shipped, f32, model_cache, tmp_path) -> None:
    """Even one of the same name and weights, whose conversion is there already."""
    shipped()
    another = shutil.copytree(packaged_folder(), tmp_path / PACKAGED_MODEL)
    encoder, problems = encoder_and_problems(
        EncoderSettings(model=str(another), precision=Precision.F32, cache_folder=model_cache)
    )
    assert encoder.model == f32.model
    assert not is_changed(encoder)
    assert "model.questions_unadapted" not in problems


@pytest.mark.parametrize(
    ("arguments", "changed", "code"),
    [
        ((), {"version": 2}, "weights.other_version"),
        ((), {"sha256": "0" * 64}, "weights.damaged"),
        ((), {"encoder_sha256": "0" * 64}, "weights.other_encoder"),
        (("encoder.layer.99.output.dense",), {}, "weights.other_encoder"),
        (("encoder.layer.0.attention.self.query", 96), {}, "weights.other_encoder"),
    ],
)
def test_changes_that_cannot_be_used_are_left_out_with_the_reason(shipped, arguments, changed, code) -> None:
    shipped(*arguments, **changed)
    messages = []
    encoder = open_encoder(EXACT, messages.append)
    assert not is_changed(encoder)
    assert [message.code for message in messages] == ["model.questions_unadapted"]
    assert messages[0].values["reason"].code == code


@pytest.mark.parametrize("name", ["question.json", "question.safetensors"])
def test_a_missing_file_of_the_two_is_named(shipped, name) -> None:
    (shipped() / name).unlink()
    with pytest.raises(ModelError) as caught:
        question_weights(None)
    assert caught.value.message.code == "weights.incomplete"


def test_a_truncated_file_is_damaged(shipped) -> None:
    weights = shipped() / "question.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    assert encoder_and_problems()[1] == ["model.questions_unadapted"]
