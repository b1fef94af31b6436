"""Colours, fonts, icons and switching between themes."""

import itertools
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QGuiApplication, QImage, QPainter, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from resources.locate import resource
from ui.theme import tokens
from ui.theme.appearance import Appearance
from ui.theme.curtain import Curtain
from ui.theme.fonts import font
from ui.theme.icons import icon, pixmap
from ui.theme.palette import apply
from ui.theme.scheme import ThemeChoice, wants_contrast, wants_dark
from ui.theme.stylesheet import style_sheet
from ui.theme.tokens import BACKGROUND_TOKENS, CODE_TOKENS, CONTRAST, DARK, LIGHT, TEXT_TOKENS, c, tile
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.text import Text

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=["light", "dark", "contrast"])
ON_OWN_GROUND = (
    ("on_accent", "accent"),
    ("accent", "accent_soft"),
    ("text2", "accent_soft"),
    ("kw_text", "kw_soft"),
    ("sem_text", "sem_soft"),
    ("danger", "danger_soft"),
    ("warn", "warn_soft"),
    ("ok", "ok_soft"),
    ("mark_text", "mark"),
)
CODE_GROUNDS = ("surface", "sunken", "line_hit")


def contrast(first: str, second: str) -> float:
    """Contrast ratio of WCAG 2.1."""

    def luminance(colour: str) -> float:
        parts = [QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF()]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_both_themes_hold_the_same_tokens():
    assert list(LIGHT) == list(DARK)


