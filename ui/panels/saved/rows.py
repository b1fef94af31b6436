"""Rows of the Saved and History tabs. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ui.i18n.language import number, translate
from ui.panels.saved.store import PastSearch, SavedSearch
from ui.user_data.marks import Mark


@dataclass(frozen=True, slots=True)
class Heading:
    """``Today``, ``Yesterday``, ``Earlier``."""

    text: str


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A search that can be run again.

    Attributes:
        title: its name, or what was typed.
        detail: second line; empty in the history.
        note: at the right: the time, or what is new.
        fresh: whether the note is news.
    """

    title: str
    text: str
    detail: str = ""
    note: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class ClearRow:
    """``Clear history``."""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A file that the person marked.

    Attributes:
        detail: where it is, or what the note says.
        noted: whether it stands here for its note, not as a favourite.
    """

    file_id: str
    title: str
    detail: str
    noted: bool = False


ListRow = Heading | SearchRow | PlaceRow | ClearRow


def saved_rows(saved: Sequence[SavedSearch], fresh: Mapping[str, int]) -> list[ListRow]:
    """Return the rows of saved searches; ``fresh`` tells how many new files a query text has."""
    return [
        SearchRow(
            title=one.name,
            text=one.text,
            detail=one.text if one.text != one.name else "",
            note=translate("{n} new").format(n=number(fresh[one.text])) if fresh.get(one.text) else "",
            fresh=bool(fresh.get(one.text)),
        )
        for one in saved
    ]


def place_rows(marks: Sequence[Mark]) -> list[ListRow]:
    """Return favourites and notes under their headings; nothing without any."""
    rows: list[ListRow] = []
    favourites = [mark for mark in marks if mark.favourite]
    notes = [mark for mark in marks if mark.note]
    if favourites:
        rows.append(Heading(translate("Favourites")))
    rows += [
        PlaceRow(mark.file_id, _name(mark), f"{mark.repository} {_folder(mark)}".strip()) for mark in favourites
    ]
    if notes:
        rows.append(Heading(translate("Notes")))
    rows += [PlaceRow(mark.file_id, _name(mark), " ".join(mark.note.split()), noted=True) for mark in notes]
    return rows


def history_rows(history: Sequence[PastSearch], now: datetime) -> list[ListRow]:
    """Return the rows of former searches under headings, newest first, and a row that clears them."""
    rows: list[ListRow] = []
    heading = ""
    for past in history:
        when = datetime.fromtimestamp(past.at, tz=now.tzinfo)
        day = _day(when, now)
        if day != heading:
            heading = day
            rows.append(Heading(day))
        note = f"{when:%H:%M}" if day != translate("Earlier") else f"{when:%d %b}"
        rows.append(SearchRow(past.text, past.text, note=note))
    return [*rows, ClearRow()] if rows else []


def spoken(row: ListRow) -> str:
    """Return what a screen reader says of a row."""
    if isinstance(row, Heading):
        return row.text
    if isinstance(row, ClearRow):
        return translate("Clear history")
    note = row.note if isinstance(row, SearchRow) else ""
    return ", ".join(part for part in (row.title, row.detail, note) if part)


def new_files(known: Sequence[str], found: Sequence[str]) -> int:
    """Return how many of the found files were not known; 0 for a search that was never looked at."""
    before = set(known)
    return sum(1 for file in found if file not in before) if before else 0


def _name(mark: Mark) -> str:
    return mark.path.rpartition("/")[2]


def _folder(mark: Mark) -> str:
    return mark.path.rpartition("/")[0]


def _day(when: datetime, now: datetime) -> str:
    if when.date() == now.date():
        return translate("Today")
    return translate("Yesterday") if when.date() == now.date() - timedelta(days=1) else translate("Earlier")
