"""What ``dowse doctor`` says of one thing that it looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``text`` holds the remedy where it is not well."""

    name: str
    well: bool
    text: str
