"""Evidence as one text within a token budget, written as the window's Context pane writes it."""

from collections.abc import Sequence

from app.core.answers.context import ContextText
from search.embedding.tokens import PackagedTokenCounter
from search.types.context import LABEL_TEXTS, ContextAnswer, LeftOut, PieceLabel
from ui.panels.context.evidence import Format, block, ending, opening, rendered
from ui.panels.context.pieces import evidence_of


def context_text(answer: ContextAnswer, form: str) -> ContextText:
    """Return the pieces of an answer as one text within its budget, headings included, whole pieces only.

    ``form`` is ``markdown``, ``xml`` or ``plain``.
    """
    written, count = Format(form), PackagedTokenCounter().count
    shown = evidence_of(answer)
    overhead = count(opening(answer.query, written) + ending(written))
    sizes = [count(block(piece, written)) for piece in shown]
    fitting = _fitting([piece.label for piece in shown], sizes, answer.budget - overhead)
    pieces = [shown[position] for position in sorted(fitting)]
    ids = [answer.pieces[position].id for position in sorted(fitting)]
    left_out = [LeftOut(piece.id, piece.tokens) for at, piece in enumerate(answer.pieces) if at not in fitting]
    text = rendered(answer.query, pieces, written)
    left_out.extend(answer.left_out)
    scope = f"{answer.repository}@{answer.branch}" if answer.repository else ""
    return ContextText(
        answer.query,
        scope,
        answer.budget,
        count(text),
        tuple(ids),
        tuple(left_out),
        text,
        tuple(map(str, answer.notes)),
        {piece.id: LABEL_TEXTS[piece.label] for piece in answer.pieces if piece.label and piece.id in ids},
    )


def _fitting(labels: Sequence[PieceLabel], sizes: Sequence[int], budget: int) -> set[int]:
    """Return which pieces fit, by position; critical and external documents are tried before others."""
    fitting: set[int] = set()
    for position in sorted(range(len(sizes)), key=lambda at: not labels[at]):
        if sizes[position] <= budget:
            budget -= sizes[position]
            fitting.add(position)
    return fitting
