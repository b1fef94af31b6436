"""Run as a process of its own: converts a sentence-transformers model for OpenVINO and checks the result.

``python -m search.embedding.convert MODEL_FOLDER OUTPUT_FOLDER``. Its memory, a gigabyte of torch, goes with it.
Exit status `NOT_CONVERTIBLE` means that the model runs, but that what came out does not give the same vectors.
"""

import json
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from search.embedding.converted import COMPILED, INFO, NOT_CONVERTIBLE, TOKENIZER, XML, Converted, ConvertedInfo
from search.embedding.offline import enforce_offline

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

LEAST_COSINE = 0.999
"""Between both runtimes' vectors of the same text; rounding the weights to 16 bits costs less than 0.0001."""

SAMPLES = (
    "",
    "where is the lease renewed",
    "def renew(self, lease: Lease) -> bool:\n    return self._store.extend(lease.id, seconds=30)",
    "SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.state = 'open'",
    "Die Größe der Datei ändert sich. 日本語のテキスト. Поиск файла. 👍",
    "The quick brown fox jumps over the lazy dog. " * 60,
)
"""Texts of all lengths and several scripts, one longer than any model reads."""


def convert(model_folder: Path, output: Path) -> float:
    """Write the converted model into an existing folder; return the least cosine over `SAMPLES`."""
    enforce_offline()
    import openvino as ov
    import torch
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(model_folder), device="cpu", local_files_only=True).eval()
    ids = torch.ones((2, 8), dtype=torch.long)
    mask = torch.ones_like(ids)
    mask[1, 4:] = 0
    with torch.no_grad():
        converted = ov.convert_model(_vectors_module(model), example_input=(ids, mask))
    ov.save_model(converted, output / XML, compress_to_fp16=True)
    model.tokenizer.backend_tokenizer.save(str(output / TOKENIZER))
    dimension = int(model.encode([""]).shape[1])
    info = ConvertedInfo(dimension, int(model.max_seq_length), int(model.tokenizer.pad_token_id or 0))
    (output / INFO).write_text(json.dumps(info.as_json(output)), "utf-8")
    return _least_cosine(model, output, info)


def _vectors_module(model: "SentenceTransformer") -> Any:
    """Return the model as a module of two tensors, with its own pooling and normalisation."""
    import torch

    class Vectors(torch.nn.Module):  # type: ignore[misc]  # torch is imported only here
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.model({"input_ids": input_ids, "attention_mask": attention_mask})["sentence_embedding"]

    return Vectors()


def _least_cosine(model: "SentenceTransformer", output: Path, info: ConvertedInfo) -> float:
    from search.embedding.openvino_encoder import OpenVinoEncoder
    from search.embedding.settings import Precision

    wanted: npt.NDArray[np.float32] = model.encode(list(SAMPLES), normalize_embeddings=True)
    encoder = OpenVinoEncoder(Converted(output, info, output / COMPILED), name="check", precision=Precision.F32)
    return float(np.sum(wanted * encoder.encode(SAMPLES), axis=1).min())


def main(arguments: list[str]) -> int:
    """Convert; return the exit status."""
    warnings.simplefilter("ignore")  # of tracing; what counts is checked at the end
    least = convert(Path(arguments[0]), Path(arguments[1]))
    if least < LEAST_COSINE:
        sys.stderr.write(f"the converted model differs: cosine {least:.5f}\n")
        return NOT_CONVERTIBLE
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
