"""What works the panes of the main window: one controller a subject, made once."""

from PySide6.QtCore import QObject

from ui.controllers.context_controller import ContextController
from ui.controllers.index_controller import IndexController
from ui.controllers.jobs import Jobs
from ui.controllers.marks_controller import MarksController
from ui.controllers.query_assist import QueryAssist
from ui.controllers.saved_controller import SavedController
from ui.controllers.search_controller import SearchController
from ui.controllers.selection_controller import SelectionController
from ui.controllers.settings_controller import SettingsController
from ui.controllers.walks_controller import WalksController
from ui.controllers.why_controller import WhyController
from ui.services import Services
from ui.user_data.marks import MarkStore
from ui.user_data.names import FolderNames
from ui.user_data.saved_trees import SavedTreeStore
from ui.window.answer_presenter import AnswerPresenter
from ui.window.index_presenter import IndexPresenter
from ui.window.parts import WindowParts

SEARCH_THREADS, INDEX_THREADS = 4, 1


class WindowControllers:
    """The controllers of one window; ``window`` owns them."""

    def __init__(self, window: QObject, parts: WindowParts, services: Services) -> None:
        jobs = self.jobs = Jobs(SEARCH_THREADS, window)
        self.long_jobs = Jobs(INDEX_THREADS, window)
        self.search = SearchController(jobs, lambda: services.count_tokens(""), window)
        self.index = IndexController(jobs, self.long_jobs, window)
        self.saved = SavedController(jobs, parts.filters, window)
        panes = (parts.results, parts.preview, parts.dependencies)
        self.selection = SelectionController(jobs, panes, window)
        self.assist = QueryAssist(parts.top.field, parts.choices)
        self.marks = MarksController(MarkStore(services.person_folder / "marks.json"), window)
        self.names = FolderNames(services.person_folder / "names.json", window)
        walks = SavedTreeStore(services.person_folder / "walks.json")
        self.walks = WalksController(jobs, walks, parts.dependencies, window)
        self.why = WhyController(jobs, self.search, window)
        self.answers = AnswerPresenter(parts, self.search, self.selection, self.assist, jobs)
        self.context = ContextController(jobs, self.search, parts.context, window)
        self.indexing = IndexPresenter(parts, self.index, self.assist, jobs)
        program = services.program
        self.settings = SettingsController(self.long_jobs, program, window) if program is not None else None
