"""The layout that all prompts have: a title, what it is about, and buttons at the right below it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.theme import sizes
from ui.widgets.text import Text

USUAL_WIDTH = 440


def lay_out(
    prompt: QWidget,
    title: str,
    parts: Sequence[QWidget],
    buttons: Sequence[QWidget],
    *,
    apart: Sequence[QWidget] = (),
    width: int = USUAL_WIDTH,
) -> None:
    """Put the parts of a prompt below its title and the buttons at its foot, and set its size accordingly.

    Args:
        prompt: gets the layout.
        title: shown above everything else.
        parts: from top to bottom.
        buttons: at the right of the foot.
        apart: buttons at the left of the foot.
        width: in pixels at a text scale of 100 %; the height follows from it.
    """
    column = QVBoxLayout(prompt)
    column.setContentsMargins(24, 20, 24, 16)
    column.setSpacing(10)
    heading = Text(title, 15, 600)
    heading.setWordWrap(True)
    for part in (heading, *parts):
        column.addWidget(part)
    foot = QHBoxLayout()
    for button in apart:
        foot.addWidget(button)
    foot.addStretch(1)
    for button in buttons:
        foot.addWidget(button)
    column.addLayout(foot)
    scaled = sizes.scaled(width)
    prompt.setFixedSize(scaled, column.totalHeightForWidth(scaled))
