"""Offers values with their counts while a filter is typed."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal

from search.query.filter_rules import COLUMN_OF_KEY, IS_VALUES, LEVELS
from search.query.ranges import RANGE_VALUES
from search.query.tokens import FILTER_KEYS, Token, TokenKind
from search.types.results import Facet
from ui.i18n.language import number, translate
from ui.widgets.choice_list import MAX_ROWS, Choice, ChoiceList
from ui.widgets.search_field import SearchField

_LIST_WIDTH = 300
_EXPLAINED = {
    "path": translate("part of the path"),
    "ext": translate("file extension"),
    "lang": translate("language"),
    "repo": translate("repository"),
    "branch": translate("branch"),
    "product": translate("product"),
    "component": translate("component"),
    "type": translate("document type"),
    "level": translate("promotion level"),
    "changed": translate("when the file was changed"),
    "size": translate("size of the file"),
    "sym": translate("name that is defined"),
    "is": translate("kind or state of file"),
    "reason": translate("why a file was skipped"),
}

_NAMES = "sym"
"""Key of the filter whose values are all names of the index."""


class QueryCompletion(QObject):
    """Opens a list under the search field for the filter at the cursor; the field keeps the focus.

    Signals:
        namesWanted: what was typed after ``sym:``; `set_names` answers.
    """

    namesWanted = Signal(str)

    def __init__(self, field: SearchField, choices: ChoiceList) -> None:
        super().__init__(field)
        self._field, self._edit, self._choices = field, field.edit, choices
        self._values: dict[str, tuple[tuple[str, int], ...]] = {
            "level": tuple((level, 0) for level in LEVELS),
            "is": tuple((value, 0) for value in IS_VALUES),
            **{key: tuple((value, 0) for value in values) for key, values in RANGE_VALUES.items()},
        }
        self._edit.edited.connect(lambda _text: self._offer_values())
        self._edit.focusMoved.connect(self._focus_moved)
        self._edit.listKey.connect(self._key)
        choices.chosen.connect(self._take)

    def set_facets(self, facets: Sequence[Facet]) -> None:
        """Take the counts of the newest answer; a value once seen stays known."""
        counted = {facet.column: facet.values for facet in facets}
        for key, column in COLUMN_OF_KEY.items():
            known = dict.fromkeys((value for value, _ in self._values.get(key, ())), 0)
            known.update(counted.get(column, ()))
            self._values[key] = tuple(sorted(known.items(), key=lambda item: (-item[1], item[0])))

    def set_repositories(self, files: Mapping[str, int]) -> None:
        """Take the repositories of the index with their number of files."""
        self._values["repo"] = tuple(sorted(files.items(), key=lambda item: (-item[1], item[0])))

    def set_names(self, typed: str, names: Sequence[tuple[str, int]]) -> None:
        """Offer defined names with their number of files, unless something else is typed meanwhile."""
        token = self._token_at_cursor()
        if token is not None and token.key == _NAMES and _typed(token) == typed:
            self._values[_NAMES] = tuple(names)
            self._offer(token)

    def offer_keys(self) -> None:
        """Offer the filter keys (Ctrl+I)."""
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        cursor = self._edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self._edit.setTextCursor(cursor)
        keys = [Choice(f"{key}:", _EXPLAINED[key], f"{key}:") for key in FILTER_KEYS[:MAX_ROWS]]
        self._open(keys, first_chosen=True)

    def close(self) -> None:
        """Close the list."""
        self._choices.hide()
        self._edit.list_open = False

    def _offer_values(self) -> None:
        token = self._token_at_cursor()
        if token is not None and token.key == _NAMES and _typed(token):
            self.namesWanted.emit(_typed(token))
        elif token is None or token.key not in self._values or token.key == _NAMES:
            self.close()
        else:
            self._offer(token)

    def _offer(self, token: Token) -> None:
        typed = _typed(token).lower()
        fitting = [
            Choice(value, number(count) if count else "", value)
            for value, count in self._values[token.key]
            if typed in value.lower() and value.lower() != typed
        ]
        self._open(
            sorted(fitting, key=lambda choice: not choice.text.lower().startswith(typed)), first_chosen=False
        )

    def _open(self, choices: Sequence[Choice], *, first_chosen: bool) -> None:
        token = self._token_at_cursor()
        self._choices.setFixedWidth(_LIST_WIDTH)
        offset = self._edit.x_of(min(token.start if token else 10**6, len(self._edit.text())))
        left = max(0, min(offset, self._edit.width() - _LIST_WIDTH))
        window = self._choices.parentWidget() or self._field.window()
        corner = self._edit.mapTo(window, QPoint(left, 0))
        below = self._field.mapTo(window, QPoint(0, self._field.height() + 4))
        self._choices.move(corner.x(), below.y())
        self._choices.offer(choices, first_chosen=first_chosen)
        self._edit.list_open = bool(choices)

    def _token_at_cursor(self) -> Token | None:
        position = self._edit.textCursor().position()
        filters = (token for token in self._edit.parsed.tokens if token.kind is TokenKind.FILTER)
        return next((token for token in filters if token.end == position), None)

    def _key(self, key: int) -> None:
        is_handled = self._choices.key(key)
        self._edit.list_open = self._choices.isVisible()
        if not is_handled and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._edit.submitted.emit()

    def _take(self, value: str) -> None:
        self._edit.list_open = False
        cursor = self._edit.textCursor()
        if value.endswith(":"):
            before = self._edit.text()[: cursor.position()]
            cursor.insertText(value if not before or before.endswith(" ") else f" {value}")
            self._edit.setTextCursor(cursor)
            self._offer_values()
            return
        token = self._token_at_cursor()
        if token is None:
            return
        partial = _typed(token)
        for _ in partial:
            cursor.deletePreviousChar()
        cursor.insertText(f'"{value}" ' if " " in value or "," in value else f"{value} ")
        self._edit.setTextCursor(cursor)
        self.close()

    def _focus_moved(self, inside: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        if not inside:
            self.close()


def _typed(token: Token) -> str:
    """Return the begun value of a filter; empty behind its colon or a comma."""
    return "" if token.text.endswith((":", ",")) or not token.values else token.values[-1]
