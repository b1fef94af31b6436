"""Calls and values in the arguments of a macro, as in ``assert_eq!(over(4), LIMIT)``.

The grammar sees nothing but tokens there. A name directly before a round bracket is called, whatever macro it is
given to; what is before the name says on what. A name with a capital letter is that of a type, a variant or a
constant.
"""

import re

from tree_sitter import Node

from indexer.facts.model import NO_CALL, Call, Shape
from indexer.facts.syntax import line_of, text_of

GENERATING = frozenset(("quote", "quote_spanned", "parse_quote", "parse_quote_spanned", "stringify"))
"""Macros whose tokens do not run where they stand."""

_LOOK_BACK = 200
"""Bytes before a name that its path may take up."""

_PATH = re.compile(rb"(?:\b[A-Za-z_]\w*\s*(?:::|\.)\s*)+$")
_OTHER = re.compile(rb"(?:\bfn\s+|[$']|(?<!\.)\.\s*|::\s*)$")
"""Before a name that is defined, or the end of a path that is not plain."""

_GOES_ON = re.compile(rb"::|!(?!=)")
"""Behind the name of a macro, or one that is not the last of its path."""

_RESULT = re.compile(rb"(\)\s*\??)\s*\.\s*$")


class Tokens:
    """Reads the names in the arguments of the macros of one file, which come in order."""

    def __init__(self, text: str) -> None:
        self._source = text.encode("utf-8", "replace")
        self._end = 0
        self._ends: dict[int, int] = {}
        self.calls: list[Call] = []
        """Calls; a chain's ``inner`` is an index into these."""
        self.named: list[Call] = []

    def enter(self, macro: Node, name: str) -> None:
        """Begin the arguments of a macro that is called."""
        if name.rpartition("::")[2] not in GENERATING:
            self._end = macro.end_byte

    def call(self, name: Node, arguments: Node, owner: int) -> None:
        """Add the call of a name before a bracket, where it is one."""
        start = name.start_byte
        is_called = name.end_byte == arguments.start_byte and self._source.startswith(b"(", name.end_byte)
        if start >= self._end or not is_called or text_of(name)[0].isupper():
            return
        shape, receiver, inner = self._receiver(start)
        if shape != "other":
            self._ends[arguments.end_byte] = len(self.calls)
            self.calls.append(Call(owner, text_of(name), shape, line_of(name), receiver, inner))

    def value(self, name: Node, owner: int) -> None:
        """Add a name with a capital letter that is the last one of its path."""
        if name.start_byte < self._end and not _GOES_ON.match(self._source, name.end_byte):
            shape, receiver, _ = self._receiver(name.start_byte)
            if shape in {"bare", "path"}:
                self.named.append(Call(owner, text_of(name), shape, line_of(name), receiver))

    def is_behind(self, node: Node, sign: bytes) -> bool:
        """Return whether a sign stands directly before a node."""
        return self._source.startswith(sign, max(node.start_byte - len(sign), 0))

    def _receiver(self, start: int) -> tuple[Shape, str, int]:
        """Return shape, path and inner call of a call by what is before its name."""
        before = self._source[max(start - _LOOK_BACK, 0) : start]
        path = _PATH.search(before)
        rest = before[: path.start()] if path else before
        if _OTHER.search(rest):
            result = None if path else _RESULT.search(before)
            closed = start - len(before) + result.start() + 1 if result else 0
            inner = self._ends.get(closed, NO_CALL)
            return ("chain", "", inner) if inner != NO_CALL else ("other", "", NO_CALL)
        if path is None:
            return "bare", "", NO_CALL
        plain = b"".join(path.group().split()).decode("utf-8", "replace").removeprefix("self::")
        receiver = plain.replace("::", ".").rstrip(".")
        if receiver == "self":
            return "this", "", NO_CALL
        return ("path", receiver, NO_CALL) if receiver else ("bare", "", NO_CALL)
