"""Paints the row of a file: tile, name, badges and folder, and over them rank and score.

Rank and score are separate because they change while the slider moves.
"""

from dataclasses import dataclass

from msgspec import structs
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from search.types.results import FileHit
from ui.i18n.language import counted, with_hundredths
from ui.painting.shapes import badge_width, draw_badge, draw_score_bar, draw_tile, fill_to_the_edge
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, elided_right, width
from ui.panels.results.rows import Nearness
from ui.panels.results.sentences import border_label, is_listed, name_and_folder, state_line
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_RANK = TextStyle(12, 500, "text3", tnum=True)
_MOVED = TextStyle(11, 600, "ok", tnum=True)
_NAME = TextStyle(14, 600)
_REPOSITORY = TextStyle(12, 500, "text2")
_FOLDER = TextStyle(12, 400, "text3")
_REASON = TextStyle(12, 400, "text2")
_SCORE = TextStyle(13, 600, tnum=True)
_COUNT = TextStyle(12, 400, "text3", tnum=True)
_HEADINGS = {
    Nearness.MEANING: TextStyle(12, 600, "sem_text"),
    Nearness.WORDS: TextStyle(12, 600, "kw_text"),
}

PART_TOKENS = ("kw", "sem", "structure", "history", "reader")
"""Colours of the segments of a score bar, in the order of `Parts`."""

RULE_WIDTH = 3
TEXT_X = 80
RIGHT = 16
BAR = (80, 6)
SCORE_WIDTH = 36
DIMMED = 0.55
"""Opacity of a deleted file."""


@dataclass(frozen=True, slots=True)
class FileLook:
    """How the row of a file is painted.

    Attributes:
        background: colour token.
        ruled: whether the selection rule is drawn at the left.
        repository: the name that the user gave the repository.
        dimmed: whether the file was deleted.
        separator: whether a hairline is drawn at the top.
    """

    background: str
    ruled: bool
    repository: str
    badges: tuple[str, ...]
    dimmed: bool = False
    separator: bool = True

    @property
    def opacity(self) -> float:
        """Return the opacity of everything on the background."""
        return DIMMED if self.dimmed else 1.0


@dataclass(frozen=True, slots=True)
class ScoreLook:
    """How rank and score of a file are painted.

    Attributes:
        moved: ranks gained (positive) or lost.
        moved_opacity: 0..1; fades out at the end.
        opacity: opacity of the row.
    """

    moved: int = 0
    moved_opacity: float = 1.0
    opacity: float = 1.0


def bar_box(row: QRectF) -> QRectF:
    """Return the rectangle of the score bar in a row."""
    wide, high = scaled(BAR[0]), scaled(BAR[1])
    right = row.right() - scaled(RIGHT) - scaled(SCORE_WIDTH)
    return QRectF(right - wide, row.top() + scaled(17), wide, high)


def paint_heading(painter: QPainter, row: QRectF, near_by: Nearness) -> None:
    """Paint "By meaning" between two lines: files below it are near and do not hold what was typed."""
    painter.fillRect(row, c("sunken"))
    for y in (row.top(), row.bottom() - 1):
        painter.fillRect(QRectF(row.left(), y, row.width(), 1), c("border"))
    style = _HEADINGS[near_by]
    draw(painter, style, row.left() + scaled(46), baseline_for(style, row.center().y()), border_label(near_by))


def paint_file(painter: QPainter, row: QRectF, file: FileHit, look: FileLook) -> None:
    """Paint the parts of a row that do not depend on the rank; the background is already painted."""
    if look.separator:
        hairline = QRectF(row.left() + scaled(46), row.top(), row.width() - scaled(46) - scaled(RIGHT), 1)
        painter.fillRect(hairline, c("hover"))
    if look.ruled:
        fill_to_the_edge(painter, QRectF(row.left(), row.top(), RULE_WIDTH, row.height()), c("accent"))
    painter.setOpacity(look.opacity)
    tile = QRectF(row.left() + scaled(46), row.top() + scaled(16), scaled(24), scaled(24))
    draw_tile(painter, name_and_folder(file.path)[0].rpartition(".")[2], tile)
    chunks = counted(file.chunk_count, "{n} chunk", "{n} chunks")
    draw_right(painter, _COUNT, row.right() - scaled(RIGHT), row.top() + scaled(42), chunks)
    _paint_name(painter, row, file, look, chunks)


def paint_scores(painter: QPainter, row: QRectF, file: FileHit, look: ScoreLook) -> None:
    """Paint rank and score of a file over the other parts of its row; a listed file has no score."""
    painter.setOpacity(look.opacity)
    if not is_listed(file):
        bar = bar_box(row)
        draw_score_bar(painter, bar, list(zip(PART_TOKENS, structs.astuple(file.parts), strict=True)))
        right = row.right() - scaled(RIGHT)
        draw_right(
            painter, _SCORE, right, baseline_for(_SCORE, bar.center().y()), with_hundredths(file.rank_score)
        )
    _paint_rank(painter, row, file.rank, look)


def _paint_rank(painter: QPainter, row: QRectF, rank: int, look: ScoreLook) -> None:
    right = row.left() + scaled(34)
    middle = row.top() + scaled(19 if look.moved else 28)
    draw_right(painter, _RANK, right, baseline_for(_RANK, middle), f"{rank}")
    if not look.moved:
        return
    up = look.moved > 0
    arrow = "\N{BLACK UP-POINTING TRIANGLE}" if up else "\N{BLACK DOWN-POINTING TRIANGLE}"
    painter.setOpacity(look.moved_opacity)
    baseline = baseline_for(_MOVED, row.top() + scaled(36))
    draw_right(painter, _MOVED, right, baseline, f"{arrow}{abs(look.moved)}", "ok" if up else "text3")


def _paint_name(painter: QPainter, row: QRectF, file: FileHit, look: FileLook, chunks: str) -> None:
    """Paint name, badges, repository and folder, left of the bar, and why a listed file is not indexed."""
    right = bar_box(row).left() - scaled(16)
    name, folder = name_and_folder(file.path)
    left, badges = row.left() + scaled(TEXT_X), look.badges
    badges_width = (
        sum(badge_width(badge) for badge in badges) + scaled(5) * len(badges) + (scaled(3) if badges else 0)
    )
    baseline = row.top() + scaled(24)
    end = draw(painter, _NAME, left, baseline, elided_middle(_NAME, name, right - left - badges_width))
    x = end + scaled(8)
    for badge in badges:
        x = draw_badge(painter, badge, x, row.top() + scaled(19.5)) + scaled(5)
    below = row.top() + scaled(42)
    end = draw(painter, _REPOSITORY, left, below, elided_middle(_REPOSITORY, look.repository, right - left))
    if folder:
        gap = width(_FOLDER, "  ")
        end = draw(painter, _FOLDER, end + gap, below, elided_middle(_FOLDER, folder, right - end - gap))
    if reason := state_line(file):
        gap = width(_FOLDER, "  ")
        end_of_row = row.right() - scaled(RIGHT) - width(_COUNT, chunks) - scaled(16)  # there is no bar above
        draw(painter, _REASON, end + gap, below, elided_right(_REASON, reason, end_of_row - end - gap))
