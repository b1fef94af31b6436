"""The packaged encoder with low-rank changes of its linear layers, for questions alone.

The vectors of passages stay as they are, so an index stays valid (LoRA, Hu et al. 2021).
"""

import json
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn

from search.embedding.question_encoder import NAME, VERSION
from search.embedding.shipped_weights import digest_of
from training.model import EncoderModel, State, encoder_weights


class LowRankLinear(nn.Module):
    """A linear layer that is not trained, plus the product of two small matrices that are.

    Args:
        linear: the layer.
        rank: of the product; it begins at zero.
    """

    def __init__(self, linear: nn.Linear, rank: int) -> None:
        super().__init__()
        self.linear = linear.requires_grad_(requires_grad=False)
        self.down = nn.Parameter(torch.randn(rank, linear.in_features) * 0.02)
        self.up = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """Return the states behind the layer."""
        return self.linear(states) + states @ self.down.T @ self.up.T


def adapt(encoder: EncoderModel, rank: int) -> dict[str, LowRankLinear]:
    """Give every linear layer of an encoder a change that can be trained, and return these by the layer's name."""
    encoder.requires_grad_(requires_grad=False)
    linears = [(name, module) for name, module in encoder.named_modules() if isinstance(module, nn.Linear)]
    changes = {}
    for name, linear in linears:
        parent, _, own = name.rpartition(".")
        changes[name] = LowRankLinear(linear, rank)
        holder = encoder.get_submodule(parent)
        if isinstance(holder, nn.ModuleDict):
            holder[own] = changes[name]
        else:
            setattr(holder, own, changes[name])
    return changes


def export(changes: dict[str, LowRankLinear], share: float, folder: Path) -> None:
    """Write the changes as the product carries them.

    ``question.safetensors`` has ``NAME.down`` (rank, inputs) and ``NAME.up`` (outputs, rank) of each layer, in 16
    bits; ``question.json`` has the hashes.

    Args:
        changes: see `adapt`.
        share: of the changes that is used, 0..1.
        folder: where they are put.
    """
    matrices: State = {}
    for name, change in changes.items():
        matrices[f"{name}.down"] = _half(change.down)
        matrices[f"{name}.up"] = _half(change.up * share)
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / f"{NAME}.safetensors"
    save_file(matrices, str(weights))
    info = {
        "version": VERSION,
        "sha256": digest_of(weights, None),
        "encoder_sha256": digest_of(encoder_weights(), None),
    }
    (folder / f"{NAME}.json").write_text(json.dumps(info, indent=2) + "\n", encoding="utf-8")


def _half(matrix: torch.Tensor) -> torch.Tensor:
    return matrix.detach().cpu().half().contiguous()
