"""The reader's input for a question and a passage; training and the product share these functions."""

from collections.abc import Sequence

QUESTION_TOKENS = 40
"""Tokens of a question that are read, without special tokens; the rest of a longer question is left out."""

SEQUENCE_TOKENS = 192
"""Tokens of question and passage together, special tokens included; the end of a longer passage is left out."""

CLS, SEP = 101, 102
"""Special tokens of the packaged model's vocabulary."""

_PASSAGE_CHARACTERS = 32 * SEQUENCE_TOKENS
"""Characters of a passage that can matter; a chunk may be one line of two megabytes."""


def passage_text(path: str, header_path: str, text: str) -> str:
    """Return the input for a chunk: the path of its file, its header path and its text, each on a new line."""
    return f"{path}\n{header_path}\n{text}"[:_PASSAGE_CHARACTERS]


def pair_tokens(
    question: Sequence[int], passage: Sequence[int], most: int = SEQUENCE_TOKENS
) -> tuple[list[int], list[int]]:
    """Return the token ids and the token types of one sequence: ``[CLS] question [SEP] passage [SEP]``.

    The type is 0 up to the first ``[SEP]`` and 1 after it.

    Args:
        question: token ids without special tokens; at most `QUESTION_TOKENS` are used.
        passage: the same of `passage_text`; as many are used as fit.
        most: tokens of the sequence.
    """
    first = [CLS, *question[:QUESTION_TOKENS], SEP]
    second = [*passage[: most - len(first) - 1], SEP]
    return first + second, [0] * len(first) + [1] * len(second)
