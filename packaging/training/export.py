"""Writes the weights as the product carries them: ``python packaging/training/export.py --checkpoint DIR ...``.

``reader.safetensors`` has the layers and the head in 16 bits; ``reader.json`` says what they are and how they are
used. The embeddings are those of the packaged encoder, whose hash stands there.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

import torch
from safetensors.torch import save_file

from search.embedding.reader_input import SEQUENCE_TOKENS
from search.embedding.shipped_weights import digest_of
from training.model import HEADS, encoder_weights, load

REPOSITORY = Path(__file__).resolve().parents[2]
VERSION = 1
HEAD = "cls"


def export(checkpoint: Path, folder: Path, chosen: dict[str, float | int]) -> None:
    """Write both files.

    Args:
        checkpoint: folder of a training.
        folder: where they are put.
        chosen: temperature, weight, files, chunks, and what is added to the output for a document.
    """
    folder.mkdir(parents=True, exist_ok=True)
    model = load(checkpoint)
    state = {name: value.to(torch.float16).contiguous() for name, value in model.state_dict().items()}
    weights = folder / "reader.safetensors"
    save_file(state, str(weights))
    info = {
        "version": VERSION,
        "layers": len(model.encoder["layer"]),
        "heads": HEADS,
        "max_tokens": SEQUENCE_TOKENS,
        "head": HEAD,
        **chosen,
        "sha256": digest_of(weights, None),
        "encoder_sha256": digest_of(encoder_weights(), None),
    }
    (folder / "reader.json").write_text(json.dumps(info, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Write what the options name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=REPOSITORY / "resources" / "reader")
    parser.add_argument("--temperature", type=float, required=True)
    parser.add_argument("--weight", type=float, required=True, help="of the reader in the rank score")
    parser.add_argument("--documents", type=float, default=0.0, help="added to the output for a document")
    parser.add_argument("--files", type=int, required=True, help="how many of the first files are read")
    parser.add_argument("--chunks", type=int, required=True, help="how many chunks of each")
    options = parser.parse_args()
    chosen = {name: getattr(options, name) for name in ("temperature", "weight", "files", "chunks", "documents")}
    export(options.checkpoint, options.out, chosen)
    print((options.out / "reader.json").read_text("utf-8"))


if __name__ == "__main__":
    main()
