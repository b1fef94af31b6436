"""The packaged encoder with low-rank changes of its linear layers, for questions alone.

The vectors of passages stay as they are, so an index stays valid (LoRA, Hu et al. 2021).
"""

import torch
from torch import nn

from training.model import EncoderModel, State


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


def stored(changes: dict[str, LowRankLinear]) -> State:
    """Return the matrices in 16 bits: ``NAME.down`` (rank, inputs), ``NAME.up`` (outputs, rank) of each layer."""
    matrices = {}
    for name, change in changes.items():
        for part in ("down", "up"):
            matrices[f"{name}.{part}"] = getattr(change, part).detach().cpu().half().contiguous()
    return matrices
