"""Finding a plain text in a file, without regard to case. Pure."""

from ui.panels.preview.matches import Match

MOST_FINDS = 5_000
"""Finds after which one stops looking: marking more tells nothing and costs time."""


def plain_matches(text: str, wanted: str) -> tuple[Match, ...]:
    """Return where ``wanted`` (without line breaks, not empty) stands, at most `MOST_FINDS`."""
    needle = wanted.lower()
    found: list[Match] = []
    for number, line in enumerate(text.split("\n")):
        place = line.lower().find(needle)
        while place >= 0 and len(found) < MOST_FINDS:
            found.append(Match(number, place, place + len(needle)))
            place = line.lower().find(needle, place + len(needle))
    return tuple(found)
