"""Typed letters in a name."""

import pytest

from search.letters import matched_letters, word_starts


@pytest.mark.parametrize(
    ("typed", "text", "expected"),
    [
        ("theme", "Path from the tree's root", None),
        ("theme", "Switch theme", (7, 8, 9, 10, 11)),
        ("gtd", "Go to the definition", (0, 3, 10)),
        ("gtf", "Go to the definition", None),
        ("gotdef", "Go to definition", (0, 1, 3, 6, 7, 8)),
        ("cartadd", "CartAddLine", (0, 1, 2, 3, 4, 5, 6)),
        ("cal", "CartAddLine", (0, 1, 7)),
        ("sr", "Search", None),
        ("s/or", "shop/order.py", (0, 4, 5, 6)),
        ("o.py", "order.py", (0, 5, 6, 7)),
        ("add", "badAdd", (3, 4, 5)),
        ("", "anything", ()),
    ],
)
def test_letters_match_in_one_piece_or_at_the_beginnings_of_words(typed, text, expected):
    assert matched_letters(typed, text) == expected


def test_many_equal_words_do_not_make_matching_slow():
    assert matched_letters("ab" * 20 + "x", "_".join(["ab"] * 40)) is None


def test_words_begin_at_signs_after_them_and_at_capitals():
    assert word_starts("ui/paletteItems_v2.py") == [0, 2, 3, 10, 15, 16, 18, 19]
