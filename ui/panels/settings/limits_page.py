"""Settings: the largest file size, how long the engine runs, and the speed of indexing."""

from PySide6.QtCore import Signal

from search.types.status import Speed
from ui.i18n.language import translate
from ui.i18n.size_words import size_words
from ui.panels.settings.rows import SettingCheck, SettingRow, SettingsPage, wrapped
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox

MAX_FILE_MB, MAX_GRACE_S = 1000, 86_400
_SPEEDS = (
    Option(Speed.QUIET.value, translate("Quiet"), translate("One process, with rests: for a battery")),
    Option(Speed.NORMAL.value, translate("Normal"), translate("All processors, behind everything else")),
    Option(Speed.FAST.value, translate("Fast"), translate("All processors, beside everything else")),
)


class LimitsPage(SettingsPage):
    """Limits, and how much of the machine indexing uses.

    Signals:
        fileSizeChanged: in MB; larger files are listed as skipped.
        graceChanged: seconds that the engine keeps running without a client.
        keepChanged: whether it keeps running until it is stopped.
        speedChosen: the `Speed` of indexing.
    """

    fileSizeChanged = Signal(int)
    graceChanged = Signal(int)
    keepChanged = Signal(bool)
    speedChosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(translate("Limits"), translate("How much Dowse reads and keeps."))
        self.file_size = CountBox(1, MAX_FILE_MB, translate("Largest file in MB"), width=72)
        self.grace = CountBox(0, MAX_GRACE_S, translate("Seconds until the engine ends"), step=30, width=84)
        self.keep = SettingCheck(
            translate("Keep the engine running"), translate("Folders are followed while no window is open")
        )
        self.speed = Segments(_SPEEDS, translate("Speed of indexing"))
        self.used = wrapped("", 12, "text2")
        self.add(
            SettingRow(
                translate("Largest file, MB"),
                translate("Larger ones are listed as skipped, with this reason"),
                self.file_size,
            )
        )
        self.add(
            SettingRow(
                translate("Engine ends after, s"),
                translate("When no window, command or agent is connected"),
                self.grace,
            )
        )
        self.add(self.keep, 16)
        self.add(
            SettingRow(
                translate("Speed of indexing"),
                translate("How much of the processors it takes; until the engine ends"),
                self.speed,
            )
        )
        self.add_line()
        self.add(self.used)
        self.finish()
        self.file_size.valueChanged.connect(self.fileSizeChanged)
        self.grace.valueChanged.connect(self.graceChanged)
        self.keep.box.clicked.connect(self.keepChanged)
        self.speed.chosen.connect(lambda key: self.speedChosen.emit(Speed(key)))

    def show_limits(self, file_mb: float, grace_s: float, *, keep: bool) -> None:
        """Show the current settings."""
        for box, value in ((self.file_size, file_mb), (self.grace, grace_s)):
            box.blockSignals(True)
            box.setValue(round(value))
            box.blockSignals(False)
        self.keep.box.setChecked(keep)
        self.grace.setEnabled(not keep)

    def show_speed(self, speed: Speed) -> None:
        """Show the speed at which the engine indexes."""
        self.speed.set_current(speed.value)

    def show_used(self, disk_bytes: int, folder: str) -> None:
        """Show the size and the folder of the index."""
        self.used.setText(
            translate("The index takes {size} in {folder}").format(size=size_words(disk_bytes), folder=folder)
            if disk_bytes
            else ""
        )
