"""The bar above the tree: of what it is, and the ways back and forward through earlier roots."""

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from search.types.graph import TreeNode
from ui.i18n.language import translate
from ui.painting.kind_words import kind_words
from ui.panels.dependencies.edges import location_of
from ui.theme import sizes
from ui.widgets.bar import Bar, Edge
from ui.widgets.buttons import IconButton
from ui.widgets.key_cap import native
from ui.widgets.text import ElidedText
from ui.widgets.tips import plain_tip

ROW_HEIGHT = 34
_LEAST_NAME = 40
"""Pixels that a long name has in a narrow pane."""


class PaneRow(Bar):
    """A bar with a row of widgets."""

    def __init__(self, edge: Edge) -> None:
        super().__init__(ROW_HEIGHT, edge=edge)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING - 8, 0)
        self.row.setSpacing(sizes.GAP)


class NoteRow(PaneRow):
    """A sentence about the tree in a row of its own, in view while there is one."""

    def __init__(self) -> None:
        super().__init__(Edge.BELOW)
        self._words = ElidedText("", 12, 400, "text2")
        self.row.addWidget(self._words, 1)
        self.hide()

    @property
    def words(self) -> str:
        """The sentence; empty for none."""
        return self._words.text()

    def say(self, words: str) -> None:
        """Show a sentence, or none."""
        self._words.setText(words)
        self.setVisible(bool(words))


class RootBar(PaneRow):
    """Names the root of the shown tree.

    Attributes:
        back, forward: buttons, in view once there is a root to go to.
    """

    def __init__(self) -> None:
        super().__init__(Edge.BELOW)
        self.back = IconButton("arrow-left", translate("Back"), size=14, box=24)
        self.back.set_keys(native("Alt+Left"))
        self.forward = IconButton("chevron-right", translate("Forward"), size=14, box=24)
        self.forward.set_keys(native("Alt+Right"))
        self._name = ElidedText("", 13, 600)
        self._name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._name.setMinimumWidth(_LEAST_NAME)
        self._where = ElidedText("", 12, 400, "text2", tnum=True)
        for part in (self.back, self.forward, self._name):
            self.row.addWidget(part)
        self.row.addWidget(self._where, 1)

    @property
    def words(self) -> str:
        """The name of the root, with its kind and place once they are known: ``Cart.Add, method, cart.py:12``."""
        return ", ".join(part for part in (self._name.text(), self._where.text()) if part)

    def show_root(self, name: str, node: TreeNode | None = None) -> None:
        """Name the root; its kind and place are known with its tree."""
        self._name.setText(name)
        parts = (kind_words(node.kind), _place_of(node)) if node is not None else ()
        self._where.setText(", ".join(filter(None, parts)))
        self.setAccessibleName(self.words)
        self.setToolTip(plain_tip(self.words))

    def show_ways(self, *, back: bool, forward: bool) -> None:
        """Show which ways there are; without any, no buttons."""
        for button, leads in ((self.back, back), (self.forward, forward)):
            button.setVisible(back or forward)
            button.setEnabled(leads)


def _place_of(node: TreeNode) -> str:
    if not node.path:
        return location_of(node)
    return node.path if node.kind == "file" or not node.start_line else f"{node.path}:{node.start_line}"
