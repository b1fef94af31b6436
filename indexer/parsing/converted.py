"""The result of converting a document."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Converted:
    """The text of a document, and why it stops early; empty when it is whole."""

    text: str
    truncated: str = ""
