"""Runs the questions of all clients in a few threads: clients take turns, and no question runs without a limit."""

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable

import structlog

MAX_OVERDUE = 16
"""Threads that are replaced while a question overruns its limit; Python cannot end a thread."""

FEW = 8
"""Waiting questions up to which a client is not limited; one agent over HTTP has at most as many."""

BESIDE_OTHERS = 1
"""Threads for the questions of all floods together while others ask: each busy thread slows the others down."""

OTHERS_S = 2.0
"""Seconds for which a client without a flood counts as one that asks."""

IN_ORDER = 4
"""Every so many turns the client that has waited longest has it, whatever it sent; see `Turns`."""

_log = structlog.get_logger(__name__)


class Question:
    """A question of one client; it is settled exactly once, by its answer, its expiry or the client's end.

    Args:
        answer: computes the answer and returns its bytes.
        expire: returns the bytes of the failure that is sent when the limit has passed.
        reply: gets the bytes.
        done: called once when nothing is computed for the question any more.
    """

    def __init__(
        self,
        answer: Callable[[], bytes],
        expire: Callable[[], bytes],
        reply: Callable[[bytes], None],
        done: Callable[[], None],
    ) -> None:
        self._answer = answer
        self._expire = expire
        self._reply = reply
        self._settled = threading.Lock()
        self.done = done

    def run(self) -> None:
        """Compute and send the answer, unless the question has expired meanwhile."""
        data = self._answer()
        if self.settle():
            self._reply(data)

    def expire(self) -> bool:
        """Send the failure; return false where the answer was sent already."""
        if not self.settle():
            return False
        self._reply(self._expire())
        return True

    def settle(self) -> bool:
        """Return whether this is the first call; the question must not be answered after it."""
        return self._settled.acquire(blocking=False)


