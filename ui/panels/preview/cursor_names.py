"""The name at a position of a text."""

from PySide6.QtGui import QTextCursor


def name_at(cursor: QTextCursor) -> str:
    """Return the name at a cursor, or the selected one; empty where there is none."""
    name = _selecting(cursor).selectedText()
    return name if name.isidentifier() else ""


def name_start(cursor: QTextCursor) -> int:
    """Return the position in the document at which the name at a cursor begins."""
    return _selecting(cursor).selectionStart()


def _selecting(cursor: QTextCursor) -> QTextCursor:
    """Return a cursor that selects the word at another one, unless that selects something."""
    word = QTextCursor(cursor)
    if not word.hasSelection():
        word.select(QTextCursor.SelectionType.WordUnderCursor)
    return word
