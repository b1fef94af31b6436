"""The weights of the reader: which files carry them, what describes them, and whether they are whole.

The reader is the first layers of the packaged encoder with a head of its own. ``reader.safetensors`` holds these
layers and the head; words, positions and types are embedded with the weights of the packaged encoder.
"""

from dataclasses import dataclass, fields
from pathlib import Path

from search.embedding.bert import EMBEDDINGS, BertShape
from search.embedding.cache import Remembered
from search.embedding.converted import XML
from search.embedding.models import bundled_model, packaged_folder
from search.embedding.shipped_weights import shipped_weights
from search.embedding.tensor_file import Tensors, read_tensors
from search.errors import ModelError

NAME = "reader"
"""Of the two files, and of their folder among the resources."""

VERSION = 1
"""Version of the form of both files; files of another version are not used."""

HEAD = "cls"
"""Kind of the head: the state of the first token, a dense layer with tanh, and a layer with one output."""

_COMPRESSED = "_compressed"
"""Suffix of the name of an array that the runtime stores in 16 bits."""


@dataclass(frozen=True, slots=True)
class ReaderInfo:
    """What ``reader.json`` says of the weights.

    Attributes:
        version: see `VERSION`.
        layers, heads: of the network.
        max_tokens: tokens of question and passage together.
        head: see `HEAD`.
        temperature: divisor of an output before it becomes a score.
        weight: share of the reader in a rank score, 0..1.
        files: how many of the first files are read.
        chunks: chunks of a file that are read at most; the best score counts.
        sha256: of ``reader.safetensors``.
        documents: added to the output for a document: next to code it has less of the words of a question.
    """

    version: int
    layers: int
    heads: int
    max_tokens: int
    head: str
    temperature: float
    weight: float
    files: int
    chunks: int
    sha256: str
    documents: float = 0.0

    def __post_init__(self) -> None:
        """Refuse values that no training writes.

        Raises:
            ValueError: naming the field.
        """
        limits = {"layers": 12, "heads": 64, "max_tokens": 512, "files": 200, "chunks": 10}
        for name, most in limits.items():
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= most:
                raise ValueError(f"{name} is {value!r}")
        if not 0.0 < self.weight < 1.0 or not 0.0 < self.temperature < float("inf"):
            raise ValueError(f"weight is {self.weight!r}, temperature {self.temperature!r}")


@dataclass(frozen=True, slots=True)
class ReaderFiles:
    """The weights of a reader on the disk."""

    info: ReaderInfo
    path: Path

    @property
    def shape(self) -> BertShape:
        """Return the sizes of the network."""
        return BertShape(self.info.layers, self.info.heads, 384, 1e-12)

    def tensors(self) -> Tensors:
        """Return all arrays of the network: its own and the embeddings of the packaged encoder.

        Raises:
            ModelError: a file cannot be read or is not whole.
        """
        return read_tensors(self.path) | _embeddings()


def reader_files(remembered: Remembered | None) -> ReaderFiles | None:
    """Return the weights that this installation carries; None where it carries none.

    Args:
        remembered: spares computing the hashes again while the files are the same; None computes them.

    Raises:
        ModelError: they are of another version, damaged, or made for another encoder.
    """
    weights = shipped_weights(NAME, VERSION, remembered)
    if weights is None:
        return None
    values = {"documents": 0.0, **weights.info}
    if values.get("head") != HEAD:
        raise ModelError("weights.other_version", file=weights.path, version=values.get("head"), known=HEAD)
    try:
        info = ReaderInfo(**{field.name: values[field.name] for field in fields(ReaderInfo)})
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError("weights.damaged", file=weights.description) from error
    return ReaderFiles(info, weights.path)


def _embeddings() -> Tensors:
    bundled = bundled_model()
    if bundled is None:
        return read_tensors(packaged_folder() / "model.safetensors", EMBEDDINGS.__contains__)
    import openvino as ov

    try:
        model = ov.Core().read_model(bundled.path / XML)
    except RuntimeError as error:
        raise ModelError("model.bundled_damaged", folder=bundled.path) from error
    constants = (node for node in model.get_ops() if node.get_type_name() == "Constant")
    named = {node.get_friendly_name().removesuffix(_COMPRESSED): node for node in constants}
    if missing := [name for name in EMBEDDINGS if name not in named]:
        raise ModelError("reader.encoder_lacks", folder=bundled.path, name=missing[0])
    return {name: named[name].data.copy() for name in EMBEDDINGS}
