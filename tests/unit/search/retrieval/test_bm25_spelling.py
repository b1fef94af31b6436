"""Terms near a word, or near a start of it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_spelling import distances_by_start

TEXTS = st.text(alphabet="abcß", min_size=1, max_size=7)
FEW = settings(max_examples=60, deadline=None)


def edits(first: str, second: str) -> int:
    """Return the optimal string alignment distance, computed cell by cell."""
    costs = {(row, 0): row for row in range(len(first) + 1)} | {
        (0, column): column for column in range(len(second) + 1)
    }
    for row, letter in enumerate(first, start=1):
        for column, other in enumerate(second, start=1):
            costs[row, column] = min(
                costs[row - 1, column] + 1,
                costs[row, column - 1] + 1,
                costs[row - 1, column - 1] + (letter != other),
            )
            if row > 1 and column > 1 and (letter, first[row - 2]) == (second[column - 2], other):
                costs[row, column] = min(costs[row, column], costs[row - 2, column - 2] + 1)
    return costs[len(first), len(second)]


@FEW
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=5))
def test_the_distances_from_every_start_of_a_word_are_those_of_an_edit_by_edit_count(word, others) -> None:
    distances = distances_by_start(word, others)
    expected = [[edits(word[:end], other) for other in others] for end in range(len(word) + 1)]
    assert distances.tolist() == expected


@FEW
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=8, unique=True), st.integers(0, 2), st.integers(0, 4))
def test_every_term_near_a_start_that_leaves_a_short_ending_is_found(word, terms, most, tail) -> None:
    index = LexicalIndex.build((str(number), term) for number, term in enumerate(terms))
    starts = [word[:end] for end in range(max(1, len(word) - tail), len(word) + 1)]
    nearest = {term: min(edits(start, term) for start in starts) for term in terms}
    distances = {similar.term: similar.distance for similar in index.stems_like(word, most, tail)}
    assert distances == {term: far for term, far in nearest.items() if far <= most and begins_alike(term, word)}


def begins_alike(term: str, word: str) -> bool:
    """Tell whether one of the first two bytes is one of the word's."""
    mine, others = term.encode().ljust(2, b"\0")[:2], word.encode().ljust(2, b"\0")[:2]
    return mine[0] in others or mine[1] in others


def test_a_term_that_no_visible_chunk_holds_is_not_found() -> None:
    index = LexicalIndex.build([("seen", "serial"), ("hidden", "serialis")])
    visible = index.mask_of(["seen"])
    assert [similar.term for similar in index.stems_like("serialisation", 1, 7, visible)] == ["serial"]
