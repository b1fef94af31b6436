"""The application style sheet: frames and states of standard widgets. Everything richer is painted.

It uses roles of the palette for colours, and em for sizes that follow the text scale, so that it never changes: Qt
takes six times as long to set another sheet as to style every widget again. With text of 13 px, 1.875em is 30 px,
1.625em is 26 px and 0.875em is 14 px.
"""

from PySide6.QtCore import QDir
from PySide6.QtGui import QPalette

from resources.locate import resource

ROLES: dict[str, QPalette.ColorRole] = {
    "window": QPalette.ColorRole.Window,
    "surface": QPalette.ColorRole.Base,
    "sunken": QPalette.ColorRole.AlternateBase,
    "raised": QPalette.ColorRole.ToolTipBase,
    "text": QPalette.ColorRole.Text,
    "text2": QPalette.ColorRole.ButtonText,
    "text3": QPalette.ColorRole.PlaceholderText,
    "disabled": QPalette.ColorRole.BrightText,
    "accent": QPalette.ColorRole.Highlight,
    "accent_hover": QPalette.ColorRole.LinkVisited,
    "on_accent": QPalette.ColorRole.HighlightedText,
    "hover": QPalette.ColorRole.Midlight,
    "pressed": QPalette.ColorRole.Button,
    "sel": QPalette.ColorRole.Light,
    "border": QPalette.ColorRole.Mid,
    "border_strong": QPalette.ColorRole.Dark,
    "border_input": QPalette.ColorRole.Shadow,
}
"""The palette roles of the tokens that the sheet uses; Qt has no custom roles."""

_RULES = """
QMainWindow, QDialog { background: $window; }
QToolTip { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px 6px; }

QPushButton {
    background: $surface; color: $text; border: 1px solid $border_strong; border-radius: 6px; padding: 0 14px;
    outline: 0;
}
QDialogButtonBox QPushButton { min-height: 1.875em; }
QPushButton[quiet="true"] { color: $text2; }
QPushButton:hover { background: $hover; }
QPushButton[quiet="true"]:hover { color: $text; }
QPushButton:pressed { background: $pressed; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $disabled; border-color: $border; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:focus { border-color: $text; }
QPushButton[kind="primary"]:disabled { background: $pressed; color: $disabled; border-color: $pressed; }
QPushButton[kind="plain"] { background: transparent; border-color: transparent; padding: 0 8px; }
QPushButton[kind="plain"]:hover { background: $hover; }
QPushButton[kind="plain"]:focus { border-color: $accent; }
QPushButton[kind="link"] { background: transparent; border-color: transparent; color: $accent; padding: 0 4px; }
QPushButton[kind="link"]:focus { border-color: $accent; }

QToolButton {
    background: transparent; color: $text2; border: 1px solid transparent; border-radius: 6px; padding: 0;
}
QToolButton:hover { background: $hover; color: $text; }
QToolButton:pressed, QToolButton:checked { background: $pressed; color: $text; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $disabled; }
QToolButton::menu-indicator { image: none; }
QToolButton[kind="outlined"] { background: $surface; color: $text2; border-color: $border_strong; }
QToolButton[kind="outlined"]:hover { background: $hover; color: $text; }
QToolButton[kind="outlined"]:focus { border-color: $accent; }

QAbstractSpinBox, QLineEdit, QComboBox {
    background: $surface; color: $text; border: 1px solid $border_strong; border-radius: 6px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit { padding: 0 8px; min-height: 1.625em; }
QAbstractSpinBox:focus, QLineEdit:focus, QComboBox:focus { border: 2px solid $accent; }
QAbstractSpinBox:disabled, QLineEdit:disabled, QComboBox:disabled { color: $disabled; border-color: $border; }
QAbstractSpinBox QLineEdit { border: 0; background: transparent; padding: 0; min-height: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; background: transparent; width: 18px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: none; }
QAbstractSpinBox::down-arrow { image: none; }
QComboBox { padding: 0 8px; min-height: 1.625em; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url("$chevron"); width: 14px; height: 14px; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $border_strong;
    selection-background-color: $sel; selection-color: $text;
}

QMenu { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: $sel; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenuBar { background: $window; color: $text; }
QMenuBar::item:selected { background: $hover; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $border_strong; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 32px; margin: 2px; }
QScrollBar::handle:horizontal { min-width: 32px; margin: 2px; }
QScrollBar::handle:hover { background: $border_input; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: $border; }
QAbstractScrollArea { border: 0; background: $surface; }
QAbstractItemView { outline: 0; }
QPlainTextEdit[kind="boxed"], QPlainTextEdit[kind="sunken"] { border: 1px solid $border; border-radius: 6px; }
QPlainTextEdit[kind="sunken"] { background: $sunken; color: $text; padding: 6px; }
QTabBar { background: $window; }
QTabBar::tab {
    background: $window; color: $text2; border: 0; border-right: 1px solid $border; padding: 7px 8px 7px 14px;
}
QTabBar::tab:selected { background: $surface; color: $text; }
QTabBar:focus::tab:selected { border-bottom: 2px solid $accent; }
QTabBar::close-button { image: url("$close"); }
QHeaderView::section {
    background: $window; color: $text2; border: 0; border-bottom: 1px solid $border; padding: 4px 8px;
}
QCheckBox { spacing: 8px; color: $text; }
QCheckBox:disabled { color: $disabled; }
QCheckBox::indicator {
    width: 0.875em; height: 0.875em; border: 1px solid $border_input; border-radius: 4px; background: $surface;
}
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$check"); }
QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:disabled { border-color: $disabled; background: $window; }
QCheckBox::indicator:checked:disabled { background: $disabled; }
QRadioButton::indicator {
    width: 12px; height: 12px; border: 1px solid $border_input; border-radius: 7px; background: $surface;
}
QRadioButton::indicator:checked { border: 4px solid $accent; width: 6px; height: 6px; }
"""


def style_sheet() -> str:
    """Return the style sheet, which is the same in every theme and at every text scale."""
    text = _RULES
    icons = (("$check", "check-on-accent.svg"), ("$chevron", "chevron-down-quiet.svg"), ("$close", "x-quiet.svg"))
    for placeholder, name in icons:
        text = text.replace(placeholder, QDir.fromNativeSeparators(str(resource("icons", name))))
    for name in sorted(ROLES, key=len, reverse=True):
        text = text.replace(f"${name}", f"palette({_css_name(ROLES[name])})")
    return text


def _css_name(role: QPalette.ColorRole) -> str:
    """Return the name of a role in a style sheet: ``LinkVisited`` is ``link-visited``."""
    name = role.name.replace("ToolTip", "Tooltip")
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")
