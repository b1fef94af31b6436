"""What the reader sees of a question and a passage."""

from search.embedding.reader_input import QUESTION_TOKENS, SEQUENCE_TOKENS, pair_tokens, passage_text


def test_a_passage_begins_with_its_path_and_its_headers() -> None:
    assert passage_text("src/a.py", "Cart > add", "def add():\n    ...") == (
        "src/a.py\nCart > add\ndef add():\n    ..."
    )


def test_a_line_of_two_megabytes_is_cut() -> None:
    assert len(passage_text("a.js", "", "x" * 2_000_000)) < 10_000


def test_question_and_passage_are_one_sequence_of_two_types() -> None:
    assert pair_tokens([7, 8], [9]) == ([101, 7, 8, 102, 9, 102], [0, 0, 0, 0, 1, 1])


def test_a_long_question_leaves_room_for_a_long_passage() -> None:
    tokens, types = pair_tokens([7] * 5000, [9] * 5000)
    assert len(tokens) == len(types) == SEQUENCE_TOKENS
    assert tokens.count(7) == QUESTION_TOKENS
    assert tokens[-1] == 102


def test_an_empty_passage_is_a_sequence_too() -> None:
    assert pair_tokens([], []) == ([101, 102, 102], [0, 0, 1])
