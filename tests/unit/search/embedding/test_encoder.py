import shutil
import threading

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.embedding.choose import open_encoder
from search.embedding.converted import COMPILED, XML, read
from search.embedding.generator import EmbeddingGenerator
from search.embedding.openvino_encoder import OpenVinoEncoder
from search.embedding.settings import Device, EncoderSettings, Precision
from search.errors import BadInputError, ModelError

VARIED = [
    "where is the lease renewed",
    "lease",
    "def renew(self, lease):\n\treturn self._store.extend(lease.id, seconds=30)\n",
    "CREATE PROCEDURE dbo.RenewLease @id INT AS UPDATE dbo.leases SET expires = GETDATE() WHERE id = @id;",
    "Die Größe der Datei ändert sich, sobald sie gespeichert wird.",
    "日本語のテキストを検索する",
    "Поиск файла по содержанию",
    "👍🏽 done — it's “quoted”…",
    "word " * 40,
    "a much longer text that goes on for quite a while, beyond what the model reads at once. " * 40,
    "x" * 300,
    "{}[]();:,.<>!@#$%^&*-+=/\\|~`",
]
ODD = [
    "",
    " ",
    "\n\t \r\n",
    "nul\0byte",
    "\0",
    "\ud800",
    "lone \udfff surrogate",
    "👍",
    "blank " + " " * 100_000 + "end",
]


def cosines(left, right):
    return np.sum(left * right, axis=1)


@pytest.mark.slow
def test_vectors_are_those_of_sentence_transformers(f32, reference):
    texts = [*VARIED, "", "  ", "nul\0byte"]
    assert cosines(f32.encode(texts), reference.encode(texts)).min() >= 0.999


def test_every_row_is_a_unit_vector_of_float32(f32):
    vectors = f32.encode([*VARIED, *ODD])
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(VARIED) + len(ODD), f32.dimension) == (21, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)


def test_no_texts_give_no_rows(f32):
    assert f32.encode([]).shape == (0, 384)


def test_a_megabyte_of_text_counts_as_much_as_the_model_reads(f32):
    text = "the lease is renewed before it expires. " * 26_000
    assert cosines(f32.encode([text]), f32.encode([text[:4000]]))[0] > 0.99999


def test_text_after_much_white_space_is_still_read(f32):
    far = "blank " + " " * 100_000 + "lease renewal"
    assert cosines(f32.encode([far]), f32.encode(["blank lease renewal"]))[0] > 0.99999


def test_a_vector_does_not_depend_on_the_company_of_its_text(f32):
    together = f32.encode(VARIED * 5)
    alone = np.vstack([f32.encode([text]) for text in VARIED] * 5)
    assert cosines(together, alone).min() > 0.99999


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(texts=st.lists(st.text(alphabet=st.characters(), max_size=200), max_size=6))
def test_any_strings_can_be_encoded(f32, texts):
    vectors = f32.encode(texts)
    assert vectors.shape == (len(texts), 384)
    assert np.isfinite(vectors).all()


def test_near_meanings_are_nearer_than_far_ones(f32):
    query = f32.encode_query("how do we secure API access?")
    near, far = f32.encode(
        ["JWT tokens authenticate requests to the service", "the recipe needs two eggs and milk"]
    )
    assert query @ near > query @ far + 0.1


def test_a_query_asked_again_is_remembered_and_cannot_be_spoilt(f32):
    first = f32.encode_query("remember me")
    assert f32.encode_query("remember me") is first
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1.0


def test_threads_may_encode_at_once(f32):
    expected = f32.encode(VARIED)
    least = []
    threads = [
        threading.Thread(target=lambda: least.append(cosines(f32.encode(VARIED), expected).min()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(least) == 4
    assert min(least) > 0.99999


def test_the_name_tells_weights_runtime_and_precision(f32, reference, model_cache):
    settings_ = EncoderSettings(cache_folder=model_cache, device=Device.CPU, precision=Precision.BF16, threads=1)
    short = open_encoder(settings_)
    assert len({f32.model, reference.model, short.model}) == 3
    assert f32.model.split("@")[0] == "all-MiniLM-L6-v2"
    assert f32.model.split("/")[0] == reference.model.split("/")[0]
    assert short.device == "CPU, 1 thread, bf16"
    assert cosines(short.encode(VARIED), f32.encode(VARIED)).min() > 0.995


def test_the_precision_is_measured_once_for_a_processor(model_cache, f32, monkeypatch):
    from search.embedding import precision

    settings_ = EncoderSettings(cache_folder=model_cache, device=Device.CPU)
    chosen = open_encoder(settings_).model
    monkeypatch.setattr(precision, "_measured", lambda *_: pytest.fail("measured again"))
    assert open_encoder(settings_).model == chosen


def test_the_generator_has_the_documented_shapes(reference):
    assert reference.encode(["one", "two", "three"], batch_size=2).shape == (3, reference.dimension) == (3, 384)
    assert reference.encode([]).shape == (0, 384)
    assert reference.encode_single("one").shape == (384,)
    assert reference.encode_single("one") is reference.encode_query("one")
    assert reference.max_length == 256
    assert np.isfinite(reference.encode(ODD)).all()


def test_wrong_models_and_devices_are_errors_with_a_remedy(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "modules.json").write_text('[{"idx": 0, "path": "", "type": "no.such.Module"}]')
    for model in (
        str(tmp_path / "missing"),
        str(tmp_path / "empty"),
        str(tmp_path / "broken"),
        "all-mpnet-base-v2",
    ):
        with pytest.raises(ModelError) as caught:
            EmbeddingGenerator(model, device="cpu", cache=tmp_path / "cache")
        assert str(caught.value.remedy)
        assert model in str(caught.value)
    with pytest.raises(BadInputError, match="tpu"):
        EmbeddingGenerator(device="tpu")
    with pytest.raises(BadInputError, match="-1"):
        EncoderSettings(threads=-1)


def test_asking_for_a_gpu_that_is_not_there_is_an_error_with_a_remedy(tmp_path, monkeypatch):
    from search.embedding import generator

    monkeypatch.setattr(generator, "cuda_available", lambda: False)
    with pytest.raises(ModelError, match="GPU") as caught:
        open_encoder(EncoderSettings(cache_folder=tmp_path, device=Device.GPU))
    assert str(caught.value.remedy)
    with pytest.raises(ModelError, match="GPU") as caught:
        EmbeddingGenerator(device="cuda", cache=tmp_path)
    assert str(caught.value.remedy)


def test_what_is_compiled_is_kept_and_made_anew_where_it_is_damaged(f32, model_cache, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(
        next(path for path in model_cache.iterdir() if (path / XML).is_file()),
        folder,
        ignore=shutil.ignore_patterns(COMPILED),
    )
    expected = f32.encode(VARIED)

    def opened_again():
        encoder = OpenVinoEncoder(read(folder), name="again", precision=Precision.F32)
        assert (encoder.encode(VARIED) == expected).all()
        return next((folder / COMPILED / Precision.F32.value).iterdir())

    retained = opened_again()
    whole, written = retained.stat().st_size, retained.stat().st_mtime_ns
    assert opened_again().stat().st_mtime_ns == written
    retained.chmod(0o600)
    retained.write_bytes(retained.read_bytes()[:5000])
    assert opened_again().stat().st_size >= whole
