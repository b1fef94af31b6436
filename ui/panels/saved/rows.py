"""Rows of the Saved and History tabs. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ui.i18n.language import number, translate
from ui.i18n.mode_words import mode_words
from ui.panels.saved.store import PastSearch, SavedSearch
from ui.user_data.marks import Mark


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading such as ``Today``, ``Yesterday`` or ``Earlier``."""

    text: str


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A search that can be run again.

    Attributes:
        title: its name, or the query text.
        detail: second line: the query text of a search with a name, and the buttons of exact search that were on.
        note: text at the right: the time, or the number of new files.
        fresh: whether the note tells of new files.
        mode: names of these buttons; None for a search that leaves them as they are.
    """

    title: str
    text: str
    detail: str = ""
    note: str = ""
    fresh: bool = False
    mode: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClearRow:
    """The row ``Clear history``."""


@dataclass(frozen=True, slots=True)
class MarkRow:
    """A file that the user marked.

    Attributes:
        detail: its folder, or the text of its note.
        noted: whether the row is for its note, not for a favourite.
    """

    file_id: str
    title: str
    detail: str
    noted: bool = False


ListRow = Heading | SearchRow | MarkRow | ClearRow


def saved_rows(saved: Sequence[SavedSearch], fresh: Mapping[str, int]) -> list[ListRow]:
    """Return the rows of saved searches; ``fresh`` is the number of new files by query text."""
    return [_saved_row(search, 0 if search.mode else fresh.get(search.text, 0)) for search in saved]


def saved_hint(search: SavedSearch) -> str:
    """Return what its name does not say: its query text, and the buttons of exact search that were on."""
    text = search.text if search.text != search.name else ""
    return ", ".join(filter(None, (text, mode_words(search.mode or ()))))


def _saved_row(search: SavedSearch, fresh: int) -> SearchRow:
    return SearchRow(
        title=search.name,
        text=search.text,
        detail=saved_hint(search),
        note=translate("{n} new").format(n=number(fresh)) if fresh else "",
        fresh=bool(fresh),
        mode=search.mode,
    )


def mark_rows(marks: Sequence[Mark]) -> list[ListRow]:
    """Return favourites and notes under their headings; no rows if there are none."""
    rows: list[ListRow] = []
    favourites = [mark for mark in marks if mark.favourite]
    notes = [mark for mark in marks if mark.note]
    if favourites:
        rows.append(Heading(translate("Favourites")))
    rows += [
        MarkRow(mark.file_id, _name(mark), f"{mark.repository} {_folder(mark)}".strip()) for mark in favourites
    ]
    if notes:
        rows.append(Heading(translate("Notes")))
    rows += [MarkRow(mark.file_id, _name(mark), " ".join(mark.note.split()), noted=True) for mark in notes]
    return rows


def history_rows(history: Sequence[PastSearch], now: datetime) -> list[ListRow]:
    """Return the rows of the history under headings, newest first, and a row that clears it."""
    rows: list[ListRow] = []
    heading = ""
    for past in history:
        when = datetime.fromtimestamp(past.at, tz=now.tzinfo)
        day = _day(when, now)
        if day != heading:
            heading = day
            rows.append(Heading(day))
        note = f"{when:%H:%M}" if day != translate("Earlier") else f"{when:%d %b}"
        rows.append(SearchRow(past.text, past.text, mode_words(past.mode), note, mode=past.mode))
    return [*rows, ClearRow()] if rows else []


def spoken(row: ListRow) -> str:
    """Return what screen readers announce for a row."""
    if isinstance(row, Heading):
        return row.text
    if isinstance(row, ClearRow):
        return translate("Clear history")
    note = row.note if isinstance(row, SearchRow) else ""
    return ", ".join(part for part in (row.title, row.detail, note) if part)


def new_files(known: Sequence[str], files: Sequence[str]) -> int:
    """Return how many of ``files`` are not in ``known``; 0 for a search that was never viewed."""
    before = set(known)
    return sum(1 for file in files if file not in before) if before else 0


def _name(mark: Mark) -> str:
    return mark.path.rpartition("/")[2]


def _folder(mark: Mark) -> str:
    return mark.path.rpartition("/")[0]


def _day(when: datetime, now: datetime) -> str:
    if when.date() == now.date():
        return translate("Today")
    return translate("Yesterday") if when.date() == now.date() - timedelta(days=1) else translate("Earlier")