class Turns:
    """A few threads that take the next question of each client in turn.

    Those with few questions go before those with many, so that one who asks a question at a time does not wait for
    a turn of everybody who floods; each fourth turn is in order alone, so that nobody waits for ever. While a
    client with few questions asks, those with many have `BESIDE_OTHERS` threads together.

    A client has at most ``threads - 1`` questions under way, so that slow ones never take all threads. One whose
    thread was replaced counts no longer: its client would wait until it ends.

    Args:
        threads: how many questions run at the same time.
        limit_s: seconds from its arrival after which a question is given up.
    """

    def __init__(self, threads: int, limit_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most_of_one = max(1, threads - 1)
        self._threads = threads
        self._others_until = -math.inf
        self._limit_s = limit_s
        self._clock = clock
        self._changed = threading.Condition()
        self._waiting: OrderedDict[Hashable, deque[Question]] = OrderedDict()
        self._paused: set[Hashable] = set()
        self._left: set[Hashable] = set()
        """Clients that are gone while questions of theirs are under way."""
        self._running: dict[Hashable, int] = {}
        self._deadlines: dict[Question, float] = {}
        """In the order of arrival, which is the order of the deadlines."""
        self._under_way: dict[Question, Hashable] = {}
        self._overdue: set[Question] = set()
        self._turn = 0
        self._closed = False
        for _ in range(threads):
            self._start_worker()
        threading.Thread(target=self._enforce_limit, name="question-limit", daemon=True).start()

    def submit(self, client: Hashable, question: Question) -> bool:
        """Queue a question of a client; return false after `close`."""
        with self._changed:
            if self._closed:
                return False
            self._waiting.setdefault(client, deque()).append(question)
            if not self._floods(client):
                self._others_until = self._clock() + OTHERS_S
            self._deadlines[question] = self._clock() + self._limit_s
            self._changed.notify_all()
        return True

    def drop(self, client: Hashable) -> None:
        """Forget the questions of a client that wait; those under way end unheard."""
        with self._changed:
            self._paused.discard(client)
            if client in self._running:
                self._left.add(client)
            self._end(self._waiting.pop(client, ()))

    def pause(self, client: Hashable) -> None:
        """Begin no further question of a client until `resume`."""
        with self._changed:
            asks = client in self._waiting or client in self._running
            if asks and client not in self._left:
                self._paused.add(client)

    def resume(self, client: Hashable) -> None:
        """Answer the questions of a client again."""
        with self._changed:
            self._paused.discard(client)
            self._changed.notify_all()

    def close(self) -> None:
        """Take no more questions and forget those that wait."""
        with self._changed:
            self._closed = True
            for questions in self._waiting.values():
                self._end(questions)
            self._waiting.clear()
            self._changed.notify_all()

    def _end(self, questions: Iterable[Question]) -> None:
        for question in questions:
            self._deadlines.pop(question, None)
            question.settle()
            question.done()

    def _start_worker(self) -> None:
        threading.Thread(target=self._work, name="question", daemon=True).start()

    def _work(self) -> None:
        while (turn := self._next_turn()) is not None:
            client, question = turn
            try:
                question.run()
            finally:
                question.done()
                is_replaced = self._finish(client, question)
            if is_replaced:
                return

    def _next_turn(self) -> tuple[Hashable, Question] | None:
        """Wait for a question, and return it with its client; None after `close`."""
        with self._changed:
            while not self._closed:
                may = self._who_may()
                if may:
                    self._turn += 1
                    client = may[0] if self._turn % IN_ORDER == 0 else min(may, key=self._load)
                    return client, self._take(client)
                self._changed.wait()
        return None

    def _who_may(self) -> list[Hashable]:
        """Return the clients that may have the next turn, in the order in which they wait."""
        floods = sum(count for client, count in self._running.items() if self._floods(client))
        most = BESIDE_OTHERS if self._clock() < self._others_until else self._threads
        return [
            client
            for client in self._waiting
            if client not in self._paused
            and self._running.get(client, 0) < self._most_of_one
            and (floods < most or not self._floods(client))
        ]

    def _load(self, client: Hashable) -> int:
        """Return how many questions of a client wait or are under way; few of them are one number."""
        return max(FEW, len(self._waiting.get(client, ())) + self._running.get(client, 0))

    def _floods(self, client: Hashable) -> bool:
        return self._load(client) > FEW

    def _take(self, client: Hashable) -> Question:
        """Return the oldest question of a client, which goes behind all others."""
        questions = self._waiting[client]
        question = questions.popleft()
        if questions:
            self._waiting.move_to_end(client)
        else:
            del self._waiting[client]
        self._running[client] = self._running.get(client, 0) + 1
        self._under_way[question] = client
        return question

    def _finish(self, client: Hashable, question: Question) -> bool:
        """Count a question as ended; return whether another thread has replaced the one that ran it."""
        with self._changed:
            is_replaced = question in self._overdue
            if not is_replaced:
                self._free_one(client)
            self._overdue.discard(question)
            del self._under_way[question]
            self._deadlines.pop(question, None)
            self._changed.notify_all()
        return is_replaced

    def _free_one(self, client: Hashable) -> None:
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
            self._left.discard(client)

    def _enforce_limit(self) -> None:
        while (question := self._next_expired()) is not None:
            if question.expire():
                self._replace(question)

    def _next_expired(self) -> Question | None:
        """Wait for a question to pass its limit, and return it; None after `close`."""
        with self._changed:
            while not self._closed:
                question = next(iter(self._deadlines), None)
                left = None if question is None else self._deadlines[question] - self._clock()
                if question is not None and left is not None and left <= 0:
                    del self._deadlines[question]
                    self._withdraw(question)
                    return question
                self._changed.wait(left)
        return None

    def _withdraw(self, question: Question) -> None:
        """Take a question that waits out of its queue."""
        for client, questions in self._waiting.items():
            if question in questions:
                questions.remove(question)
                if not questions:
                    del self._waiting[client]
                question.done()
                return

    def _replace(self, question: Question) -> None:
        """Start another thread in place of the one that still runs the question."""
        with self._changed:
            if question not in self._under_way or len(self._overdue) >= MAX_OVERDUE:
                return
            self._overdue.add(question)
            self._free_one(self._under_way[question])
            self._changed.notify_all()
        _log.warning("question over its limit", limit_s=self._limit_s, overdue=len(self._overdue))
        self._start_worker()
