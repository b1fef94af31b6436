"""Low-rank changes of the encoder: they begin at nothing, and what is stored gives the trained vectors again."""

from pathlib import Path

import pytest
import torch
from torch.testing import assert_close
from training.adapted import adapt, export
from training.model import EncoderModel

from search.embedding.choose import open_encoder
from search.embedding.settings import EncoderSettings, Precision
from tests.fakes.reader import ship

IDS = torch.tensor([[101, 2129, 2024, 25568, 102], [101, 10439, 102, 0, 0]])
MASK = IDS > 0


def test_a_new_change_leaves_every_vector_as_it_is() -> None:
    encoder = EncoderModel()
    before = encoder(IDS, MASK)
    changes = adapt(encoder, rank=2)
    assert_close(encoder(IDS, MASK), before)
    trained = [name for name, weight in encoder.named_parameters() if weight.requires_grad]
    assert sorted(trained) == sorted(f"{name}.{part}" for name in changes for part in ("down", "up"))


def test_what_is_exported_gives_the_same_vectors_in_the_product(tmp_path: Path, monkeypatch) -> None:
    torch.manual_seed(1)
    encoder = EncoderModel()
    packaged = encoder(IDS, MASK)[0]
    changes = adapt(encoder, rank=2)
    with torch.no_grad():
        for change in changes.values():
            change.up.normal_(std=0.2)
    trained = encoder(IDS, MASK)[0]
    export(changes, 1.0, tmp_path)

    ship(monkeypatch, "question", tmp_path)
    exported = open_encoder(EncoderSettings(precision=Precision.F32))
    assert_close(torch.tensor(exported.encode_query("how are carts")), trained, atol=2e-3, rtol=0.0)
    assert_close(torch.tensor(exported.encode(["how are carts"])[0]), packaged, atol=2e-3, rtol=0.0)
    assert (trained - packaged).abs().max() > 0.01


def test_a_share_of_nothing_is_the_packaged_encoder(tmp_path: Path, monkeypatch) -> None:
    changes = adapt(EncoderModel(), rank=2)
    for change in changes.values():
        change.up.data.normal_()
    export(changes, 0.0, tmp_path)
    ship(monkeypatch, "question", tmp_path)
    exported = open_encoder(EncoderSettings(precision=Precision.F32))
    assert exported.encode_query("w").tolist() == pytest.approx(exported.encode(["w"])[0].tolist(), abs=1e-3)