@THEMES
def test_every_text_can_be_read_on_every_ground(theme: dict[str, str]):
    pairs = [*itertools.product(TEXT_TOKENS, BACKGROUND_TOKENS), *ON_OWN_GROUND]
    pairs += itertools.product(CODE_TOKENS, CODE_GROUNDS)
    weak = {pair: contrast(theme[pair[0]], theme[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


def test_high_contrast_is_seven_to_one():
    pairs = itertools.product((*TEXT_TOKENS, *CODE_TOKENS), BACKGROUND_TOKENS)
    ratios = {pair: contrast(CONTRAST[pair[0]], CONTRAST[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < 7} == {}


def test_high_contrast_comes_by_choice_or_from_the_system(themed: QApplication):
    assert wants_contrast(ThemeChoice.CONTRAST, lambda: False)
    assert wants_contrast(ThemeChoice.SYSTEM, lambda: True)
    assert not wants_contrast(ThemeChoice.DARK, lambda: True)
    Appearance().set_theme(ThemeChoice.CONTRAST)
    assert c("surface") == QColor("#000000")
    apply(dark=False)
    assert c("surface") == QColor(LIGHT["surface"])


@THEMES
def test_outlines_of_inputs_can_be_seen(theme: dict[str, str]):
    assert contrast(theme["border_input"], theme["surface"]) >= 3


def test_another_theme_or_scale_has_the_same_style_sheet(themed: QApplication):
    apply(dark=True)
    dark = themed.styleSheet()
    apply(dark=False)
    assert themed.styleSheet() == dark
    Appearance(themed).set_scale(160)
    assert style_sheet() == themed.styleSheet() == dark
    assert "$" not in dark
    assert {name for theme in (LIGHT, DARK, CONTRAST) for name, value in theme.items() if value in dark} == set()


def test_styled_widgets_follow_the_theme_in_sight_and_out_of_sight(themed: QApplication, qtbot: QtBot):
    apply(dark=False)
    page = QWidget()
    qtbot.addWidget(page)
    seen, hidden = QLineEdit(page), QLineEdit(page)
    hidden.move(0, 60)
    page.show()
    hidden.hide()
    apply(dark=True)
    qtbot.waitUntil(lambda: _ground(seen) == DARK["surface"])
    qtbot.waitUntil(lambda: _ground(hidden) == DARK["surface"])
    qtbot.waitUntil(lambda: page.findChildren(Curtain) == [])


def test_a_window_keeps_its_picture_until_every_part_has_the_other_theme(themed: QApplication, qtbot: QtBot):
    apply(dark=False)
    page = QWidget()
    qtbot.addWidget(page)
    fields = [QLineEdit(page) for _ in range(2)]
    page.show()
    qtbot.waitExposed(page)
    Appearance(themed).set_scale(120)
    [curtain] = page.findChildren(Curtain)
    assert curtain.geometry() == page.rect()
    apply(dark=True)
    assert page.findChildren(Curtain) == [curtain]
    qtbot.waitUntil(lambda: page.findChildren(Curtain) == [])
    assert [_ground(field) for field in fields] == [DARK["surface"]] * 2


def test_icons_change_with_the_theme(themed: QApplication):
    apply(dark=False)
    light = icon("search", "text2").pixmap(16, 16).toImage()
    apply(dark=True)
    assert icon("search", "text2").pixmap(16, 16).toImage() != light


@pytest.mark.parametrize("visibility", [True, False])
def test_buttons_take_the_icons_and_words_of_the_new_theme(themed: QApplication, qtbot: QtBot, visibility: bool):
    apply(dark=False)
    page = QWidget()
    qtbot.addWidget(page)
    row = QHBoxLayout(page)
    parts = (
        IconButton("search", "Search"),
        WordButton("Open", icon_name="external-link"),
        Text("words", token="text2"),
    )
    for part in parts:
        row.addWidget(part)
    page.show()
    for part in parts:
        part.setVisible(visibility)
    apply(dark=True)
    qtbot.waitUntil(lambda: page.findChildren(Curtain) == [])
    for part in parts:
        part.show()
        qtbot.waitUntil(lambda part=part: DARK["text2"].lower() in _colours(part))
        assert LIGHT["text2"].lower() not in _colours(part)


def _colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_every_icon_that_ships_can_be_drawn(themed: QApplication):
    for file in sorted(resource("icons").glob("*.svg")):
        drawn = pixmap(file.stem, "text", 16).toImage()
        inked = [drawn.pixelColor(x, y).alpha() for x in range(16) for y in range(16)]
        assert max(inked) > 100, file.stem


def test_bundled_fonts_are_used_and_made_once(themed: QApplication):
    assert QFontInfo(font(13)).family() == "Inter"
    assert QFontInfo(font(13, mono=True)).family() == "JetBrains Mono"
    assert font(13, 600, tnum=True) is font(13, 600, tnum=True)


def test_text_grows_with_the_scale(themed: QApplication):
    before = font(13).pixelSize()
    Appearance(themed).set_scale(160)
    assert font(13).pixelSize() == round(before * 1.6)


@pytest.mark.parametrize(
    ("choice", "system", "dark"),
    [
        (ThemeChoice.SYSTEM, True, True),
        (ThemeChoice.SYSTEM, False, False),
        (ThemeChoice.SYSTEM, None, False),
        (ThemeChoice.LIGHT, True, False),
        (ThemeChoice.DARK, False, True),
    ],
)
def test_the_own_choice_comes_before_the_systems(choice: ThemeChoice, system: bool | None, dark: bool):
    assert wants_dark(choice, lambda: system) is dark


def test_the_window_follows_the_system_while_it_runs(themed: QApplication):
    listed = [False]
    appearance = Appearance(themed, read_system=lambda: listed[0])
    appearance.set_theme(ThemeChoice.SYSTEM)
    assert not tokens.is_dark()
    listed[0] = True
    themed.styleHints().colorSchemeChanged.emit(themed.styleHints().colorScheme())
    assert tokens.is_dark()


def test_the_window_follows_the_contrast_of_the_system_while_it_runs(themed: QApplication):
    wanted = [False]
    appearance = Appearance(themed, read_system=lambda: False, read_contrast=lambda: wanted[0])
    appearance.set_theme(ThemeChoice.SYSTEM)
    assert c("window") == QColor(LIGHT["window"])
    wanted[0] = True
    hints = QGuiApplication.styleHints()
    hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert c("window") == QColor(CONTRAST["window"])
    appearance.set_theme(ThemeChoice.DARK)
    hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert c("window") == QColor(DARK["window"])


def test_tiles_show_letters_of_any_extension(themed: QApplication):
    assert tile(".PY")[0] == "py"
    assert tile("yaml")[0] == "yml"
    assert tile("kotlin")[0] == "kot"
    assert tile("")[0] == "txt"


def test_painting_does_not_use_up_references(themed: QApplication):
    """PySide6 6.12 on Python 3.11 drops a reference to None with each call and aborts after a few thousand."""
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    pen = QPen(c("text"))
    before = sys.getrefcount(None)
    for _ in range(5_000):
        painter.setPen(pen)
    after = sys.getrefcount(None)
    painter.end()
    assert before - after < 100


def _ground(widget: QWidget) -> str:
    ratio = widget.devicePixelRatio()
    return widget.grab().toImage().pixelColor(round(20 * ratio), round(10 * ratio)).name().upper()
