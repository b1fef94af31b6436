"""The packaged model as an installation brings it: converted when the wheel was built."""

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from search.embedding import converted, models
from search.embedding.cache import Remembered
from search.embedding.choose import open_encoder
from search.embedding.models import bundled_model, find_model, packaged_file, packaged_folder
from search.embedding.settings import PACKAGED_MODEL, Device, EncoderSettings, Precision
from search.embedding.tensor_file import read_tensors
from search.embedding.tokens import PackagedTokenCounter
from search.errors import ModelError
from tests.unit.search.embedding.test_encoder import VARIED, cosines

WHEEL = Path(__file__).parents[4] / "packaging" / "wheel"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder that a wheel holds, built from the published weights."""
    sys.path.insert(0, str(WHEEL))
    try:
        minilm = import_module("minilm")
    finally:
        sys.path.remove(str(WHEEL))
    folder = tmp_path_factory.mktemp("models") / minilm.FOLDER
    minilm.build(packaged_folder(), folder)
    return folder


@pytest.fixture
def installed(built, monkeypatch):
    """An installation that brings this folder."""
    monkeypatch.setattr(models, "resources_below", lambda _folder: [built])
    return built


def settings_for(cache, **others):
    return EncoderSettings(cache_folder=cache, device=Device.CPU, precision=Precision.F32, **others)


def test_a_checkout_brings_no_converted_model():
    assert bundled_model() is None


@pytest.mark.slow
def test_its_vectors_are_those_of_sentence_transformers(installed, reference, tmp_path):
    texts = [*VARIED, "", "  ", "nul\0byte"]
    assert cosines(open_encoder(settings_for(tmp_path)).encode(texts), reference.encode(texts)).min() >= 0.999


@pytest.mark.slow
def test_its_vectors_may_be_compared_with_those_of_a_conversion(installed, f32, tmp_path):
    encoder = open_encoder(settings_for(tmp_path))
    assert encoder.model == f32.model
    assert cosines(encoder.encode(VARIED), f32.encode(VARIED)).min() >= 0.99999


def test_it_is_there_at_once_without_a_conversion(installed, tmp_path):
    messages = []
    command = ("/no/such/program",)
    encoder = open_encoder(settings_for(tmp_path, convert_command=command), messages.append)
    assert encoder.dimension == 384
    assert messages == []


def test_its_questions_are_changed_as_those_of_a_conversion(installed, f32, tmp_path):
    encoder = open_encoder(settings_for(tmp_path))
    question = "where is the lease renewed"
    assert encoder.encode_query(question) @ f32.encode_query(question) > 0.9999
    assert encoder.encode_query(question) @ encoder.encode([question])[0] < 0.999


def test_nothing_is_written_into_the_installation(installed, tmp_path):
    before = sorted(path.name for path in installed.rglob("*"))
    open_encoder(settings_for(tmp_path)).encode(["one"])
    assert sorted(path.name for path in installed.rglob("*")) == before
    assert list((tmp_path / installed.name).rglob("*.blob"))


def test_its_name_holds_the_digest_of_the_published_weights(installed, monkeypatch, tmp_path):
    assert bundled_model().digest == find_model(PACKAGED_MODEL, Remembered(tmp_path)).digest


def test_tokens_are_counted_without_the_published_package(installed, monkeypatch):
    monkeypatch.setattr(models, "packaged_folder", lambda: pytest.fail("the published package was asked for"))
    assert PackagedTokenCounter().count("where is the lease renewed") == 5
    assert packaged_file("vocab.txt").is_file()


def test_a_damaged_installation_says_so(built, monkeypatch, tmp_path):
    folder = tmp_path / built.name
    folder.mkdir()
    (folder / "model.bin").write_bytes(b"half")
    monkeypatch.setattr(models, "resources_below", lambda _folder: [folder])
    with pytest.raises(ModelError) as caught:
        open_encoder(settings_for(tmp_path / "cache"))
    assert caught.value.message.code == "model.bundled_damaged"
    assert str(caught.value.remedy)


def test_without_sentence_transformers_another_model_is_refused_with_the_command_that_installs_it(
    installed, monkeypatch, tmp_path
):
    folder = tmp_path / "another"
    folder.mkdir()
    (folder / "modules.json").write_text("[]")
    monkeypatch.setattr(converted, "find_spec", lambda _name: None)
    with pytest.raises(ModelError) as caught:
        open_encoder(settings_for(tmp_path / "cache", model=str(folder)))
    assert caught.value.message.code == "model.sentence_transformers_missing"
    assert 'pip install "dowse[models]"' in str(caught.value.remedy)


def test_the_weights_are_rounded_to_16_bits_and_no_further(built):
    weights = read_tensors(packaged_folder() / "model.safetensors")
    count = sum(array.size for array in weights.values())
    assert (built / "model.bin").stat().st_size == pytest.approx(2 * count, rel=0.02)
    assert all(array.dtype == np.float32 for array in weights.values())
