"""Evidence as one text within a token budget, written as the window's Context pane writes it."""

from dataclasses import dataclass

from search.embedding.tokens import PackagedTokenCounter
from search.types.context import ContextAnswer
from ui.panels.context.evidence import Evidence, Format, block, ending, opening, rendered
from ui.panels.context.pieces import evidence_of


@dataclass(frozen=True, slots=True)
class NotIn:
    """What did not fit, with the tokens of its text."""

    id: str
    tokens: int


@dataclass(frozen=True, slots=True)
class GatheredText:
    """A text for a language model: hits and what they depend on.

    Attributes:
        scope: ``repository@branch`` it is from; empty when nothing was found.
        tokens: of the packaged model's tokenizer.
        chunks: what is in it, chunks and nodes, in the order of the text.
        left_out: what did not fit, in the order in which it would have come.
    """

    query: str
    scope: str
    budget: int
    tokens: int
    chunks: tuple[str, ...]
    left_out: tuple[NotIn, ...]
    text: str
    notes: tuple[str, ...]


def gathered(answer: ContextAnswer, form: str) -> GatheredText:
    """Return the pieces of an answer as one text within its budget, headings included, whole pieces only.

    ``form`` is ``markdown``, ``xml`` or ``plain``.
    """
    written, count = Format(form), PackagedTokenCounter().count
    left = answer.budget - count(opening(answer.query, written) + ending(written))
    pieces: list[Evidence] = []
    ids: list[str] = []
    left_out: list[NotIn] = []
    for piece, shown in zip(answer.pieces, evidence_of(answer), strict=True):
        tokens = count(block(shown, written))
        if tokens > left:
            left_out.append(NotIn(piece.id, piece.tokens))
            continue
        left -= tokens
        pieces.append(shown)
        ids.append(piece.id)
    text = rendered(answer.query, pieces, written)
    left_out.extend(NotIn(item.id, item.tokens) for item in answer.left_out)
    scope = f"{answer.repository}@{answer.branch}" if answer.repository else ""
    return GatheredText(
        answer.query, scope, answer.budget, count(text), tuple(ids), tuple(left_out), text, answer.notes
    )
