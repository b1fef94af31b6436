"""Tooltips with words of files and people, which Qt would take for HTML where they look like it."""

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """Return a tooltip that shows ``text`` as it is, also where it has something like ``<div>`` in it."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
