"""The packaged encoder as it reads questions: its linear layers with the low-rank changes that ship beside it.

A person's question has other words than the code that answers it. The changes were learned from questions and
answers; the vectors of an index stay as they are (LoRA, Hu et al. 2021). ``docs/models.md`` says what they do.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from search.embedding.cache import Remembered
from search.embedding.compiled import compiled_graph, reason_of, runtime
from search.embedding.converted import WEIGHTS, XML, Converted
from search.embedding.lanes import Lanes, Tokens, Vectors
from search.embedding.mapped_pages import let_go, read_only_ranges
from search.embedding.settings import Precision
from search.embedding.shipped_weights import ShippedWeights, shipped_weights
from search.embedding.tensor_file import Tensors, read_tensors
from search.errors import ModelError

if TYPE_CHECKING:
    from openvino import Model

NAME = "question"
"""Of the two files, and of their folder among the resources."""

VERSION = 1
"""Version of the form of both files; files of another version are not used."""

WARM_LENGTHS = (8, 16, 24)
"""Tokens of usual queries, whose kernels are made ready when a model is loaded."""

_DOWN, _UP = ".down", ".up"
_STORED = ("_compressed", ".weight")
"""Ends of the name of a layer's weights in a converted model."""


def question_weights(remembered: Remembered | None) -> ShippedWeights | None:
    """Return the changes that this installation carries; None where it carries none.

    Args:
        remembered: spares computing the hashes again while the files are the same; None computes them.

    Raises:
        ModelError: they are of another version, damaged, or made for another encoder.
    """
    return shipped_weights(NAME, VERSION, remembered)


class QuestionNetwork:
    """Encodes questions, one at a time; any number of threads may ask.

    Args:
        model: the packaged encoder.
        weights: the changes.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.

    Raises:
        ModelError: the files cannot be loaded, or do not belong together.
    """

    def __init__(self, model: Converted, weights: ShippedWeights, precision: Precision, threads: int) -> None:
        file = model.folder / WEIGHTS
        before = read_only_ranges(file)
        graph = question_graph(model, changes_of(weights), weights.path)
        try:
            self._lanes = Lanes(compiled_graph(graph, precision, threads))
            for length in WARM_LENGTHS:
                self.encoded(np.full((1, length), model.info.pad_id), np.ones((1, length), np.int64))
        except (RuntimeError, MemoryError) as error:
            raise ModelError("weights.not_loadable", file=weights.path, reason=reason_of(error)) from error
        let_go(file, read_only_ranges(file) - before)

    def encoded(self, tokens: Tokens, mask: Tokens) -> Vectors:
        """Return float32 of shape (texts, dimension)."""
        return self._lanes.single(tokens, mask)


def changes_of(weights: ShippedWeights) -> Tensors:
    """Return what is added to the weights of each linear layer, in 32 bits, by the name of the layer.

    Raises:
        ModelError: the file cannot be read, or a layer lacks one of its two matrices.
    """
    matrices = {name: matrix.astype(np.float32) for name, matrix in read_tensors(weights.path).items()}
    layers = [name.removesuffix(_DOWN) for name in matrices if name.endswith(_DOWN)]
    try:
        return {layer: matrices[layer + _UP] @ matrices[layer + _DOWN] for layer in layers}
    except (KeyError, ValueError) as error:
        raise ModelError("weights.damaged", file=weights.path) from error


def question_graph(model: Converted, changes: Tensors, weights: Path) -> "Model":
    """Return the network of a converted model with the changes; what they leave alone stays on the disk.

    Args:
        model: of the packaged encoder.
        changes: see `changes_of`.
        weights: the file that they come from, for the error.

    Raises:
        ModelError: the model cannot be read, or it has not the layers that change.
    """
    ov = runtime()
    try:
        graph = ov.Core().read_model(model.folder / XML)
    except RuntimeError as error:
        raise ModelError("model.bundled_damaged", folder=model.folder) from error
    constants = {_layer(node.get_friendly_name()): node for node in graph.get_ops() if _is_matrix(node)}
    for layer, change in changes.items():
        constant = next((node for name, node in constants.items() if name.endswith(layer)), None)
        if constant is None or tuple(constant.get_output_shape(0)) != change.shape:
            raise ModelError("weights.other_encoder", file=weights)
        changed = constant.data.astype(np.float32) + change
        replacement = ov.opset13.constant(changed.astype(constant.data.dtype), name=constant.get_friendly_name())
        for target in constant.output(0).get_target_inputs():
            target.replace_source_output(replacement.output(0))
    return graph


def _layer(name: str) -> str:
    for end in _STORED:
        name = name.removesuffix(end)
    return name


def _is_matrix(node: Any) -> bool:
    return bool(node.get_type_name() == "Constant" and len(node.get_output_shape(0)) == 2)
