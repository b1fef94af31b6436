"""The result of converting a document."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Converted:
    """The text of a document, and why it stops early; empty when it is whole."""

    text: str
    truncated: str = ""


_LIKE_A_HEADING = re.compile(r"^(?=#{1,6} )", re.MULTILINE)


def without_headings(text: str) -> str:
    """Return text that a person wrote, in which a line such as ``# apt update`` is no heading."""
    return _LIKE_A_HEADING.sub(" ", text)
