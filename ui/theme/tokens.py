"""Colour tokens of the themes; amber means words, violet means meaning, blue means "you".

Teal means structure, rose history and green the reader, in the bar of a score.

`LIGHT`, `DARK` and `CONTRAST` have the same names. Each pair of a text token and a background that it may be drawn
on has a contrast of at least 4.5:1 (tests/ui/test_theme.py). Colours with alpha are ``#AARRGGBB``, as in Qt.
"""

from functools import cache, lru_cache

from PySide6.QtGui import QColor

from resources.languages import Tile, language_by_extension, languages

LIGHT: dict[str, str] = {
    "window": "#F4F5F7",
    "surface": "#FFFFFF",
    "sunken": "#F7F8FA",
    "raised": "#FFFFFF",
    "hover": "#EEF1F5",
    "pressed": "#E3E7ED",
    "border": "#DFE3E8",
    "border_strong": "#C5CBD4",
    "border_input": "#818A98",
    "text": "#171B22",
    "text2": "#49525F",
    "text3": "#626C7A",
    "disabled": "#9AA3AF",
    "accent": "#0B62C4",
    "accent_hover": "#084E9E",
    "on_accent": "#FFFFFF",
    "accent_soft": "#E3EEFB",
    "sel": "#E6F0FC",
    "sel_inactive": "#ECEEF2",
    "kw": "#C87800",
    "kw_text": "#8A5000",
    "kw_soft": "#FFF3DC",
    "mark": "#FFE29A",
    "mark_text": "#3D2700",
    "line_hit": "#FFF8E6",
    "sem": "#7658F5",
    "structure": "#12848C",
    "history": "#B2487E",
    "reader": "#1A7342",
    "sem_text": "#5A3BD1",
    "sem_soft": "#F0ECFF",
    "danger": "#B3261E",
    "danger_soft": "#FDECEA",
    "warn": "#8A5A00",
    "warn_soft": "#FFF4D9",
    "ok": "#1A7342",
    "ok_soft": "#E5F5EB",
    "track": "#E2E6EB",
    "shadow": "#331A1F29",
    "c_kw": "#9A2393",
    "c_str": "#1A6B33",
    "c_num": "#0A5A9C",
    "c_com": "#626C7A",
    "c_fn": "#1F4FBF",
    "c_cls": "#8A4B00",
    "c_dec": "#7A5B00",
    "c_op": "#49525F",
    "c_bi": "#0B6A78",
    "c_head": "#0B62C4",
}
"""Light theme: token to colour."""

DARK: dict[str, str] = {
    "window": "#16191E",
    "surface": "#1C2026",
    "sunken": "#181B21",
    "raised": "#242931",
    "hover": "#262B33",
    "pressed": "#2E343E",
    "border": "#2D333C",
    "border_strong": "#434B57",
    "border_input": "#717B89",
    "text": "#E7EAEF",
    "text2": "#B1B9C5",
    "text3": "#929CAA",
    "disabled": "#5F6875",
    "accent": "#64ABFF",
    "accent_hover": "#8BC1FF",
    "on_accent": "#08172A",
    "accent_soft": "#1B3250",
    "sel": "#20344F",
    "sel_inactive": "#282D35",
    "kw": "#E8A43A",
    "kw_text": "#F3BC63",
    "kw_soft": "#3A2C14",
    "mark": "#6B4E12",
    "mark_text": "#FFEBC2",
    "line_hit": "#2A2519",
    "sem": "#9A85FF",
    "structure": "#4FC3CB",
    "history": "#E58BB8",
    "reader": "#6FD39B",
    "sem_text": "#B9AAFF",
    "sem_soft": "#2B2650",
    "danger": "#FF8A80",
    "danger_soft": "#431F1E",
    "warn": "#F0BE5A",
    "warn_soft": "#3A2E14",
    "ok": "#6FD39B",
    "ok_soft": "#17352A",
    "track": "#333A45",
    "shadow": "#99000000",
    "c_kw": "#E08CE0",
    "c_str": "#8FD19E",
    "c_num": "#7CC4FF",
    "c_com": "#8791A0",
    "c_fn": "#8CB4FF",
    "c_cls": "#F0B878",
    "c_dec": "#D9C06A",
    "c_op": "#B1B9C5",
    "c_bi": "#6CCFDB",
    "c_head": "#64ABFF",
}
"""Dark theme: token to colour."""

