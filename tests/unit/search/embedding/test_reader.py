"""The reader: the same numbers as PyTorch, weights that are whole or refused, and readings that can be stopped."""

import json
import os
import time

import numpy as np
import pytest

from search.embedding import lanes
from search.embedding.cache import Remembered
from search.embedding.models import packaged_folder
from search.embedding.reader import ReadingStoppedError, open_reader
from search.embedding.reader_input import passage_text
from search.embedding.reader_weights import reader_files
from search.embedding.settings import Precision
from search.embedding.tensor_file import read_tensors
from search.errors import ModelError
from tests.fakes.reader import HIDDEN, LAYERS, WIDE, random_weights, ship, write_reader

QUESTIONS = [
    "how is the cart filled",
    "w",
    "Wie wird der Warenkorb gefüllt?",
    "カートはどのように更新されますか",
    "كيف تملأ السلة",
    "🛒🛒🛒",
    "word " * 5_000,
]
PASSAGES = [
    passage_text("src/cart.py", "Cart > add", "def add(self, item):\n    self.items.append(item)"),
    passage_text("src/lease.py", "", "renew " * 400),
    passage_text("a.min.js", "", "x" * 2_000_000),
    passage_text("leer.md", "", ""),
    passage_text("docs/größe.md", "Größe > 日本語", "lone \ud800 surrogate, nul\0byte"),
]


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Return a function that makes this installation carry a random reader, and returns its folder."""

    def carry(**changed):
        folder = write_reader(tmp_path / "reader", **changed)
        ship(monkeypatch, "reader", folder)
        return folder

    return carry


def files(tmp_path):
    return reader_files(Remembered(tmp_path))


def read_with(tmp_path):
    return open_reader(files(tmp_path), tmp_path / "cache", Precision.F32)


@pytest.fixture
def reader(shipped, tmp_path):
    shipped()
    return read_with(tmp_path)


def torch_logits(tokens: list[int], types: list[int]) -> float:
    """Return what PyTorch computes of one sequence with the same weights, which are stored in 16 bits."""
    import torch
    from transformers import BertConfig, BertModel

    config = BertConfig(hidden_size=HIDDEN, num_hidden_layers=LAYERS, intermediate_size=WIDE)
    model = BertModel(config, add_pooling_layer=False).eval()
    published = read_tensors(packaged_folder() / "model.safetensors", lambda name: name.startswith("embeddings."))
    arrays = {**published, **random_weights()}
    known = {name: torch.tensor(np.array(array, np.float16).astype(np.float32)) for name, array in arrays.items()}
    head = {name: known.pop(name) for name in list(known) if name.startswith("reader.")}
    model.load_state_dict({name: array for name, array in known.items() if "position_ids" not in name})
    with torch.no_grad():
        states = model(input_ids=torch.tensor([tokens]), token_type_ids=torch.tensor([types]))[0]
        dense = torch.tanh(states[:, 0] @ head["reader.dense.weight"].T + head["reader.dense.bias"])
        return float((dense @ head["reader.out.weight"].T + head["reader.out.bias"])[0, 0])


@pytest.mark.parametrize("question", QUESTIONS, ids=[*"abcdefg"])
def test_it_computes_what_pytorch_computes(reader, question, monkeypatch) -> None:
    from search.embedding import reader as module

    pairs = []

    def noting(*tokens):
        pairs.append(module_pairs(*tokens))
        return pairs[-1]

    module_pairs = module.pair_tokens
    monkeypatch.setattr(module, "pair_tokens", noting)
    outputs = reader.logits(question, PASSAGES)
    assert outputs == pytest.approx([torch_logits(*pair) for pair in pairs], abs=1e-3)
    assert all(len(tokens) <= 128 for tokens, _ in pairs)


def test_the_order_and_number_of_passages_change_no_score(reader) -> None:
    together = reader.scores(QUESTIONS[0], PASSAGES)
    alone = [reader.scores(QUESTIONS[0], [passage])[0] for passage in PASSAGES]
    assert together == pytest.approx(alone, abs=1e-3)
    assert reader.scores(QUESTIONS[0], PASSAGES[::-1])[::-1] == pytest.approx(together, abs=1e-3)
    assert all(0.0 <= score <= 1.0 for score in together)


def test_the_temperature_calibrates(shipped, tmp_path) -> None:
    shipped(temperature=4.0)
    reader = read_with(tmp_path)
    logits = reader.logits(QUESTIONS[0], PASSAGES)
    expected = [1 / (1 + np.exp(-logit / 4.0)) for logit in logits]
    assert reader.scores(QUESTIONS[0], PASSAGES) == pytest.approx(expected, abs=1e-6)


def test_a_new_network_replaces_old_ones_of_other_weights_and_unfinished_ones(shipped, tmp_path) -> None:
    cache = tmp_path / "cache"
    then = time.time() - 8 * 86_400.0
    for name in ("reader-old", "reader-new", "reader-other.1-ab.draft", "all-MiniLM-L6-v2-x"):
        (cache / name).mkdir(parents=True)
        if name != "reader-new":
            os.utime(cache / name, (then, then))
    shipped()
    read_with(tmp_path)
    names = {path.name for path in cache.glob("*-*")}
    assert {"reader-new", "all-MiniLM-L6-v2-x"} < names
    assert len(names) == 3


def test_no_passages_give_no_scores(reader) -> None:
    assert reader.scores("cart", []) == []


def test_a_reading_stops_between_two_batches(reader) -> None:
    calls = []

    def stopped() -> bool:
        calls.append(1)
        return len(calls) > 2

    with pytest.raises(ReadingStoppedError):
        reader.scores("cart", PASSAGES * 20, stopped)
    assert len(calls) > 2
    assert len(reader.scores("cart", PASSAGES)) == len(PASSAGES)


def test_the_network_is_written_once(shipped, tmp_path) -> None:
    shipped()
    first = read_with(tmp_path).logits("cart", PASSAGES)
    written = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").glob("reader-*/model.*")}
    assert read_with(tmp_path).logits("cart", PASSAGES) == pytest.approx(first, abs=1e-6)
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").glob("reader-*/model.*")} == written


def test_what_was_compiled_for_one_precision_is_not_loaded_for_another(shipped, tmp_path) -> None:
    """Processors with AMX crash on attention that was compiled for f32 and computes in bf16."""
    shipped()

    def short(cache: str) -> list[float]:
        return open_reader(files(tmp_path), tmp_path / cache, Precision.BF16).logits("cart", PASSAGES)

    read_with(tmp_path)
    assert short("cache") == short("other")
    assert len(list((tmp_path / "cache").rglob("*.blob"))) == 2


def test_an_error_of_the_runtime_is_one_that_names_a_remedy(reader, monkeypatch) -> None:
    def fails(*_arguments):
        raise RuntimeError("Exception from here:\nno such kernel")

    monkeypatch.setattr(lanes, "_computed", fails)
    with pytest.raises(ModelError, match="no such kernel") as caught:
        reader.logits("cart", PASSAGES)
    assert str(caught.value.remedy)


# Weights that are not whole


def test_an_installation_without_weights_has_no_reader(tmp_path, monkeypatch) -> None:
    ship(monkeypatch, "reader", None)
    assert files(tmp_path) is None


def refused(tmp_path) -> str:
    with pytest.raises(ModelError) as caught:
        files(tmp_path)
    assert str(caught.value.remedy)
    return caught.value.message.code


def test_truncated_weights_are_refused(shipped, tmp_path) -> None:
    weights = shipped() / "reader.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])
    assert refused(tmp_path) == "weights.damaged"


def test_a_changed_byte_is_noticed_although_the_file_was_whole_before(shipped, tmp_path) -> None:
    weights = shipped() / "reader.safetensors"
    assert files(tmp_path) is not None
    data = bytearray(weights.read_bytes())
    data[-1] ^= 1
    weights.write_bytes(data)
    assert refused(tmp_path) == "weights.damaged"


@pytest.mark.parametrize("name", ["reader.json", "reader.safetensors"])
def test_a_missing_file_of_the_two_is_named(shipped, tmp_path, name) -> None:
    (shipped() / name).unlink()
    assert refused(tmp_path) == "weights.incomplete"


@pytest.mark.parametrize("changed", [{"version": 2}, {"head": "mean"}, {"version": None}])
def test_another_version_is_refused(shipped, tmp_path, changed) -> None:
    shipped(**changed)
    assert refused(tmp_path) == "weights.other_version"


@pytest.mark.parametrize(
    "changed",
    [{"files": 0}, {"files": "20"}, {"weight": 1.5}, {"temperature": 0}, {"layers": 1.5}, {"chunks": None}],
)
def test_a_description_with_impossible_values_is_damaged(shipped, tmp_path, changed) -> None:
    shipped(**changed)
    assert refused(tmp_path) == "weights.damaged"


@pytest.mark.parametrize("text", ["", "[]", "{", "null", json.dumps({"version": 1, "head": "cls"})])
def test_a_description_that_is_none_is_refused(shipped, tmp_path, text) -> None:
    (shipped() / "reader.json").write_text(text)
    assert refused(tmp_path) in {"weights.damaged", "weights.other_version"}


def test_weights_for_another_encoder_are_refused(shipped, tmp_path) -> None:
    shipped(encoder_sha256="0" * 64)
    assert refused(tmp_path) == "weights.other_encoder"


@pytest.mark.parametrize("layers", [2, 12])
def test_weights_without_an_array_are_not_loadable(shipped, tmp_path, layers) -> None:
    shipped(layers=layers)
    with pytest.raises(ModelError) as caught:
        read_with(tmp_path)
    assert caught.value.message.code == "reader.not_loadable"


@pytest.mark.parametrize("data", [b"", b"\xff" * 64, b"\x02\0\0\0\0\0\0\0[]", b"\x0a\0\0\0\0\0\0\0{"])
def test_a_file_that_is_no_tensor_file_is_damaged(tmp_path, data) -> None:
    (tmp_path / "x.safetensors").write_bytes(data)
    with pytest.raises(ModelError) as caught:
        read_tensors(tmp_path / "x.safetensors")
    assert caught.value.message.code in {"weights.damaged", "weights.unreadable"}


def test_an_array_past_the_end_of_the_file_is_damage(tmp_path) -> None:
    header = json.dumps({"a": {"dtype": "F16", "shape": [4], "data_offsets": [0, 8]}}).encode()
    (tmp_path / "x.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"1234")
    with pytest.raises(ModelError) as caught:
        read_tensors(tmp_path / "x.safetensors")
    assert caught.value.message.code == "weights.damaged"
