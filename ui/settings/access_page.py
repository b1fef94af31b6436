"""Settings: whose eyes the window looks through."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit

from search.types.filters import OWNER, Access
from ui.language import counted, number, translate
from ui.settings.rows import SettingRow, SettingsPage, wrapped
from ui.theme.sizes import scaled

_FIELD = 260


class AccessPage(SettingsPage):
    """Tenant and groups of the looker; without them the owner, who sees everything.

    Signals:
        chosen: the `Access` to look with from now on.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(
            translate("Access"),
            translate("Look at the index with fewer rights: results, counts and trees hold nothing else then."),
        )
        self.limited = QCheckBox(translate("Look with limited rights"))
        self.tenant, self.groups = QLineEdit(), QLineEdit()
        self.seen = wrapped("", 13, "text2")
        for field, name, hint in (
            (self.tenant, translate("Tenant"), "default"),
            (self.groups, translate("Groups, separated by commas"), translate("engineering, support")),
        ):
            field.setAccessibleName(name)
            field.setPlaceholderText(hint)
            field.setFixedWidth(scaled(_FIELD))
            field.editingFinished.connect(self._tell)
        self.limited.setAccessibleName(self.limited.text())
        self.limited.clicked.connect(self._toggled)
        self.add(self.limited, 14)
        self.add(
            SettingRow(translate("Tenant"), translate("Only files of this tenant; empty: of any"), self.tenant)
        )
        self.add(
            SettingRow(
                translate("Groups"), translate("Files without groups, and those of these groups"), self.groups
            )
        )
        self.add_line()
        self.add(self.seen)
        self.finish()

    def show_access(self, access: Access) -> None:
        """Show what the window looks with."""
        self.limited.setChecked(access != OWNER)
        self.tenant.setText(access.tenant or "")
        self.groups.setText(", ".join(access.groups or ()))
        self._enable()

    def show_seen(self, seen: int, total: int) -> None:
        """Say how many of the folders hold anything that can be seen."""
        self.seen.setText(
            counted(total, "You can see {seen} of {n} folder", "You can see {seen} of {n} folders").format(
                seen=number(seen)
            )
        )

    @property
    def access(self) -> Access:
        """What the fields say."""
        if not self.limited.isChecked():
            return OWNER
        groups = tuple(part for part in (raw.strip() for raw in self.groups.text().split(",")) if part)
        return Access(tenant=self.tenant.text().strip() or None, groups=groups)

    def _toggled(self) -> None:
        self._enable()
        self._tell()

    def _enable(self) -> None:
        for field in (self.tenant, self.groups):
            field.setEnabled(self.limited.isChecked())

    def _tell(self) -> None:
        self.chosen.emit(self.access)
