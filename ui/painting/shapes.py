"""Small shapes: language tiles, badges, score bars, check boxes, chevrons."""

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.painting.badge_words import badge_words
from ui.painting.mirror import upright
from ui.painting.text import TextStyle, baseline_for, draw, width
from ui.theme import sizes
from ui.theme.icons import pixmap
from ui.theme.tokens import c, tile

_BADGE = TextStyle(11, 600)
_BADGE_COLOURS = {
    "critical": ("danger", "danger_soft"),
    "deleted": ("danger", "danger_soft"),
    "offline": ("danger", "danger_soft"),
    "cycle": ("danger", "danger_soft"),
    "important": ("warn", "warn_soft"),
    "changed": ("warn", "warn_soft"),
}
"""Text and background colours of badges; all others are ``text2`` on ``hover``."""

BAR_GAP = 1.0
"""Pixels between the two parts of a score bar."""


class Check(IntEnum):
    """State of a painted check box."""

    OFF = 0
    ON = 1
    EXCLUDED = 2


def draw_icon(
    painter: QPainter, name: str, token: str, middle: QPointF, size: int, *, pointing: bool = False
) -> None:
    """Draw an icon centred on ``middle``, sharp at the painter's device pixel ratio.

    A ``pointing`` icon points along the row and is mirrored with it.
    """
    shown = sizes.scaled(size)
    device = painter.device()
    drawn = pixmap(name, token, shown, device.devicePixelRatio() if device is not None else 1.0)
    corner = QPointF(round(middle.x() - shown / 2), round(middle.y() - shown / 2))
    if pointing:
        painter.drawPixmap(corner, drawn)
    else:
        with upright(painter, corner.x(), corner.x() + shown):
            painter.drawPixmap(corner, drawn)


def draw_tile(painter: QPainter, ext: str, box: QRectF) -> None:
    """Draw the letters that stand for a language on their tinted square."""
    letters, background, ink = tile(ext)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(background)
    painter.drawRoundedRect(box, sizes.RADIUS_CHIP, sizes.RADIUS_CHIP)
    style = TextStyle(9 if len(letters) > 2 else 10, 700)
    painter.setFont(style.font())
    painter.setPen(ink)
    x = box.center().x() - width(style, letters) / 2
    with upright(painter, box.left(), box.right()):
        painter.drawText(QPointF(x, baseline_for(style, box.center().y())), letters)


def badge_width(word: str) -> float:
    """Return the width of a badge in the language of the window."""
    return width(_BADGE, badge_words(word)) + sizes.scaled(12)


def draw_badge(painter: QPainter, word: str, x: float, middle: float, icon: str = "") -> float:
    """Draw a badge at ``x`` in the language of the window, and return where it ends."""
    ink, background = _BADGE_COLOURS.get(word, ("text2", "hover"))
    room = sizes.scaled(14) if icon else 0
    height = sizes.scaled(17)
    box = QRectF(x, middle - height / 2, badge_width(word) + room, height)
    rounded(painter, box, sizes.RADIUS_BADGE, c(background))
    if icon:
        draw_icon(painter, icon, ink, QPointF(x + sizes.scaled(11), middle), 12)
    draw(painter, _BADGE, x + sizes.scaled(6) + room, baseline_for(_BADGE, middle), badge_words(word), ink)
    return box.right()


def rounded(painter: QPainter, box: QRectF, radius: float, fill: QColor, line: QPen | None = None) -> None:
    """Fill a rounded rectangle, with an outline if ``line`` is given."""
    painter.setPen(line if line is not None else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(fill)
    painter.drawRoundedRect(box, radius, radius)


def fill_to_the_edge(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Fill whole device pixels, so that there is no gap between two boxes that touch inside of a device pixel."""
    soft = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.fillRect(box, colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=soft)


def draw_score_bar(painter: QPainter, box: QRectF, segments: Sequence[tuple[str, float]]) -> None:
    """Draw segments on a track, the first at the left: each has a colour token and its share of the track, 0..1.

    Together they are as long as the sum of the shares.
    """
    with upright(painter, box.left(), box.right()):
        _draw_bar(painter, box, segments)


def _draw_bar(painter: QPainter, box: QRectF, segments: Sequence[tuple[str, float]]) -> None:
    total = max(1.0, sum(share for _, share in segments))
    rounded(painter, box, box.height() / 2, c("track"))
    start = box.left()
    for token, share in segments:
        width = box.width() * share / total
        if width < BAR_GAP:
            continue
        if start == box.left():
            _draw_first(painter, box, width, c(token))
        else:
            painter.fillRect(QRectF(start + BAR_GAP, box.top(), width - BAR_GAP, box.height()), c(token))
        start += width


def _draw_first(painter: QPainter, box: QRectF, width: float, colour: QColor) -> None:
    """Draw the segment at the left, whose left end is round."""
    half = min(box.height() / 2, width / 2)
    rounded(painter, QRectF(box.left(), box.top(), width, box.height()), half, colour)
    painter.fillRect(QRectF(box.left() + width - half, box.top(), half, box.height()), colour)


def draw_check_box(painter: QPainter, box: QRectF, state: Check) -> None:
    """Draw a check box: empty, checked, or the red box with a minus of an exclusion."""
    with upright(painter, box.left(), box.right()):
        _draw_box(painter, box, state)


def _draw_box(painter: QPainter, box: QRectF, state: Check) -> None:
    ink = {Check.OFF: "border_input", Check.ON: "accent", Check.EXCLUDED: "danger"}[state]
    fill = {Check.OFF: "surface", Check.ON: "accent", Check.EXCLUDED: "danger_soft"}[state]
    unit = box.width() / 14  # at a text scale of 100 %
    inside = box.adjusted(0.6, 0.6, -0.6, -0.6)
    rounded(painter, inside, min(sizes.RADIUS_BADGE, sizes.RADIUS_BADGE * unit), c(fill), QPen(c(ink), 1.2))
    middle = box.center()
    if state is Check.ON:
        pen = QPen(c("on_accent"), 1.7)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPolyline(
            [
                middle + QPointF(-3.4 * unit, 0.2 * unit),
                middle + QPointF(-1.0 * unit, 2.6 * unit),
                middle + QPointF(3.4 * unit, -2.6 * unit),
            ]
        )
    elif state is Check.EXCLUDED:
        painter.setPen(QPen(c("danger"), 1.6))
        painter.drawLine(middle - QPointF(box.width() / 4, 0), middle + QPointF(box.width() / 4, 0))


def draw_chevron(painter: QPainter, middle: QPointF, *, opened: bool) -> None:
    """Draw the chevron of a row that can be collapsed."""
    draw_icon(painter, "chevron-down" if opened else "chevron-right", "text3", middle, 12, pointing=True)
