"""The reader as a PyTorch module: the first layers of the packaged encoder and a head with one output."""

import os
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

from search.embedding.models import packaged_folder
from search.embedding.reader_input import QUESTION_TOKENS, SEQUENCE_TOKENS, pair_tokens
from training.tokenizer import packaged_tokenizer

HIDDEN, HEADS, INNER = 384, 12, 1536
_EPSILON = 1e-12
_PASSAGE_LETTERS = 1200

State = dict[str, torch.Tensor]


def encoder_weights() -> Path:
    """Return the file with the published weights of the packaged encoder.

    The environment variable ``DOWSE_TRAINING_ENCODER`` names another file, for a machine without that package.
    """
    named = os.environ.get("DOWSE_TRAINING_ENCODER")
    return Path(named) if named else packaged_folder() / "model.safetensors"


def _published() -> State:
    return {name: value.float() for name, value in load_file(str(encoder_weights())).items()}


def _linear(inputs: int, outputs: int) -> nn.Linear:
    return nn.Linear(inputs, outputs)


class Layer(nn.Module):
    """A layer of BERT; the names of its parameters are those of the published state dict."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.ModuleDict(
            {
                "self": nn.ModuleDict({name: _linear(HIDDEN, HIDDEN) for name in ("query", "key", "value")}),
                "output": nn.ModuleDict(
                    {"dense": _linear(HIDDEN, HIDDEN), "LayerNorm": nn.LayerNorm(HIDDEN, _EPSILON)}
                ),
            }
        )
        self.intermediate = nn.ModuleDict({"dense": _linear(HIDDEN, INNER)})
        self.output = nn.ModuleDict({"dense": _linear(INNER, HIDDEN), "LayerNorm": nn.LayerNorm(HIDDEN, _EPSILON)})

    def forward(
        self, states: torch.Tensor, mask: torch.Tensor | None, dropout: float, wanted: int | None = None
    ) -> torch.Tensor:
        """Return the states behind the layer.

        Args:
            states: (sequences, tokens, hidden).
            mask: True for tokens that are read.
            dropout: while it is trained.
            wanted: of how many tokens, from the first, the state is computed; None for all.
        """
        parts = self.attention["self"]
        key, value = (self._heads(parts[name](states)) for name in ("key", "value"))
        states = states[:, :wanted]
        query = self._heads(parts["query"](states))
        read = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        merged = read.transpose(1, 2).reshape(states.shape)
        out = self.attention["output"]
        merged = nn.functional.dropout(out["dense"](merged), dropout, self.training)
        states = out["LayerNorm"](merged + states)
        inner = nn.functional.gelu(self.intermediate["dense"](states))
        inner = nn.functional.dropout(self.output["dense"](inner), dropout, self.training)
        return self.output["LayerNorm"](inner + states)

    @staticmethod
    def _heads(states: torch.Tensor) -> torch.Tensor:
        return states.view(*states.shape[:2], HEADS, HIDDEN // HEADS).transpose(1, 2)


class Embeddings(nn.Module):
    """Words, positions and types as the published encoder embeds them; they are not trained."""

    def __init__(self, published: State) -> None:
        super().__init__()
        tables = {name: f"embeddings.{name}_embeddings.weight" for name in ("word", "position", "token_type")}
        for name, stored in tables.items():
            self.register_buffer(name, published[stored], persistent=False)
        for name in ("weight", "bias"):
            self.register_buffer(name, published[f"embeddings.LayerNorm.{name}"], persistent=False)

    def forward(self, ids: torch.Tensor, types: torch.Tensor | None = None) -> torch.Tensor:
        """Return (sequences, tokens, hidden) states."""
        kinds = self.token_type[0] if types is None else self.token_type[types]
        words = self.word[ids] + kinds + self.position[: ids.shape[1]]
        return nn.functional.layer_norm(words, (HIDDEN,), self.weight, self.bias, _EPSILON)


class EncoderModel(nn.Module):
    """The published encoder: unit vectors of texts."""

    dimension = HIDDEN

    def __init__(self) -> None:
        super().__init__()
        published = _published()
        layers = 1 + max(int(name.split(".")[2]) for name in published if name.startswith("encoder.layer."))
        self.embeddings = Embeddings(published)
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(Layer() for _ in range(layers))})
        self.load_state_dict({name: published[name] for name in self.state_dict()})
        self.eval()

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return (texts, `dimension`), the normalized mean of the states of the tokens that are read."""
        states = self.embeddings(ids)
        for layer in self.encoder["layer"]:
            states = layer(states, mask[:, None, None, :], 0.0)
        read = mask[:, :, None]
        return nn.functional.normalize((states * read).sum(1) / read.sum(1), dim=1)


