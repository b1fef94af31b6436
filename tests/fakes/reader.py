"""Readers for tests: files with random weights in the form of the shipped ones, and one that counts words."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from resources.locate import resources_below
from search.analysis.terms import query_terms
from search.embedding import shipped_weights
from search.embedding.models import PACKAGED_SHA256
from search.embedding.reader_weights import ReaderInfo
from search.errors import ModelError
from search.messages import NOTHING, Message

LAYERS = 1
HIDDEN = 384
WIDE = 96
"""Width inside a layer; the shipped reader has 1,536."""


def random_weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Return the arrays of a reader by name."""
    random = np.random.default_rng(seed)

    def linear(name: str, rows: int, columns: int, size: float) -> dict[str, np.ndarray]:
        weight, bias = random.standard_normal((rows, columns)) * size, random.standard_normal(rows) * 0.1
        return {f"{name}.weight": weight, f"{name}.bias": bias}

    arrays = {}
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        for part in ("attention.self.query", "attention.self.key", "attention.self.value"):
            arrays |= linear(f"{name}.{part}", HIDDEN, HIDDEN, 0.05)
        arrays |= linear(f"{name}.attention.output.dense", HIDDEN, HIDDEN, 0.05)
        arrays |= linear(f"{name}.intermediate.dense", WIDE, HIDDEN, 0.05)
        arrays |= linear(f"{name}.output.dense", HIDDEN, WIDE, 0.05)
        for norm in ("attention.output", "output"):
            arrays |= {f"{name}.{norm}.LayerNorm.weight": np.ones(HIDDEN)}
            arrays |= {f"{name}.{norm}.LayerNorm.bias": np.zeros(HIDDEN)}
    arrays |= linear("reader.dense", HIDDEN, HIDDEN, 0.05) | linear("reader.out", 1, HIDDEN, 0.2)
    return {name: array.astype(np.float16) for name, array in arrays.items()}


def write_reader(folder: Path, *, seed: int = 0, **changed: object) -> Path:
    """Write both files of a reader into a folder and return it; ``changed`` replaces values of the description."""
    folder.mkdir(parents=True, exist_ok=True)
    header, data = {}, b""
    for name, array in random_weights(seed).items():
        offsets = [len(data), len(data) + array.nbytes]
        header[name] = {"dtype": "F16", "shape": list(array.shape), "data_offsets": offsets}
        data += array.tobytes()
    text = json.dumps(header).encode()
    whole = len(text).to_bytes(8, "little") + text + data
    (folder / "reader.safetensors").write_bytes(whole)
    info = {
        "version": 1,
        "layers": LAYERS,
        "heads": 12,
        "max_tokens": 128,
        "head": "cls",
        "temperature": 1.0,
        "weight": 0.5,
        "files": 20,
        "chunks": 2,
        "sha256": hashlib.sha256(whole).hexdigest(),
        "encoder_sha256": PACKAGED_SHA256,
    }
    (folder / "reader.json").write_text(json.dumps(info | changed))
    return folder


def ship(monkeypatch: pytest.MonkeyPatch, name: str, folder: Path | None) -> None:
    """Make this installation carry the weights of that name that lie in a folder, or none of that name."""

    def below(wanted: str) -> list[Path]:
        if wanted != name:
            return resources_below(wanted)
        return sorted(folder.iterdir()) if folder else []

    monkeypatch.setattr(shipped_weights, "resources_below", below)


def ship_reader(monkeypatch: pytest.MonkeyPatch, folder: Path, **changed: object) -> Path:
    """Make this installation carry a random reader; return the folder of its files."""
    write_reader(folder, **changed)
    monkeypatch.setenv("DOWSE_READER", "on")
    ship(monkeypatch, "reader", folder)
    return folder


class WordReader:
    """Gives a passage the share of the question's words that it holds, and notes what it reads.

    It is its own source; ``trouble`` is why there is no reader.
    """

    def __init__(self, weight: float = 0.5, files: int = 20, chunks: int = 2) -> None:
        self.info = ReaderInfo(1, 1, 12, 128, "cls", 1.0, weight, files, chunks, "")
        self.trouble = NOTHING
        self.questions: list[str] = []
        self.passages: list[str] = []
        self.before_reading: Callable[[], object] = lambda: None

    def problem(self) -> Message:
        return self.trouble

    def opened(self) -> "WordReader":
        return self

    def scores(self, question: str, passages: Sequence[str], stopped: Callable[[], bool], /) -> list[float]:
        self.questions.append(question)
        self.passages.extend(passages)
        self.before_reading()
        if stopped():
            raise ModelError("reader.stopped")
        wanted = set(query_terms(question))
        return [len(wanted & set(query_terms(passage))) / max(1, len(wanted)) for passage in passages]
