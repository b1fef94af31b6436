"""The interface of a panel of the window, and the objects that it receives.

A panel is a folder of this package with a module ``panel.py``, and one line in `ui.window.workbench.PANELS`. It
does not import other panels: it uses the controllers in its `PanelContext`, which all panels share.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Generic, Protocol, TypeVar

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from search.ports import SearchCore
from search.types.filters import Access
from ui.code.pool import LexPool
from ui.controllers.index_controller import IndexController
from ui.controllers.jobs import Jobs
from ui.controllers.marks_controller import MarksController
from ui.controllers.opening import FileOpener
from ui.controllers.permalinks import PermalinkCopier
from ui.controllers.query_controller import QueryController
from ui.controllers.search_controller import SearchController
from ui.controllers.selection_controller import SelectionController
from ui.i18n.language import translate
from ui.services import Services
from ui.shell.banners import Banners
from ui.theme.appearance import Appearance
from ui.user_data.names import FolderNames
from ui.user_data.window_state import WindowState
from ui.widgets.actions import ActionRegistry, Binding, CommandGroup

W_co = TypeVar("W_co", bound=QWidget, covariant=True)

MOVING = CommandGroup(translate("Moving"))
SEARCHING = CommandGroup(translate("Searching"))
RANKING = CommandGroup(translate("Ranking"))
VIEW = CommandGroup(translate("View"))
GROUPS = (MOVING, SEARCHING, RANKING, VIEW)
"""The headings of the key sheet, in their order there."""


class Area(Enum):
    """Where a panel is placed: the column of filters, the results, or a tab of the right pane."""

    LEFT = auto()
    MIDDLE = auto()
    RIGHT = auto()


class PanelHost(Protocol):
    """What panels ask of the window around them."""

    def show_panel(self, name: str) -> None:
        """Bring a panel into view."""
        ...

    def go_to_panel(self, name: str) -> None:
        """Bring a panel into view and give it the keyboard focus."""
        ...

    def is_panel_visible(self, name: str) -> bool:
        """Return whether a panel is in view."""
        ...

    def set_panel_count(self, name: str, count: int) -> None:
        """Show a number in the tab of a panel; 0 shows none."""
        ...

    def show_results_page(self) -> None:
        """Show the page with the panels, in place of an error or of the first start."""
        ...

    def focus_search(self) -> None:
        """Go to the search field and select everything in it."""
        ...

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        ...

    def browse_for_folder(self) -> None:
        """Let the person choose a folder to index."""
        ...

    def search_again(self) -> None:
        """Repeat the shown search after a pause, because the index changed."""
        ...

    def set_access(self, access: Access) -> None:
        """Have the whole window ask with these rights from now on."""
        ...

    def fit(self) -> None:
        """Arrange everything again: the size of the text changed."""
        ...

    def keep_state(self) -> None:
        """Write down how the window is now."""
        ...


class UserFile(Protocol):
    """A file of the person's own that every window shows; ``written`` is emitted when this window wrote it."""

    written: SignalInstance

    def load(self) -> object:
        """Read it again."""
        ...


@dataclass(frozen=True, slots=True)
class PanelContext:
    """What every panel of one window shares.

    Attributes:
        owner: parent of the objects of a panel that have no widget.
        overlay: the widget over which popups open.
        host: the window around the panels.
        state: the saved state of the window.
        jobs: threads for questions.
        long_jobs: threads for what takes minutes.
    """

    owner: QWidget
    overlay: QWidget
    host: PanelHost
    services: Services
    appearance: Appearance
    state: WindowState
    jobs: Jobs
    long_jobs: Jobs
    lexing: LexPool
    actions: ActionRegistry
    banners: Banners
    search: SearchController
    query: QueryController
    selection: SelectionController
    index: IndexController
    marks: MarksController
    names: FolderNames
    opener: FileOpener
    links: PermalinkCopier


class Panel(Generic[W_co]):
    """One panel: a widget and what works it. Every method but the constructor may be left as it is here.

    Attributes:
        name: stable identifier, for commands and tests.
        title: text of its tab in the right pane.
        area: where its widget is placed; None for a panel that only opens popups.
        widget: the widget in the area; a panel without an area need not have one.
    """

    name: ClassVar[str]
    title: ClassVar[str] = ""
    area: ClassVar[Area | None] = None
    widget: W_co

    def __init__(self, context: PanelContext) -> None:
        self._context = context

    def commands(self) -> Iterable[Binding]:
        """Return the commands of the panel; those of one group follow those of the panels before."""
        return ()

    def connect(self) -> None:
        """Connect the widget with the context; every panel exists by now."""

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers from now on."""

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""

    def focus(self) -> None:
        """Give the panel the keyboard focus."""
        self.widget.setFocus()

    def set_visible(self, *, visible: bool) -> None:
        """Note that the panel became visible or hidden; requests to the core can wait until it is visible."""

    def set_compact(self, *, on: bool) -> None:
        """The right pane was split, so that the panel has about half the height; or no longer."""

    def restore(self, state: WindowState) -> None:
        """Restore the state of the last run."""

    def save(self, state: WindowState) -> None:
        """Write what should be remembered."""

    def show_keys(self) -> None:
        """Show the keys of commands where buttons name them: they are known now, or were changed."""

    def invalidate(self) -> None:
        """Note that the index changed, so that answers may be outdated."""

    @property
    def slash_views(self) -> tuple[QWidget, ...]:
        """Lists in which a slash goes to the search field, not to an item that begins with it."""
        return ()

    @property
    def user_files(self) -> tuple[UserFile, ...]:
        """Files of the person's own that the panel shows, to be read again when another window wrote them."""
        return ()

    @property
    def is_idle(self) -> bool:
        """Whether the panel is about to ask nothing."""
        return True

    def shutdown(self) -> None:
        """End threads of the panel's own; the window closes."""