class ReaderModel(nn.Module):
    """Reads question and passage together and gives one number for each pair.

    Args:
        layers: how many of the encoder's layers it starts with.
        dropout: of the layers, while it is trained.
    """

    def __init__(self, layers: int = 3, dropout: float = 0.1) -> None:
        super().__init__()
        published = _published()
        self.dropout = dropout
        self.embeddings = Embeddings(published)
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(Layer() for _ in range(layers))})
        self.reader = nn.ModuleDict({"dense": _linear(HIDDEN, HIDDEN), "out": _linear(HIDDEN, 1)})
        own = {name: value for name, value in published.items() if name in self.state_dict()}
        self.load_state_dict(own, strict=False)
        nn.init.normal_(self.reader["dense"].weight, std=0.02)
        nn.init.normal_(self.reader["out"].weight, std=0.02)

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return (sequences,) logits.

        Args:
            ids: (sequences, tokens), numbers in the vocabulary.
            types: (sequences, tokens), 0 for the question and 1 for the passage.
            mask: (sequences, tokens), True for tokens that are read.
        """
        states = nn.functional.dropout(self.embeddings(ids, types), self.dropout, self.training)
        attended = mask[:, None, None, :]
        *below, last = self.encoder["layer"]
        for layer in below:
            states = layer(states, attended, self.dropout)
        states = last(states, attended, self.dropout, wanted=1)
        first = torch.tanh(self.reader["dense"](states[:, 0]))
        return self.reader["out"](nn.functional.dropout(first, self.dropout, self.training)).squeeze(-1)

    def take_layers(self, deeper: "ReaderModel") -> None:
        """Begin with every second layer and the head of a deeper reader."""
        state = deeper.state_dict()
        for name in self.state_dict():
            parts = name.split(".")
            if parts[0] == "encoder":
                parts[2] = str(min(2 * int(parts[2]), len(deeper.encoder["layer"]) - 1))
            self.state_dict()[name].copy_(state[".".join(parts)])


class PairTokens:
    """Turns texts into the sequences that the reader reads."""

    def __init__(self) -> None:
        self._tokenizer = packaged_tokenizer()

    def of(self, question: str, passages: Sequence[str]) -> list[tuple[list[int], list[int]]]:
        """Return token ids and types of the question with each passage."""
        texts = [question, *(passage[:_PASSAGE_LETTERS] for passage in passages)]
        encoded = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        question_ids = encoded[0].ids[:QUESTION_TOKENS]
        return [pair_tokens(question_ids, passage.ids[:SEQUENCE_TOKENS]) for passage in encoded[1:]]


def padded(pairs: Sequence[tuple[list[int], list[int]]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return ids, types and mask of sequences, each (sequences, longest)."""
    width = max(len(ids) for ids, _ in pairs)
    ids, types = torch.zeros(len(pairs), width, dtype=torch.long), torch.zeros(len(pairs), width, dtype=torch.long)
    mask = torch.zeros(len(pairs), width, dtype=torch.bool)
    for row, (tokens, kinds) in enumerate(pairs):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, : len(tokens)] = torch.tensor(kinds)
        mask[row, : len(tokens)] = True
    return ids, types, mask


def load(folder: Path) -> ReaderModel:
    """Return the model of a checkpoint or of exported weights."""
    exported = folder / "reader.safetensors"
    if exported.is_file():
        state = {name: value.float() for name, value in load_file(str(exported)).items()}
    else:
        state = torch.load(folder / "checkpoint.pt", weights_only=True)["model"]
    layers = 1 + max(int(name.split(".")[2]) for name in state if name.startswith("encoder.layer."))
    model = ReaderModel(layers)
    model.load_state_dict(state)
    return model.eval()


@torch.inference_mode()
def logits(
    model: ReaderModel, tokens: PairTokens, questions: Sequence[tuple[str, Sequence[str]]], *, bf16: bool = False
) -> list[list[float]]:
    """Return the output for each passage of each question; batches are made by length.

    Args:
        model: see `load`.
        tokens: of the packaged vocabulary.
        questions: each with its passages.
        bf16: multiply in bfloat16; a processor that has no instructions for it takes 40 times as long.
    """
    pairs, owners = [], []
    for number, (question, passages) in enumerate(questions):
        pairs += tokens.of(question, passages)
        owners += [number] * len(passages)
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index][0]))
    outputs = [0.0] * len(pairs)
    for start in range(0, len(order), 64):
        batch = order[start : start + 64]
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            values = model(*padded([pairs[index] for index in batch]))
        for index, value in zip(batch, values.float().tolist(), strict=True):
            outputs[index] = value
    results: list[list[float]] = [[] for _ in questions]
    for owner, value in zip(owners, outputs, strict=True):
        results[owner].append(value)
    return results
