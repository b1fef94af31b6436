r"""Texts and names from files as a person may see them: signs that would act instead of being seen are spelt.

A terminal obeys control characters: it can be told to clear the screen, to write into the clipboard, to answer as
if somebody had typed. Marks of writing direction make ``gpj.exe`` look like ``exe.jpg``. Both become ``\x1b``.
"""

import re

_ACTING = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IN_LINES = re.compile(f"[{_ACTING}]")
_IN_LINE = re.compile(f"[\\n{_ACTING}]")


def in_one_line(text: str) -> str:
    """Return a name or a line of text with line ends and all that would act spelt; tabs stay."""
    return text if text.isprintable() else _IN_LINE.sub(_spelt, text)


def in_lines(text: str) -> str:
    """Return a text with all that would act spelt; line ends and tabs stay."""
    return text if text.isprintable() else _IN_LINES.sub(_spelt, text)


def _spelt(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")
