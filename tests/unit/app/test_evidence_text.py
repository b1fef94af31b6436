"""Laws of the text that evidence becomes: its budget is never passed, and nothing disappears."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.evidence import context_text
from search.embedding.tokens import PackagedTokenCounter
from search.types.context import ContextAnswer, ContextPiece, LeftOut
from search.types.results import Ready

COUNT = PackagedTokenCounter().count
WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=120)


@st.composite
def answers(draw: st.DrawFn) -> ContextAnswer:
    texts = draw(st.lists(WORDS, max_size=6))
    pieces = tuple(
        ContextPiece(
            id=f"r@-:chunk:{number}",
            path=f"src/{number}.py",
            name=draw(WORDS),
            language=draw(st.sampled_from(["python", "markdown", ""])),
            start_line=1,
            end_line=2,
            depth=0,
            parent_id=draw(st.sampled_from([None, "r@-:py:a"])),
            tokens=COUNT(text),
            text=text,
        )
        for number, text in enumerate(texts)
    )
    missing = (LeftOut("r@-:chunk:missing", 9),) if draw(st.booleans()) else ()
    budget = draw(st.integers(1, 400))
    return ContextAnswer(draw(WORDS), "r", "-", budget, 0, pieces, missing, Ready())


@settings(deadline=None)
@given(answers(), st.sampled_from(["markdown", "xml", "plain"]))
def test_the_text_holds_its_budget_and_every_piece_is_in_it_or_named(answer: ContextAnswer, form: str) -> None:
    result = context_text(answer, form)
    assert result.tokens == COUNT(result.text)
    assert result.tokens <= answer.budget
    given_ids = [piece.id for piece in answer.pieces] + [item.id for item in answer.left_out]
    listed = [*result.chunks, *(item.id for item in result.left_out)]
    assert sorted(listed) == sorted(given_ids)
    assert list(result.chunks) == [given_id for given_id in given_ids if given_id in result.chunks]


@pytest.mark.parametrize("form", ["markdown", "xml", "plain"])
@pytest.mark.parametrize("question", ["logger " * 3000, "l" * 20_000, "日志" * 3000, "\n& \"'" * 3000])
def test_a_long_question_leaves_the_budget_to_the_evidence(question: str, form: str) -> None:
    piece = ContextPiece("r@-:chunk:0", "a.py", "", "python", 1, 1, 0, None, 2, "logger = 1")
    result = context_text(ContextAnswer(question, "r", "-", 1000, 0, (piece,), (), Ready()), form)
    assert result.chunks == ("r@-:chunk:0",)
    heading, *_ = result.text.splitlines()
    assert "…" in heading
    assert result.query == question
