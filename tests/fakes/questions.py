"""Changes of the encoder for questions with random numbers, in the form of the shipped ones."""

import hashlib
import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from search.embedding.models import PACKAGED_SHA256

LAYER = "encoder.layer.0.attention.self.query"


def write_changes(folder: Path, layer: str = LAYER, rows: int = 384, **changed: object) -> Path:
    """Write both files and return the folder; ``changed`` replaces parts of the description."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    matrices = {
        f"{layer}.down": random.standard_normal((2, 384)).astype(np.float16),
        f"{layer}.up": random.standard_normal((rows, 2)).astype(np.float16),
    }
    weights = folder / "question.safetensors"
    save_file(matrices, weights)
    info = {
        "version": 1,
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "encoder_sha256": PACKAGED_SHA256,
    }
    (folder / "question.json").write_text(json.dumps(info | changed), encoding="utf-8")
    return folder
