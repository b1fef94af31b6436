"""The evidence under Context, which the core gathers for the query of the window on demand."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import EngineError, KnownError
from search.ports import SearchCore
from search.types.context import ContextAnswer, ContextRequest
from ui.controllers.jobs import Jobs
from ui.controllers.query_rules import asks_nothing
from ui.controllers.search_controller import SearchController
from ui.i18n.language import counted, message_text, translate
from ui.panels.context.pane import ContextPane
from ui.panels.context.pieces import evidence_of

REST_MS = 250
"""Pause after the last change until evidence is gathered: that costs more than a search."""
READ_MS = 2_500
"""How long the window confirms a copy."""


class ContextController(QObject):
    """Asks while the pane is in sight, or when its text is to be copied; late answers are dropped.

    Signals:
        messageChanged: title and sentence of what becomes of a wish to copy.
        messageEnded: the title of what is no longer news.
    """

    messageChanged = Signal(str, str)
    messageEnded = Signal(str)

    def __init__(
        self, jobs: Jobs, search: SearchController, pane: ContextPane, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._search, self._pane = jobs, search, pane
        self._core: SearchCore | None = None
        self._pending_request: ContextRequest | None = None
        self._answered: ContextRequest | None = None
        self._failed: KnownError | None = None
        self._generation = 0
        self._subject = ("", False)
        self._copying = False
        self._news = ""
        self._rest = _single_shot(self, REST_MS, self._ask)
        self._read = _single_shot(self, READ_MS, lambda: self._say(""))
        for changed in (search.answered, search.failed, search.emptied, pane.budgetChanged):
            changed.connect(self._follow)
        pane.shown.connect(self._look)
        pane.copyWanted.connect(self.copy)

    @property
    def pending(self) -> bool:
        """Whether the core is going to be asked in a moment."""
        return self._rest.isActive()

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core
        self.invalidate()

    def invalidate(self) -> None:
        """Note that the index changed, so that the evidence may be outdated."""
        self._pending_request = self._answered = self._failed = None
        self._generation += 1
        self._follow()

    def copy(self) -> None:
        """Copy the text for the current query, now or as soon as it has arrived."""
        request = self._request()
        if request is None or (request == self._answered and self._failed is None):
            self._hand_out()
            return
        self._copying, self._subject = True, (request.text, False)
        self._say_copying()
        if request != self._pending_request:
            self._ask()

    def _request(self) -> ContextRequest | None:
        """Return the request for the current query; None if there is none, or for files like an example."""
        search = self._search
        if search.example is not None or asks_nothing(search.text):
            return None
        return ContextRequest(search.text, self._pane.budget.value(), search.access)

    def _follow(self) -> None:
        """Ask again, after a pause, where the question is another one than that of the answer."""
        request = self._request()
        subject = (request.text if request is not None else "", self._search.example is not None)
        if subject != self._subject:
            self._subject = subject
            self._end_copying()
            if request is None or not self._pane.isVisible():
                self._pane.clear(subject[0], like=subject[1])
        if self._copying:
            self._say_copying()
        if request is None:
            self._rest.stop()
            self._pending_request = self._answered = None
            self._generation += 1
        elif request not in {self._answered, self._pending_request}:
            self._pending_request = self._answered = None
            self._generation += 1
            self._wait(at_once=False)

    def _look(self) -> None:
        """Note that the pane became visible; a failed request is repeated."""
        request = self._request()
        if (
            request is not None
            and request != self._pending_request
            and (request != self._answered or self._failed)
        ):
            self._wait(at_once=True)

    def _wait(self, *, at_once: bool) -> None:
        if self._core is None or not (self._copying or self._pane.isVisible()):
            self._rest.stop()
            return
        self._pane.show_waiting()
        if at_once:
            self._ask()
        else:
            self._rest.start()

    def _ask(self, *, again: bool = False) -> None:
        core, request = self._core, self._request()
        self._rest.stop()
        if core is None or request is None:
            return
        self._generation += 1
        self._pending_request, self._answered, self._failed = request, None, None
        self._subject = (request.text, False)
        self._pane.show_waiting()
        generation, learn = self._generation, self._pane.learner()

        def gather() -> ContextAnswer:
            answer = core.context(request)
            learn(evidence_of(answer))
            return answer

        self._jobs.run(
            gather,
            lambda answer: self._take(generation, request, answer),
            lambda error: self._refuse(generation, request, error, again=again),
        )

    def _take(self, generation: int, request: ContextRequest, answer: ContextAnswer) -> None:
        if generation != self._generation:
            return
        self._pending_request, self._answered = None, request
        self._pane.set_answer(answer)
        if self._copying:
            self._copying = False
            self._hand_out()

    def _refuse(self, generation: int, request: ContextRequest, error: KnownError, *, again: bool) -> None:
        if generation != self._generation:
            return
        if isinstance(error, EngineError) and not again:
            self._ask(again=True)  # the next call starts another engine
            return
        self._pending_request, self._answered, self._failed = None, request, error
        title, remedy = message_text(error.message), message_text(error.remedy)
        self._pane.show_failure(request.text, title, remedy)
        if self._copying:
            self._copying = False
            self._say(title, remedy)

    def _hand_out(self) -> None:
        tokens = self._pane.model.tokens
        if not self._pane.hand_out():
            too_large = translate("No text fits into the budget, or none is chosen.")
            none = translate("No text of the index answers this query.")
            self._say(translate("Nothing to copy"), too_large if self._pane.fits_nothing else none)
        else:
            seen = self._pane.isVisible()  # its button says so
            self._say("" if seen else counted(tokens, "Copied {n} token", "Copied {n} tokens"))
            self._read.start()

    def _end_copying(self) -> None:
        if self._copying:
            self._copying = False
            self._say("")

    def _say_copying(self) -> None:
        self._say(translate("Gathering evidence"), translate("It is copied as soon as it is here."))

    def _say(self, title: str, sentence: str = "") -> None:
        self._read.stop()
        if self._news:
            self.messageEnded.emit(self._news)
        self._news = title
        if title:
            self.messageChanged.emit(title, sentence)


def _single_shot(parent: QObject, interval_ms: int, slot: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(slot)
    return timer
