"""Settings: patterns of files that are ignored in every folder."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QPlainTextEdit

from ui.i18n.language import counted, translate
from ui.panels.settings.rows import SettingCheck, SettingsPage
from ui.theme.fonts import font
from ui.theme.sizes import scaled
from ui.widgets.text import Text

COUNT_AFTER_MS = 250
"""Delay after the last key until the ignored files are counted."""

APPLY_AFTER_MS = 1_500
"""Delay after the last key until the patterns are applied, which restarts the engine."""


class IgnorePage(SettingsPage):
    """An editor in the syntax of ``.gitignore``.

    Signals:
        countWanted: lines of which to count the ignored files; `show_count` shows the answer.
        applied: the lines to apply.
        rulesSwitched: the built-in groups of rules that are off, as in ``docs.rules_off``.
    """

    countWanted = Signal(tuple)
    applied = Signal(tuple)
    rulesSwitched = Signal(tuple)

    def __init__(self) -> None:
        super().__init__(
            translate("Ignore patterns"),
            translate(
                "Left out of every folder, in the syntax of .gitignore; the folders' own ignore files apply too."
            ),
        )
        self.editor = QPlainTextEdit()
        self.editor.setObjectName("ignore-patterns")
        self.editor.setAccessibleName(translate("Ignore patterns, one a line"))
        self.editor.setTabChangesFocus(True)
        self.editor.setProperty("kind", "boxed")
        self.editor.setPlaceholderText("*.min.js\n/archive/\n!important.log")
        self.editor.setMinimumHeight(scaled(160))
        self.editor.setFont(font(13, mono=True))
        self.count = Text("", 12, 500, "text2", tnum=True)
        self.add(self.editor, 10)
        self.add(self.count)
        self.add_line()
        self.add(Text(translate("Left out without a pattern"), 13, 600))
        self._off: tuple[str, ...] = ()
        self.groups = {
            "gitignore": SettingCheck(translate("What git leaves out")),
            "dependencies": SettingCheck(translate("Installed packages and caches")),
            "generated": SettingCheck(
                translate("Generated and minified files"),
                translate("Lock files too; found by name and by word, but not by meaning"),
            ),
            "picture": SettingCheck(translate("Pictures")),
            "secret": SettingCheck(
                translate("Files that may hold secrets"), translate("Keys and passwords, such as .env")
            ),
        }
        for name, check in self.groups.items():
            check.box.clicked.connect(lambda on, name=name: self._switch(name, on=on))
            self.add(check)
        self.finish()
        self._listening = False
        self._settled = self._timer(COUNT_AFTER_MS, lambda: self.countWanted.emit(self.lines))
        self._apply = self._timer(APPLY_AFTER_MS, lambda: self.applied.emit(self.lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """The patterns without blank lines."""
        return tuple(line for line in self.editor.toPlainText().splitlines() if line.strip())

    def show_patterns(self, patterns: tuple[str, ...]) -> None:
        """Show the current patterns."""
        if patterns == self.lines:
            return
        self.editor.blockSignals(True)
        self.editor.setPlainText("\n".join(patterns))
        self.editor.blockSignals(False)
        self._settled.start()

    def show_rules(self, off: tuple[str, ...]) -> None:
        """Show which groups of rules are on; a tooltip names the folders for which alone a group is off."""
        self._off = off
        for name, check in self.groups.items():
            folders = [rule.rpartition(":")[0] for rule in off if rule.endswith(f":{name}")]
            check.box.setChecked(name not in off)
            words = translate("Not in {folders}").format(folders=", ".join(folders)) if folders else ""
            check.box.setToolTip(words)

    def listen(self) -> None:
        """Emit changes from now on."""
        if not self._listening:
            self._listening = True
            self.editor.textChanged.connect(self._edited)

    def show_count(self, files: int) -> None:
        """Show how many files the patterns ignore."""
        self.count.setText(
            counted(files, "This hides {n} file", "This hides {n} files")
            if files
            else translate("This hides no file that is indexed")
        )

    def flush(self) -> None:
        """Apply changes without delay, because the page closes."""
        if self._apply.isActive():
            self._apply.stop()
            self.applied.emit(self.lines)

    def changeEvent(self, event: QEvent) -> None:
        """Use the font of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "editor"):
            self.editor.setFont(font(13, mono=True))

    def _switch(self, name: str, *, on: bool) -> None:
        """Turn a group on or off for every folder, and drop its exceptions for single folders."""
        others = tuple(rule for rule in self._off if rule.rpartition(":")[2] != name)
        self._off = others if on else (*others, name)
        self.rulesSwitched.emit(self._off)

    def _edited(self) -> None:
        self._settled.start()
        self._apply.start()

    def _timer(self, after_ms: int, slot: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(slot)
        return timer
