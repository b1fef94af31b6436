r"""Makes texts and names from files safe to display by escaping control characters.

A terminal obeys control characters: they can clear the screen, write to the clipboard, or make it answer as if
somebody had typed. Bidirectional marks make ``gpj.exe`` look like ``exe.jpg``. Both become escapes like ``\x1b``.
"""

import re

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IN_LINES = re.compile(f"[{_CONTROLS}]")
_IN_LINE = re.compile(f"[\\n{_CONTROLS}]")


def in_one_line(text: str) -> str:
    """Return a name or a line of text with line ends and control characters escaped; tabs stay."""
    return text if text.isprintable() else _IN_LINE.sub(_escaped, text)


def in_lines(text: str) -> str:
    """Return a text with control characters escaped; line ends and tabs stay."""
    return text if text.isprintable() else _IN_LINES.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")
