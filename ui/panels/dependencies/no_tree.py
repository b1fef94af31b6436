"""The page in place of a tree: nothing is selected, the tree is awaited, or there is nothing in it."""

from resources.languages import is_template
from search.types.graph import DependencyTree, Direction
from ui.code.languages import unread_language
from ui.i18n.language import translate
from ui.widgets.message_page import MessagePage

_ICON = "git-fork"


class NoTree(MessagePage):
    """Says why there is no tree.

    Attributes:
        is_awaited: whether it says that dependencies are still being read, so that a tree may come.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_awaited = False

    def say_unselected(self) -> None:
        """Say that nothing is selected."""
        self._say(translate("Nothing selected"), translate("Select a result to see what it depends on."))

    def say_waiting(self, name: str) -> None:
        """Say that the tree of ``name`` is being loaded."""
        self._say(translate("Looking for dependencies"), translate("of {name}").format(name=name))

    def say_awaited(self, name: str) -> None:
        """Say that the dependencies of ``name`` may not have been read yet."""
        awaited = translate("What {name} depends on and what uses it is shown as soon as it is known.")
        self._say(translate("Dependencies are being read"), awaited.format(name=name))
        self.is_awaited = True

    def say_empty(self, name: str, tree: DependencyTree | None, direction: Direction) -> None:
        """Say that the tree of ``name`` has nothing but its root, and why."""
        self._say(translate("No dependencies"), _why_empty(name, tree, direction))

    def say_failure(self, message: str, remedy: str) -> None:
        """Say why the tree could not be had."""
        self.is_awaited = False
        self.say("circle-alert", message, remedy)

    def _say(self, title: str, sentence: str) -> None:
        self.is_awaited = False
        self.say(_ICON, title, sentence)


def unread_words(tree: DependencyTree | None) -> str:
    """Return that what the root depends on is not read; empty where it is."""
    language = unread_language(tree.language) if tree is not None else ""
    return translate("What {language} files depend on is not read.").format(language=language) if language else ""


def _why_empty(name: str, tree: DependencyTree | None, direction: Direction) -> str:
    if unread := unread_words(tree):
        return unread
    if tree is not None and tree.nodes and is_template(tree.nodes[0].path):
        return translate("What templates load, and which code shows them, is not read.")
    words = {
        Direction.BOTH: translate("depends on nothing that is indexed, and nothing depends on it."),
        Direction.DEPENDS_ON: translate("depends on nothing that is indexed."),
        Direction.USED_BY: translate("is used by nothing that is indexed."),
    }[direction]
    return translate("{name} {words} Other kinds of edges may be switched off.").format(name=name, words=words)
