"""Builds the packaged model for OpenVINO from its published weights, without PyTorch.

The network is BERT (Devlin et al., 2018) as all-MiniLM-L6-v2 configures it: six layers, the mean of the tokens'
vectors, norm 1. `search.embedding.bert` has its layers. `search.embedding.convert` does so for any model, with
PyTorch and sentence-transformers.
"""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from openvino import Model, save_model
from openvino import opset13 as ops

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.embedding.bert import BertGraph, BertShape
from search.embedding.tensor_file import Tensors, read_tensors

DIGEST = "344308d9da56d0d20f29ac5908e91662"
"""What `search.embedding.models` computes for the folder of published files: equal digests are equal vectors."""

FOLDER = f"all-MiniLM-L6-v2-{DIGEST}-1"
"""Name of the folder that is shipped, as a conversion names one in the cache folder."""

MAX_LENGTH = 256
"""Tokens of a text that the model was trained to read (sentence_bert_config.json)."""

COPIED = ("tokenizer.json", "vocab.txt", "config.json", "README.md")
"""Files that are taken over: the vocabulary, and what the window shows about the model."""


def shape_of(folder: Path) -> BertShape:
    """Return what ``config.json`` of a model folder says."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    return BertShape(
        config["num_hidden_layers"], config["num_attention_heads"], config["hidden_size"], config["layer_norm_eps"]
    )


def network(weights: Tensors, shape: BertShape) -> Model:
    """Return the graph: ``input_ids`` and ``attention_mask`` of shape (texts, tokens) to unit vectors."""
    ids = ops.parameter([-1, -1], np.int64, "input_ids")
    mask = ops.parameter([-1, -1], np.int64, "attention_mask")
    graph = BertGraph(weights, shape)
    hidden = graph.encoded(graph.embedded(ids, np.int64(0)), ops.not_equal(mask, np.int64(0)))
    vectors = ops.normalize_l2(_mean(hidden, ops.convert(mask, "f32")), np.array([1]), 1e-12, "max")
    return Model([ops.result(vectors)], [ids, mask], "all-MiniLM-L6-v2")


def _mean(hidden: Any, counted: Any) -> Any:
    """Return the mean over the tokens that the mask counts."""
    column = ops.unsqueeze(counted, np.array([2]))
    total = ops.reduce_sum(ops.multiply(hidden, column), np.array([1]))
    return ops.divide(total, ops.maximum(ops.reduce_sum(column, np.array([1])), np.float32(1e-9)))


def build(published: Path, target: Path, say: Callable[[str], None] = print) -> None:
    """Write the model of a published folder into a new folder, as `search.embedding.converted` reads it."""
    target.mkdir(parents=True)
    shape = shape_of(published)
    weights = read_tensors(published / "model.safetensors")
    save_model(network(weights, shape), target / "model.xml", compress_to_fp16=True)
    for name in COPIED:
        shutil.copy2(published / name, target)
    files = ("model.xml", "model.bin", "tokenizer.json")
    sizes = {name: (target / name).stat().st_size for name in files}
    info = {"dimension": shape.hidden, "max_length": MAX_LENGTH, "pad_id": 0, "sizes": sizes}
    (target / "info.json").write_text(json.dumps(info), "utf-8")
    say(f"{target}: {sum(sizes.values()) / 1e6:,.1f} MB")
