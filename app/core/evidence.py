"""Evidence as one text within a token budget, written as the window's Context pane writes it."""

from app.core.answers.context import ContextText
from search.embedding.tokens import PackagedTokenCounter
from search.types.context import ContextAnswer, LeftOut
from ui.panels.context.evidence import Evidence, Format, block, ending, opening, rendered
from ui.panels.context.pieces import evidence_of


def context_text(answer: ContextAnswer, form: str) -> ContextText:
    """Return the pieces of an answer as one text within its budget, headings included, whole pieces only.

    ``form`` is ``markdown``, ``xml`` or ``plain``.
    """
    written, count = Format(form), PackagedTokenCounter().count
    left = answer.budget - count(opening(answer.query, written) + ending(written))
    pieces: list[Evidence] = []
    ids: list[str] = []
    left_out: list[LeftOut] = []
    for piece, shown in zip(answer.pieces, evidence_of(answer), strict=True):
        tokens = count(block(shown, written))
        if tokens > left:
            left_out.append(LeftOut(piece.id, piece.tokens))
            continue
        left -= tokens
        pieces.append(shown)
        ids.append(piece.id)
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
    )
