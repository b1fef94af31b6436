"""The answer of ``context --json``."""

import msgspec

from search.types.context import LeftOut


class ContextText(msgspec.Struct, frozen=True):
    """A text for a language model: hits and what they depend on, within a budget of tokens.

    Attributes:
        scope: ``repository@branch`` of the evidence; empty when nothing was found.
        tokens: of the packaged model's tokenizer.
        chunks: identifiers of the chunks and nodes in the text, in its order.
        labels: for critical and external documents among the chunks, why they are there.
        left_out: what did not fit, in the order in which it would have come.
    """

    query: str
    scope: str
    budget: int
    tokens: int
    chunks: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    text: str
    notes: tuple[str, ...]
    labels: dict[str, str]
