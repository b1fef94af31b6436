"""The network of BERT as a graph of OpenVINO, built from arrays without PyTorch (Devlin et al., 2018).

The packaged encoder of an installation and the reader are both built here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from search.embedding.tensor_file import Tensor

WORDS = "embeddings.word_embeddings.weight"
POSITIONS = "embeddings.position_embeddings.weight"
TYPES = "embeddings.token_type_embeddings.weight"
EMBEDDINGS = (WORDS, POSITIONS, TYPES, "embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias")
"""Arrays of the layer before the first one; a graph keeps them under these names."""


@dataclass(frozen=True, slots=True)
class BertShape:
    """The sizes of a BERT network."""

    layers: int
    heads: int
    hidden: int
    epsilon: float


class BertGraph:
    """Builds the parts of one network; every part is a node of a graph.

    Args:
        weights: arrays by the names of a BERT state dict, of 16 or 32 bits.
    """

    def __init__(self, weights: Mapping[str, Tensor], shape: BertShape) -> None:
        from openvino import opset13  # takes 0.2 s, and most programs that import this module build no graph

        self._ops = opset13
        self._weights = weights
        self._shape = shape

    def embedded(self, ids: Any, types: Any) -> Any:
        """Return (texts, tokens, hidden): the state before the first layer.

        Args:
            ids: (texts, tokens) numbers in the vocabulary.
            types: the type of each token, of the shape of ``ids``, or one number for all.
        """
        length = self._ops.squeeze(
            self._ops.gather(self._ops.shape_of(ids), np.array([1]), np.array(0)), np.array([0])
        )
        positions = self._rows(POSITIONS, self._ops.range(np.int64(0), length, np.int64(1), "i64"))
        total = self._ops.add(self._ops.add(self._rows(WORDS, ids), self._rows(TYPES, types)), positions)
        return self._normalized("embeddings.LayerNorm", total)

    def encoded(self, hidden: Any, attended: Any, *, first_alone: bool = False) -> Any:
        """Return (texts, tokens, hidden): the state after the last layer.

        Args:
            hidden: what `embedded` gives.
            attended: (texts, tokens) whether a token counts; the others only fill up.
            first_alone: the last layer computes the state of the first token and no other, (texts, 1, hidden); of
                three layers that spares a quarter of the work.
        """
        mask = self._ops.unsqueeze(attended, np.array([1, 2]))
        last = self._shape.layers - 1
        for layer in range(self._shape.layers):
            wanted = self._first(hidden) if first_alone and layer == last else hidden
            hidden = self._layer(f"encoder.layer.{layer}", hidden, mask, wanted)
        return hidden

    def linear(self, name: str, hidden: Any) -> Any:
        """Return the state times the weights of that name, plus their bias."""
        product = self._ops.matmul(hidden, self._constant(f"{name}.weight"), transpose_a=False, transpose_b=True)
        return self._ops.add(product, self._constant(f"{name}.bias"))

    def _first(self, hidden: Any) -> Any:
        return self._ops.gather(hidden, np.array([0]), np.array(1))

    def _layer(self, name: str, hidden: Any, mask: Any, wanted: Any) -> Any:
        """Return the states of the tokens of ``wanted``, which look at all of ``hidden``."""
        query, key, value = (
            self._heads(self.linear(f"{name}.attention.self.{part}", states))
            for part, states in (("query", wanted), ("key", hidden), ("value", hidden))
        )
        seen = self._ops.scaled_dot_product_attention(query, key, value, mask)
        merged = self._ops.reshape(
            self._ops.transpose(seen, [0, 2, 1, 3]), [0, 0, self._shape.hidden], special_zero=True
        )
        hidden = self._added(f"{name}.attention.output", merged, wanted)
        wide = self._ops.gelu(self.linear(f"{name}.intermediate.dense", hidden), "erf")
        return self._added(f"{name}.output", wide, hidden)

    def _heads(self, hidden: Any) -> Any:
        shape = [0, 0, self._shape.heads, self._shape.hidden // self._shape.heads]
        return self._ops.transpose(self._ops.reshape(hidden, shape, special_zero=True), [0, 2, 1, 3])

    def _added(self, name: str, hidden: Any, before: Any) -> Any:
        return self._normalized(f"{name}.LayerNorm", self._ops.add(self.linear(f"{name}.dense", hidden), before))

    def _normalized(self, name: str, hidden: Any) -> Any:
        centred = self._ops.mvn(hidden, np.array([-1]), True, self._shape.epsilon, "inside_sqrt")
        return self._ops.add(
            self._ops.multiply(centred, self._constant(f"{name}.weight")), self._constant(f"{name}.bias")
        )

    def _rows(self, name: str, numbers: Any) -> Any:
        return self._ops.gather(self._constant(name), numbers, np.array(0))

    def _constant(self, name: str) -> Any:
        """Return the array as a node that computes with 32 bits, whatever it is stored in."""
        array = self._weights[name]
        node = self._ops.constant(array, shared_memory=bool(array.flags.writeable), name=name)
        return node if array.dtype == np.float32 else self._ops.convert(node, "f32")
