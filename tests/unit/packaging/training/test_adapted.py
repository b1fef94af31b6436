"""Low-rank changes of the encoder: they begin at nothing, and what is stored gives the trained vectors again."""

import torch
from torch.testing import assert_close
from training.adapted import adapt, stored
from training.model import EncoderModel

IDS = torch.tensor([[101, 2129, 2024, 11186, 102], [101, 10439, 102, 0, 0]])
MASK = IDS > 0


def test_a_new_change_leaves_every_vector_as_it_is() -> None:
    encoder = EncoderModel()
    before = encoder(IDS, MASK)
    changes = adapt(encoder, rank=2)
    assert_close(encoder(IDS, MASK), before)
    trained = [name for name, weight in encoder.named_parameters() if weight.requires_grad]
    assert sorted(trained) == sorted(f"{name}.{part}" for name in changes for part in ("down", "up"))


def test_what_is_stored_gives_the_same_vectors_when_it_is_added_to_the_packaged_weights() -> None:
    torch.manual_seed(1)
    encoder = EncoderModel()
    packaged = encoder(IDS, MASK)
    changes = adapt(encoder, rank=2)
    with torch.no_grad():
        for change in changes.values():
            change.up.normal_(std=0.2)
    trained = encoder(IDS, MASK)

    matrices, plain = stored(changes), EncoderModel()
    assert all(matrix.dtype == torch.float16 for matrix in matrices.values())
    with torch.no_grad():
        for name in changes:
            linear = plain.get_submodule(name)
            linear.weight += matrices[f"{name}.up"].float() @ matrices[f"{name}.down"].float()
    assert_close(plain(IDS, MASK), trained, atol=2e-3, rtol=0.0)
    assert (trained - packaged).abs().max() > 0.01
