"""Who is told what happened before anybody listened."""

from app.core.event_hub import MAX_PENDING, PENDING_S, EventHub
from search.events import Event, FilesChanged, Notice, Pausing
from search.messages import Message

POLLING = Notice(Message("The system's limit of watched folders is reached"), Message("Raise it."))


def test_a_notice_that_nobody_heard_is_told_once_to_the_first_who_may_hear_it() -> None:
    hub, stranger, first, second = EventHub(), list[Event](), list[Event](), list[Event]()
    hub.subscribe(stranger.append, notices=False)
    for event in (POLLING, FilesChanged(("a.py",)), POLLING):
        hub.emit(event)
    stop = hub.subscribe(first.append)
    hub.subscribe(second.append)
    assert (first, second) == ([POLLING], [])
    stop()
    assert stranger == [POLLING, FilesChanged(("a.py",)), POLLING]


def test_what_was_heard_is_not_told_again_and_the_oldest_of_many_are_dropped() -> None:
    hub, events = EventHub(), list[Event]()
    stop = hub.subscribe(list[Event]().append)
    hub.emit(POLLING)
    stop()
    notices = [Notice(Message(f"{number}")) for number in range(MAX_PENDING + 1)]
    for notice in notices:
        hub.emit(notice)
    hub.subscribe(events.append)
    assert events == notices[1:]


def test_what_may_be_over_is_not_told_to_who_comes_later() -> None:
    now, events = [0.0], list[Event]()
    hub = EventHub(lambda: now[0])
    hub.emit(Notice(Message("Converting the model"), pausing=Pausing.STOPS))
    hub.emit(POLLING)
    now[0] = PENDING_S + 1
    hub.emit(Notice(Message("newer")))
    hub.subscribe(events.append)
    assert events == [Notice(Message("newer"))]
