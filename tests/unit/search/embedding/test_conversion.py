import json
import shutil
import sys
import textwrap
import threading

import psutil
import pytest

from search.embedding.cache import Remembered
from search.embedding.choose import open_encoder
from search.embedding.converted import NOT_CONVERTIBLE, ConversionStoppedError, converted_model
from search.embedding.models import find_model, packaged_folder
from search.embedding.settings import PACKAGED_MODEL, Device, EncoderSettings, Precision
from search.errors import ModelError

COPY = textwrap.dedent(
    """
    import shutil, sys
    for name in ("model.xml", "model.bin", "tokenizer.json", "info.json"):
        shutil.copy(f"{sys.argv[1]}/{name}", f"{sys.argv[3]}/{name}")
    """
)
"""Stands for the conversion where only what happens around it matters: gives what a real one made."""


def settings_for(cache, **others):
    return EncoderSettings(cache_folder=cache, device=Device.CPU, precision=Precision.F32, **others)


@pytest.fixture
def made(f32, model_cache):
    (folder,) = model_cache.glob(f"{PACKAGED_MODEL}-*")
    return folder


@pytest.fixture
def copying(made, tmp_path):
    script = tmp_path / "copy.py"
    script.write_text(COPY)
    return (sys.executable, str(script), str(made))


@pytest.mark.slow
def test_conversion_and_encoding_open_no_socket(first_use):
    assert first_use.network == ""


def test_the_engine_needs_neither_torch_nor_its_libraries(first_use):
    assert first_use.imported == ""


def test_a_person_is_told_once_that_the_model_is_being_converted(first_use):
    assert (
        first_use.output
        == "Converting the model all-MiniLM-L6-v2 once for this processor: this takes 10 s to a few minutes"
    )


def test_a_model_that_is_converted_is_not_converted_again(f32, model_cache):
    messages = []
    again = open_encoder(settings_for(model_cache, convert_command=("/no/such/program",)), messages.append)
    assert (again.model, messages) == (f32.model, [])


def test_several_processes_may_convert_at_once(tmp_path, copying):
    cache, result, failed = tmp_path / "cache", [], []

    def convert():
        try:
            model = find_model(PACKAGED_MODEL, Remembered(cache))
            result.append(converted_model(model, cache, copying, lambda _text: None).folder)
        except ModelError as error:
            failed.append(error)

    threads = [threading.Thread(target=convert) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(result) == 4
    assert len(set(result)) == 1
    assert not list(cache.glob("*.draft"))


@pytest.mark.parametrize("name", ["model.bin", "model.xml", "tokenizer.json", "info.json"])
@pytest.mark.parametrize("left", [0, 100, None])
def test_a_half_written_conversion_is_made_again(tmp_path, copying, name, left):
    cache = tmp_path / "cache"
    model = find_model(PACKAGED_MODEL, Remembered(cache))
    folder = converted_model(model, cache, copying, lambda _text: None).folder
    whole = (folder / name).read_bytes()
    if left is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(whole[:left])
    again = converted_model(model, cache, copying, lambda _text: None)
    assert (again.folder / name).read_bytes() == whole


def test_a_failed_conversion_leaves_nothing_and_tells_why(tmp_path):
    command = (sys.executable, "-c", "import sys; sys.exit('no memory left')")
    with pytest.raises(ModelError, match="no memory left") as caught:
        open_encoder(settings_for(tmp_path, convert_command=command))
    assert str(caught.value.remedy)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_a_stopped_conversion_ends_its_process_and_leaves_nothing(tmp_path):
    command = (sys.executable, "-c", "import time; time.sleep(600)")
    request = iter([False, True])
    with pytest.raises(ConversionStoppedError) as caught:
        open_encoder(settings_for(tmp_path, convert_command=command), stopped=lambda: next(request))
    assert "Continue indexing" in str(caught.value.remedy)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    assert not [child for child in psutil.Process().children() if "time.sleep(600)" in child.cmdline()]


def test_a_cache_folder_that_cannot_be_written_is_an_error_with_a_remedy(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError) as caught:
        open_encoder(settings_for(tmp_path / "file" / "cache"))
    assert str(caught.value.remedy)


def test_a_model_that_cannot_be_converted_runs_with_sentence_transformers(tmp_path):
    messages = []
    command = (sys.executable, "-c", f"import sys; sys.exit({NOT_CONVERTIBLE})")
    encoder = open_encoder(settings_for(tmp_path, convert_command=command), messages.append)
    assert encoder.model.endswith("/torch-f32")
    assert encoder.encode(["one"]).shape == (1, 384)
    assert "sentence-transformers" in str(messages[-1])


@pytest.mark.slow
def test_any_local_folder_is_a_model_and_its_name_tells_which(tmp_path, f32):
    folder = tmp_path / "my-model"
    shutil.copytree(packaged_folder(), folder)
    settings_file = folder / "sentence_bert_config.json"
    settings_file.write_text(json.dumps({"max_seq_length": 32, "do_lower_case": False}))
    encoder = open_encoder(settings_for(tmp_path / "cache", model=str(folder)))
    assert encoder.model.startswith("my-model@")
    assert encoder.model.split("@")[1] != f32.model.split("@")[1]
    long = "the lease is renewed before it expires, or the lock is given away. " * 5
    assert encoder.encode(["lease"])[0] @ f32.encode(["lease"])[0] > 0.9999
    assert encoder.encode([long])[0] @ f32.encode([long])[0] < 0.9999


def test_the_digest_follows_the_contents_of_the_files(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "modules.json").write_text("[]")
    (folder / "weights").write_bytes(b"one")
    remembered = Remembered(tmp_path / "cache")
    first = find_model(str(folder), remembered)
    assert find_model(str(folder), remembered) == first
    (folder / "README.md").write_text("words about it")
    assert find_model(str(folder), remembered).digest == first.digest
    (folder / "weights").write_bytes(b"another")
    assert find_model(str(folder), remembered).digest != first.digest


@pytest.mark.parametrize("retained", ["", "{", "[]", '{"digest": 3}', "\ud800".encode("utf-8", "surrogatepass")])
def test_a_damaged_memory_is_only_forgotten(tmp_path, retained):
    (tmp_path / "remembered.json").write_bytes(retained.encode() if isinstance(retained, str) else retained)
    remembered = Remembered(tmp_path)
    assert remembered.get("digest") is None
    assert remembered.get_or("digest", lambda: "found") == "found"
    assert Remembered(tmp_path).get("digest") == "found"
