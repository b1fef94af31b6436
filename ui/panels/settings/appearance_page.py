"""Settings: theme, text size, fonts, motion, and where the desktop shows the program."""

import sys

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from ui.i18n.language import LANGUAGES, translate
from ui.panels.settings.rows import SettingCheck, SettingRow, SettingsPage
from ui.services import MenuEntryState
from ui.shell.tray import Tray
from ui.theme import sizes
from ui.theme.scheme import ThemeChoice
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox


class AppearancePage(SettingsPage):
    """The appearance of the window on this computer; each signal carries the new value."""

    themeChosen = Signal(object)
    scaleChosen = Signal(int)
    systemFontsChosen = Signal(bool)
    reducedMotionChosen = Signal(bool)
    trayChosen = Signal(bool)
    languageChosen = Signal(str)
    menuChosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__(translate("Appearance"), translate("How the window looks on this computer."))
        self.theme = Segments(
            (
                Option(ThemeChoice.SYSTEM.value, translate("System")),
                Option(ThemeChoice.LIGHT.value, translate("Light")),
                Option(ThemeChoice.DARK.value, translate("Dark")),
                Option(ThemeChoice.CONTRAST.value, translate("High contrast")),
            ),
            translate("Theme"),
        )
        languages = (Option(code, name) for code, name in LANGUAGES.items())
        self.language = Segments((Option("", translate("System")), *languages), translate("Language"))
        self.scale = CountBox(
            sizes.MIN_SCALE, sizes.MAX_SCALE, translate("Text size in percent"), step=10, width=72
        )
        self.system_fonts = QCheckBox(translate("Use the fonts of the system"))
        self.reduced_motion = QCheckBox(translate("Reduce motion"))
        has_tray = Tray.is_available()
        tray = SettingCheck(
            translate("Keep an icon in the tray; a closed window hides there"),
            "" if has_tray else translate("This desktop has no tray"),
        )
        self.tray = tray.box
        self.tray.setEnabled(has_tray)
        for box in (self.system_fonts, self.reduced_motion):
            box.setAccessibleName(box.text())
        self.add(SettingRow(translate("Theme"), translate("System: as this computer is set"), self.theme))
        note = translate("Takes effect at the next start")
        self.add(SettingRow(translate("Language"), note, self.language))
        self.add(SettingRow(translate("Text size, percent"), translate("80 to 160"), self.scale))
        self.add(self.system_fonts, 8)
        self.add(self.reduced_motion, 8)
        self.add(tray)
        self._add_menu()
        self.finish()

    def show_menu(self, state: MenuEntryState) -> None:
        """Show whether Dowse is in the menu of applications, and whether this user can choose that."""
        self.menu.box.setChecked(state in {MenuEntryState.PRESENT, MenuEntryState.OF_ALL_USERS})
        self.menu.box.setEnabled(state in {MenuEntryState.PRESENT, MenuEntryState.ABSENT})
        self.menu.explain(_menu_words(state))

    def show_language(self, code: str) -> None:
        """Show the chosen language, and emit changes from now on."""
        self.language.set_current(code)
        self.language.chosen.connect(self.languageChosen)

    def show_appearance(
        self, choice: ThemeChoice, scale: int, *, system_fonts: bool, reduced_motion: bool, tray: bool
    ) -> None:
        """Show the current choices, and emit changes from now on."""
        self.theme.set_current(choice.value)
        self.scale.setValue(scale)
        self.system_fonts.setChecked(system_fonts)
        self.reduced_motion.setChecked(reduced_motion)
        self.tray.setChecked(tray)
        self.theme.chosen.connect(lambda key: self.themeChosen.emit(ThemeChoice(key)))
        self.scale.valueChanged.connect(self.scaleChosen)
        self.system_fonts.toggled.connect(self.systemFontsChosen)
        self.reduced_motion.toggled.connect(self.reducedMotionChosen)
        self.tray.toggled.connect(self.trayChosen)

    def _add_menu(self) -> None:
        self.menu = SettingCheck(
            translate("Show Dowse in the menu of applications"), _menu_words(MenuEntryState.ABSENT)
        )
        self.menu.box.setEnabled(False)  # until it is known whether there is an entry
        self.menu.box.clicked.connect(self.menuChosen)
        if sys.platform == "linux":
            self.add(self.menu)


def _menu_words(state: MenuEntryState) -> str:
    if state is MenuEntryState.OF_ALL_USERS:
        return translate("A package shows it to all users of this computer")
    if state is MenuEntryState.FOREIGN:
        return translate("Another program has an entry by this name")
    return translate("It also opens dowse:// addresses")
