"""Fonts of the bundled families, created once and cached.

Creating a `QFont` costs more than drawing a word with it, so that paint code must use `font`.
"""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from resources.locate import resource
from ui.theme.sizes import scale_percent

TEXT_FAMILY = "Inter"
MONO_FAMILY = "JetBrains Mono"
_FILES = (
    ("inter", ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf")),
    ("jetbrains-mono", ("JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf", "JetBrainsMono-Italic.ttf")),
)


class _Choice:
    system = False


def load_fonts() -> None:
    """Register the bundled fonts with the running application.

    Raises:
        FileNotFoundError: a font file is missing from the installation.
    """
    for folder, names in _FILES:
        for name in names:
            QFontDatabase.addApplicationFont(str(resource("fonts", folder, name)))


def use_system_fonts(*, system: bool) -> None:
    """Choose between the bundled families and those of the system."""
    _Choice.system = system
    forget_fonts()


def forget_fonts() -> None:
    """Clear the cache of fonts, after the scale or the family has changed."""
    _font.cache_clear()


def fonts_in_use() -> tuple[bool, int]:
    """Return a key of the fonts in use: whether they are those of the system, and the text scale in percent."""
    return _Choice.system, scale_percent()


def font(px: float, weight: int = 400, *, mono: bool = False, tnum: bool = False, italic: bool = False) -> QFont:
    """Return a font. It is shared by all callers: do not change it.

    Args:
        px: height in pixels at a text scale of 100 %.
        weight: 400, 500, 600 or 700.
        mono: the code font, without ligatures, so that columns equal offsets.
        tnum: figures of equal width, for numbers that change.
        italic: slanted.
    """
    return _font(px, weight, mono, tnum, italic, scale_percent())


@cache
def _font(px: float, weight: int, mono: bool, tnum: bool, italic: bool, percent: int) -> QFont:  # noqa: FBT001  -- cache key
    made = QFont(_family(mono=mono))
    made.setPixelSize(max(1, round(px * percent / 100)))
    made.setWeight(QFont.Weight(weight))
    made.setItalic(italic)
    if mono:
        made.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
        made.setFeature(QFont.Tag("calt"), 0)
        made.setStyleHint(QFont.StyleHint.Monospace)
    else:
        made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if tnum:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


def _family(*, mono: bool) -> str:
    if not _Choice.system:
        return MONO_FAMILY if mono else TEXT_FAMILY
    kind = QFontDatabase.SystemFont.FixedFont if mono else QFontDatabase.SystemFont.GeneralFont
    return QFontInfo(QFontDatabase.systemFont(kind)).family()
