"""Settings: the files that a client with given access rights may see."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from search.types.status import AccessView, VisibleFile
from ui.i18n.language import counted, number, translate
from ui.theme.fonts import font
from ui.theme.sizes import scaled
from ui.widgets.text import Text

MOST_FILES = 2_000
"""Most files that are listed; the counts include all."""
_LINES_HIGH = 150
_INDEXED = "indexed"


class VisibleFiles(QWidget):
    """Counts, and a list that can be copied."""

    def __init__(self) -> None:
        super().__init__()
        self.counts = Text("", 13, 500, tnum=True)
        self.files = QPlainTextEdit()
        self.files.setReadOnly(True)
        self.files.setTabChangesFocus(True)
        self.files.setAccessibleName(translate("Files that can be seen"))
        self.files.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.files.setFont(font(12, mono=True))
        self.files.setFixedHeight(scaled(_LINES_HIGH))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.counts)
        column.addWidget(self.files)

    def show_view(self, view: AccessView) -> None:
        """Show the visible files, as the core reports them."""
        seen = counted(view.total, "{n} file in sight", "{n} files in sight")
        self.counts.setText(f"{seen}, {translate('{n} out of sight').format(n=number(view.hidden))}")
        rest = view.total - len(view.files)
        more = (translate("and {n} more").format(n=number(rest)),) if rest > 0 else ()
        self.files.setPlainText("\n".join((*(_line_of(file) for file in view.files), *more)))
        self.files.setVisible(bool(view.files))

    def changeEvent(self, event: QEvent) -> None:
        """Use font and height of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "files"):
            self.files.setFont(font(12, mono=True))
            self.files.setFixedHeight(scaled(_LINES_HIGH))


def _line_of(file: VisibleFile) -> str:
    labels = (
        _named(translate("tenant {names}"), (file.tenant,) if file.tenant else ()),
        _named(translate("groups {names}"), file.groups),
        _named(translate("tags {names}"), file.tags),
        translate("its name only") if file.state != _INDEXED else "",
    )
    name = f"{file.file_id.partition('@')[0]}/{file.path}"
    return "  ".join(part for part in (name, *labels) if part)


def _named(words: str, names: Sequence[str]) -> str:
    return words.format(names=", ".join(names)) if names else ""