CONTRAST: dict[str, str] = DARK | {
    **dict.fromkeys(("window", "surface", "sunken", "raised", "line_hit"), "#000000"),
    **dict.fromkeys(("border", "border_strong", "border_input", "text", "text2", "text3"), "#FFFFFF"),
    **dict.fromkeys(("hover", "pressed", "sel_inactive"), "#1F1F1F"),
    **dict.fromkeys(("kw_soft", "sem_soft", "accent_soft", "danger_soft", "warn_soft", "ok_soft"), "#000000"),
    "disabled": "#B0B0B0",
    "track": "#4A4A4A",
    "accent": "#6FD6FF",
    "accent_hover": "#B5EAFF",
    "on_accent": "#000000",
    "sel": "#002B3F",
    "kw": "#FFB000",
    "kw_text": "#FFC94D",
    "mark": "#FFE600",
    "mark_text": "#000000",
    "sem": "#B9A5FF",
    "structure": "#5CE1EA",
    "history": "#FFA6CF",
    "reader": "#7CFFB2",
    "sem_text": "#D6C9FF",
    "danger": "#FFB3AD",
    "warn": "#FFD24D",
    "ok": "#7CFFB2",
    "c_kw": "#FFB3FF",
    "c_fn": "#B3D2FF",
    "c_head": "#9BD4FF",
    "c_com": "#D0D0D0",
    "c_op": "#FFFFFF",
}
"""High contrast: white on black, 7:1 and more; outlines where the other themes have filled backgrounds."""

TEXT_TOKENS = (
    "text",
    "text2",
    "text3",
    "accent",
    "kw_text",
    "sem_text",
    "danger",
    "warn",
    "ok",
)
"""Colours of texts on any of `BACKGROUND_TOKENS`."""

CODE_TOKENS = tuple(name for name in LIGHT if name.startswith("c_"))
"""Colours of code."""

BACKGROUND_TOKENS = ("window", "surface", "sunken", "raised", "hover", "sel", "sel_inactive")
"""Backgrounds of texts."""

_OTHER_TILE = Tile("", "#666677", "#556070", "#B0B8C4")
"""The tile of files whose language has no colour of its own."""

_TILE_LETTERS = 3
_TILE_ALPHA = {False: 0.13, True: 0.26}
"""Opacity of the base colour in the background of a tile: light, dark."""


class _Active:
    """The active theme; painting code reads it through `c`."""

    dark = False
    contrast = False


def _table() -> dict[str, str]:
    if _Active.contrast:
        return CONTRAST
    return DARK if _Active.dark else LIGHT


@cache
def _color(colour: str) -> QColor:
    return QColor(colour)


def c(name: str) -> QColor:
    """Return the colour of a token in the active theme; do not change the returned object."""
    return _color(_table()[name])


def css(name: str) -> str:
    """Return the colour of a token in the active theme in the syntax of style sheets."""
    return _table()[name]


def is_dark() -> bool:
    """Return whether the dark theme is active."""
    return _Active.dark


def theme_in_use() -> tuple[bool, bool]:
    """Return a key of the active theme."""
    return _Active.dark, _Active.contrast


def activate(*, dark: bool, contrast: bool = False) -> None:
    """Set the theme of `c` and `css`; `ui.theme.palette.apply` also restyles the application.

    High contrast is a dark theme.
    """
    _Active.dark, _Active.contrast = dark or contrast, contrast


def tile(ext: str) -> tuple[str, QColor, QColor]:
    """Return letters, background and letter colour of the tile for files with this extension.

    ``ext`` may have a leading dot. Unknown extensions show their first three letters. Do not change the colours.
    """
    key = ext.lower().lstrip(".")
    return _tile(key, _Active.dark)


@lru_cache(maxsize=256)
def _tile(key: str, dark: bool) -> tuple[str, QColor, QColor]:  # noqa: FBT001 -- part of the key
    language = languages().get(language_by_extension().get(key, ""))
    described = (language.tile if language is not None else None) or _OTHER_TILE
    background = QColor(described.base)
    background.setAlphaF(_TILE_ALPHA[dark])
    letters = described.letters or key[:_TILE_LETTERS] or "txt"
    return letters, background, QColor(described.dark if dark else described.light)
