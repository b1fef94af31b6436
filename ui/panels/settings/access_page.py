"""Settings: the access rights with which the window searches, and what they cover."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit

from search.types.filters import OWNER, Access
from ui.i18n.language import counted, number, translate
from ui.panels.settings.rows import SettingRow, SettingsPage, wrapped
from ui.panels.settings.visible_files import VisibleFiles
from ui.theme.sizes import scaled

_FIELD = 260


class AccessPage(SettingsPage):
    """The limits of a client, as in the options of `dowse mcp`; without limits the owner, who sees everything.

    Signals:
        chosen: the `Access` to use from now on.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(
            translate("Access"),
            translate("Look at the index with fewer rights: results, counts and trees hold nothing else then."),
        )
        self.limited = QCheckBox(translate("Look with limited rights"))
        self.tenant, self.groups, self.tags, self.folders = QLineEdit(), QLineEdit(), QLineEdit(), QLineEdit()
        self.seen = wrapped("", 13, "text2")
        self.visible = VisibleFiles()
        self._roots: dict[str, str] = {}
        self.limited.setAccessibleName(self.limited.text())
        self.limited.clicked.connect(self._toggled)
        self.add(self.limited, 14)
        self._add_fields()
        self.add_line()
        self.add(self.seen, 4)
        self.add(self.visible)
        self.finish()

    def show_access(self, access: Access) -> None:
        """Show the access rights of the window."""
        self.limited.setChecked(access != OWNER)
        self.tenant.setText(access.tenant or "")
        self.groups.setText(", ".join(access.groups or ()))
        self.tags.setText(", ".join(access.tags))
        labels = {root: label for label, root in self._roots.items()}
        self.folders.setText(", ".join(labels.get(root, root) for root in access.roots or ()))
        self._enable()

    def show_seen(self, seen: int, total: int) -> None:
        """Show in how many of the folders anything is visible."""
        self.seen.setText(
            counted(total, "You can see {seen} of {n} folder", "You can see {seen} of {n} folders").format(
                seen=number(seen)
            )
        )

    def set_folders(self, roots: Mapping[str, str]) -> None:
        """Add the identifiers of folders by their display names; earlier ones are kept."""
        self._roots.update(roots)

    @property
    def access(self) -> Access:
        """The access rights that the fields describe."""
        if not self.limited.isChecked():
            return OWNER
        folders = tuple(self._roots.get(name, name) for name in _listed(self.folders))
        return Access(
            tenant=self.tenant.text().strip() or None,
            groups=_listed(self.groups),
            tags=_listed(self.tags),
            roots=folders or None,
        )

    def _add_fields(self) -> None:
        fields = (
            (self.tenant, translate("Tenant"), translate("Only files of this tenant; empty: of any"), "default"),
            (
                self.groups,
                translate("Groups"),
                translate("Files without groups, and those of these groups"),
                translate("engineering, support"),
            ),
            (self.tags, translate("Tags"), translate("Only files with all of these tags"), ""),
            (self.folders, translate("Folders"), translate("Only these folders; empty: all"), ""),
        )
        for field, title, sentence, hint in fields:
            several = field is not self.tenant
            field.setAccessibleName(f"{title}, {translate('separated by commas')}" if several else title)
            field.setPlaceholderText(hint)
            field.setFixedWidth(scaled(_FIELD))
            field.editingFinished.connect(self._tell)
            self.add(SettingRow(title, sentence, field))

    def _toggled(self) -> None:
        self._enable()
        self._tell()

    def _enable(self) -> None:
        for field in (self.tenant, self.groups, self.tags, self.folders):
            field.setEnabled(self.limited.isChecked())

    def _tell(self) -> None:
        self.chosen.emit(self.access)


def _listed(field: QLineEdit) -> tuple[str, ...]:
    return tuple(part for part in (raw.strip() for raw in field.text().split(",")) if part)
