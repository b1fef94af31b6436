"""Painting a file's row: rank, tile, name, badges, place, score."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from search.types.results import FileHit
from ui.language import counted
from ui.painting.shapes import badge_width, draw_badge, draw_score_bar, draw_tile
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, width
from ui.results.sentences import name_and_folder
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_RANK = TextStyle(12, 500, "text3", tnum=True)
_MOVED = TextStyle(11, 600, "ok", tnum=True)
_NAME = TextStyle(14, 600)
_REPOSITORY = TextStyle(12, 500, "text2")
_FOLDER = TextStyle(12, 400, "text3")
_SCORE = TextStyle(13, 600, tnum=True)
_COUNT = TextStyle(12, 400, "text3", tnum=True)

RULE_WIDTH = 3
TEXT_X = 80
RIGHT = 16
BAR = (80, 6)
SCORE_WIDTH = 36


@dataclass(frozen=True, slots=True)
class FileLook:
    """How a file's row is to be painted.

    Attributes:
        background: colour token.
        ruled: whether the selection rule is drawn at the left.
        repository: what the person calls it.
        dimmed: the file is gone.
        moved: ranks gained (positive) or lost.
        moved_opacity: 0..1; fades out at the end.
        separator: whether a hairline stands at the top.
    """

    background: str
    ruled: bool
    repository: str
    badges: tuple[str, ...]
    weight: float
    moved: int = 0
    moved_opacity: float = 1.0
    dimmed: bool = False
    separator: bool = True


def bar_box(row: QRectF) -> QRectF:
    """Return where the score bar of a row stands."""
    wide, high = scaled(BAR[0]), scaled(BAR[1])
    right = row.right() - scaled(RIGHT) - scaled(SCORE_WIDTH)
    return QRectF(right - wide, row.top() + scaled(17), wide, high)


def paint_file(painter: QPainter, row: QRectF, file: FileHit, look: FileLook) -> None:
    """Paint the whole row on its background, which is there."""
    if look.separator:
        hairline = QRectF(row.left() + scaled(46), row.top(), row.width() - scaled(46) - scaled(RIGHT), 1)
        painter.fillRect(hairline, c("hover"))
    if look.ruled:
        painter.fillRect(QRectF(row.left(), row.top(), RULE_WIDTH, row.height()), c("accent"))
    if look.dimmed:
        painter.setOpacity(0.55)
    _paint_rank(painter, row, file.rank, look)
    tile = QRectF(row.left() + scaled(46), row.top() + scaled(16), scaled(24), scaled(24))
    draw_tile(painter, name_and_folder(file.path)[0].rpartition(".")[2], tile)
    bar = bar_box(row)
    _paint_score(painter, row, file, bar, look.weight)
    _paint_name(painter, row, file, look, bar.left() - scaled(16))
    painter.setOpacity(1.0)


def _paint_rank(painter: QPainter, row: QRectF, rank: int, look: FileLook) -> None:
    right = row.left() + scaled(34)
    middle = row.top() + scaled(19 if look.moved else 28)
    draw_right(painter, _RANK, right, baseline_for(_RANK, middle), f"{rank}")
    if not look.moved:
        return
    arrow, token = (
        ("\N{BLACK UP-POINTING TRIANGLE}", "ok")
        if look.moved > 0
        else (
            "\N{BLACK DOWN-POINTING TRIANGLE}",
            "text3",
        )
    )
    painter.setOpacity(look.moved_opacity)
    baseline = baseline_for(_MOVED, row.top() + scaled(36))
    draw_right(painter, _MOVED, right, baseline, f"{arrow}{abs(look.moved)}", token)
    painter.setOpacity(1.0)


def _paint_score(painter: QPainter, row: QRectF, file: FileHit, bar: QRectF, weight: float) -> None:
    right = row.right() - scaled(RIGHT)
    draw_score_bar(painter, bar, (1 - weight) * file.keyword, weight * file.semantic)
    draw_right(painter, _SCORE, right, baseline_for(_SCORE, bar.center().y()), f"{file.score:.2f}")
    draw_right(
        painter, _COUNT, right, row.top() + scaled(42), counted(file.chunk_count, "{n} chunk", "{n} chunks")
    )


def _paint_name(painter: QPainter, row: QRectF, file: FileHit, look: FileLook, right: float) -> None:
    name, folder = name_and_folder(file.path)
    left, badges = row.left() + scaled(TEXT_X), look.badges
    taken = sum(badge_width(badge) for badge in badges) + scaled(5) * len(badges) + (scaled(3) if badges else 0)
    baseline = row.top() + scaled(24)
    end = draw(painter, _NAME, left, baseline, elided_middle(_NAME, name, right - left - taken))
    x = end + scaled(8)
    for badge in badges:
        x = draw_badge(painter, badge, x, row.top() + scaled(19.5)) + scaled(5)
    below = row.top() + scaled(42)
    end = draw(painter, _REPOSITORY, left, below, elided_middle(_REPOSITORY, look.repository, right - left))
    if folder:
        gap = width(_FOLDER, "  ")
        draw(painter, _FOLDER, end + gap, below, elided_middle(_FOLDER, folder, right - end - gap))
