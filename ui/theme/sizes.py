"""Spacing, radii and control heights in device-independent pixels at a text scale of 100 %."""

PANE_PADDING = 16
"""Space at the left and right edge of a pane."""

GAP = 8
"""Space between two controls."""

RADIUS_MARK = 3
RADIUS_BADGE = 4
RADIUS_CHIP = 5
RADIUS_CARD = 6
RADIUS_SEGMENTS = 7
RADIUS_FIELD = 8
RADIUS_POPUP = 12

BUTTON = 32
TOOL_BUTTON = 28
INPUT = 28
SEGMENTS = 28
MODE_SEGMENTS = 36
CHIP = 24
SEARCH_FIELD = 42
PANE_HEADER = 40
TOP_BAR = 60
TUNING_STRIP = 44
STATUS_BAR = 30

MIN_WINDOW = (960, 600)
LOW_WINDOW = (MIN_WINDOW[0], 480)
"""Least size where the screen has no more room; 1366x768 at a scale of 125 % leaves 535 pixels of height."""
FILTERS_FROM = 1080
"""Window width from which the filters have a column; in a narrower window they open over the results."""
SIDE_BY_SIDE_FROM = 840
"""Window width from which the right pane is beside the results; larger text may leave less room."""
MIN_SCALE, MAX_SCALE = 80, 160
"""Range of the text scale in percent in Settings, Appearance."""


class _Scale:
    percent = 100


def scaled(px: float) -> int:
    """Return a length at the chosen text scale, rounded to whole pixels; for heights of lines of text."""
    return round(px * _Scale.percent / 100)


def scale_percent() -> int:
    """Return the chosen text scale in percent."""
    return _Scale.percent


def set_scale_percent(percent: int) -> None:
    """Set the text scale; values outside 80 to 160 are moved to the nearest end."""
    _Scale.percent = max(MIN_SCALE, min(MAX_SCALE, percent))


def room_at_100(width: int) -> int:
    """Return the width in which as much of the usual text has room; smaller text makes no control narrower."""
    return width * 100 // max(100, scale_percent())
