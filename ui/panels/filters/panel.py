"""The filters panel: filters with counts, saved searches and marked files, and the history."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QWidget

from search.ports import SearchCore
from search.types.filters import Access
from search.types.results import Facet, SearchResult
from ui.i18n.language import translate
from ui.panels.filters.facet_counts import FacetCounts
from ui.panels.filters.new_results import SavedController
from ui.panels.filters.pane import FiltersPane, Tab
from ui.panels.panel import MOVING, SEARCHING, Area, Panel, PanelContext, UserFile
from ui.panels.saved.store import SearchStore
from ui.popups.name_prompt import NamePrompt, Wording, refuse_names
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding


class FiltersPanel(Panel[FiltersPane]):
    """The left column."""

    name, area = "filters", Area.LEFT

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = FiltersPane(SearchStore(context.services.person_folder / "searches.json"))
        self._saved = SavedController(context.jobs, self.widget, context.owner)
        self._counts = FacetCounts(context.search, context.jobs, context.owner)
        self._has_files = True

    def commands(self) -> Iterable[Binding]:
        """Return the commands on filters and saved searches."""
        return (
            MOVING.bind(
                "filters",
                translate("Go to filters"),
                lambda: self._context.host.go_to_panel(self.name),
                "Alt+1",
                icon="list-filter",
                mac="Ctrl+1",
                uncovers=True,
            ),
            SEARCHING.bind(
                "save-search", translate("Save this search"), self.save_search, "Ctrl+S", icon="bookmark"
            ),
        )

    def connect(self) -> None:
        """Connect the column with the query, the marks and the index."""
        context, widget = self._context, self.widget
        context.query.textReplaced.connect(widget.set_query)
        widget.queryEdited.connect(context.query.run)
        widget.searchChosen.connect(context.query.run)
        widget.renameRequested.connect(self.rename_search)
        widget.partlySeen.connect(self._saved.look_later)
        widget.markRemoved.connect(lambda file_id, noted: context.marks.remove(file_id, note=noted))
        context.marks.changed.connect(widget.set_marks)
        context.names.changed.connect(widget.facets.set_names)
        context.index.statusChanged.connect(lambda status: widget.follow([each.root for each in status.roots]))
        context.index.filesChanged.connect(lambda _changed: self._saved.look_later())
        self._counts.changed.connect(self._show_counts)
        if widget.set_aside is not None:
            context.banners.say_damaged(str(widget.set_aside))

    def show_keys(self) -> None:
        """Name the keys that save a search and mark a file, where nothing is saved yet."""
        keys = self._context.actions.keys
        self.widget.set_keys(keys("save-search"), keys("favourite"))

    def attach(self, core: SearchCore) -> None:
        """Take the core that runs saved searches."""
        self._saved.attach(core)

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._saved.set_access(access)

    def focus(self) -> None:
        """Go to the shown list."""
        self.widget.focus_content()

    def restore(self, state: WindowState) -> None:
        """Fold the groups and show the tab that were left so."""
        if state.folded is not None:
            self.widget.view.fold(tuple(state.folded))
        if state.left_tab in set(Tab):
            self.widget.show_tab(Tab(state.left_tab))

    def save(self, state: WindowState) -> None:
        """Write down which groups are folded and which tab is shown."""
        state.folded = list(self.widget.view.folded)
        state.left_tab = self.widget.tabs.current

    @property
    def slash_views(self) -> tuple[QWidget, ...]:
        """Filters, saved searches and history."""
        return self.widget.view, self.widget.saved, self.widget.history

    @property
    def user_files(self) -> tuple[UserFile, ...]:
        """The saved searches and the history."""
        return (self.widget,)

    def save_search(self) -> None:
        """Save the present query."""
        search = self._context.search
        self.widget.save(search.text, search.lines.toggles.mode)

    def show_facets(self, facets: Sequence[Facet], *, has_files: bool, complete: bool = True) -> None:
        """Show how many files each filter leaves: none of any where no file reaches the wanted relevance.

        ``complete`` says that all files of the answer are counted.
        """
        self._has_files = has_files
        self._counts.show(facets, complete=complete)

    def recount(self) -> None:
        """Count again: the minimum confidence changed, the answer did not."""
        self._counts.recount()

    def rename_search(self, text: str, mode: tuple[str, ...] | None = None) -> NamePrompt:
        """Ask for another name of a saved search."""
        searches = self.widget.saved_searches()
        current = next((search.name for search in searches if search.searches(text, mode)), text)
        wording = Wording(
            translate("Rename saved search"),
            translate("It goes on searching for {query}").format(query=text),
            translate("Name"),
            translate("Rename"),
        )
        others = [search.name for search in searches if not search.searches(text, mode)]
        refusal = refuse_names(others, translate("Another saved search has this name"))
        prompt = NamePrompt(self._context.overlay, wording, current, refusal)
        prompt.nameChosen.connect(lambda name: self.widget.rename(text, name, mode))
        prompt.open()
        return prompt

    def _show_counts(self, facets: Sequence[Facet]) -> None:
        newest = self._context.search.newest
        self.widget.set_facets(facets, first=_counted_first(newest) if newest is not None else 0)
        if not self._has_files:
            self.widget.set_facets(())


def _counted_first(answer: SearchResult) -> int:
    """Return how many files of an answer its facets count, 0 for all: more match by word than are candidates.

    In a list of files, which has no chunks, all are counted.
    """
    return len(answer.files) if answer.total_chunks and answer.total_files > len(answer.files) else 0
