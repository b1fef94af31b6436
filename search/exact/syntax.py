r"""Reads a regular expression: what every match must contain, and its form for text that is not ASCII.

RE2 checks the syntax; this module only reads what RE2 accepted. Where it meets a construct that it does not know,
it requires nothing, so that no file is ruled out.
"""

from dataclasses import dataclass

_UNICODE = {
    "w": r"\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}",
    "d": r"\p{Nd}",
    "s": r"\t\n\v\f\r \x{85}\p{Z}",
}
r"""Members of ``\w``, ``\d`` and ``\s`` in Unicode (UTS #18, annex C); RE2's own are those of ASCII."""

_OTHERS = {
    "W": r"\p{Cc}\p{Cf}\p{Co}\p{No}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}\p{Z}",
    "D": r"\p{C}\p{L}\p{M}\p{Nl}\p{No}\p{P}\p{S}\p{Z}",
    "S": r"\x00-\x08\x0e-\x1f\x7f-\x{84}\x{86}-\x{9f}\p{Cf}\p{Co}\p{L}\p{M}\p{N}\p{P}\p{S}",
}
"""What is in none of them, by category: a class cannot hold the complement of several others."""

_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}
_ASSERTIONS = frozenset("bBAz")
_QUANTIFIERS = frozenset("*+?{")


@dataclass(frozen=True, slots=True)
class All:
    """Every one of these is required."""

    of: tuple["Need", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these is required."""

    of: tuple["Need", ...]


Need = str | All | AnyOf
"""The text that a match requires: a literal, or a combination."""

NOTHING = All(())
"""No requirement: every text may match."""


@dataclass(frozen=True, slots=True)
class PatternSyntax:
    r"""Properties of a pattern that are known without matching it.

    Attributes:
        need: what every matching text contains; the case of its letters is to be ignored.
        unicode: the pattern with the Unicode members of ``\w``, ``\d`` and ``\s``.
        spans_lines: whether it names a line end or lets the dot match one.
    """

    need: Need
    unicode: str
    spans_lines: bool


def syntax_of(pattern: str) -> PatternSyntax:
    """Return the properties of a pattern that RE2 accepts."""
    reader = _Reader(pattern)
    try:
        need = reader.alternation()
        if not reader.ended:
            need = NOTHING
    except _UnknownError:
        return PatternSyntax(NOTHING, pattern, "\n" in pattern or r"\n" in pattern)
    return PatternSyntax(need, "".join(reader.unicode), reader.spans_lines)


class _UnknownError(Exception):
    """The pattern has a construct that this module does not know."""


class _Reader:
    """Reads a pattern from left to right.

    Attributes:
        unicode: parts of the pattern for text that is not ASCII.
        spans_lines: see `PatternSyntax`.
    """

    def __init__(self, pattern: str) -> None:
        self._pattern, self._at = pattern, 0
        self.unicode: list[str] = []
        self.spans_lines = False

    @property
    def ended(self) -> bool:
        return self._at >= len(self._pattern)

    def alternation(self) -> Need:
        branches = [self._sequence()]
        while self._peek() == "|":
            self._copy(1)
            branches.append(self._sequence())
        if NOTHING in branches:
            return NOTHING
        return branches[0] if len(branches) == 1 else AnyOf(tuple(branches))

    def _sequence(self) -> Need:
        needs: list[Need] = []
        run = ""
        while not self.ended and self._peek() not in "|)":
            literal, need = self._atom()
            quantified, least = self._quantifier()
            if literal and not quantified:
                run += literal
                continue
            run += literal if least else ""
            needs += [run] if run else []
            run = ""
            needs += [need] if least and need != NOTHING else []
        needs += [run] if run else []
        return needs[0] if len(needs) == 1 else All(tuple(needs))

    def _atom(self) -> tuple[str, Need]:
        """Return the next literal, or else the requirement of a group or class."""
        sign = self._peek()
        if sign == "(":
            return "", self._group()
        if sign == "[":
            self._class()
            return "", NOTHING
        if sign == "\\":
            return self._escape(), NOTHING
        self._copy(1)
        if sign == "\n":
            self.spans_lines = True
        return ("" if sign in ".^$" else sign), NOTHING

    def _quantifier(self) -> tuple[bool, bool]:
        """Return whether a quantifier comes next, and whether it requires the atom before it."""
        sign = self._peek()
        if not sign or sign not in _QUANTIFIERS:
            return False, True
        required = sign == "+"
        if sign == "{":
            end = self._pattern.find("}", self._at)
            least, _, most = self._pattern[self._at + 1 : end].partition(",")
            if end < 0 or not least.isdigit() or not (most.isdigit() or not most):
                return False, True
            required = int(least) > 0
            self._copy(end - self._at)
        self._copy(1)
        if self._peek() == "?":
            self._copy(1)
        return True, required

    def _group(self) -> Need:
        self._copy(1)
        if self._peek() == "?":
            end = min(at for sign in ":)>" if (at := self._pattern.find(sign, self._at)) > 0)
            head = self._pattern[self._at : end]
            self._copy(end + 1 - self._at)
            if head[1:2] not in {"P", "<"}:
                self.spans_lines |= "s" in head.partition("-")[0]
                if self._pattern[end] == ")":
                    return NOTHING
        need = self.alternation()
        if self._peek() != ")":
            raise _UnknownError
        self._copy(1)
        return need

    def _class(self) -> None:
        self._copy(2 if self._pattern.startswith("[^", self._at) else 1)
        first = True
        while first or self._peek() != "]":
            if self.ended:
                raise _UnknownError
            first = False
            if self._pattern.startswith("[:", self._at):
                self._copy(self._pattern.index(":]", self._at) + 2 - self._at)
            elif self._peek() == "\\":
                self._escape(in_class=True)
            else:
                self._copy(1)
        self._copy(1)

    def _escape(self, *, in_class: bool = False) -> str:
        """Skip an escape and return the literal that it denotes; empty for a class or an assertion."""
        sign = self._pattern[self._at + 1]
        if sign in _UNICODE:
            self._at += 2
            self.unicode.append(_UNICODE[sign] if in_class else f"[{_UNICODE[sign]}]")
            return ""
        if sign.lower() in _UNICODE:
            self._at += 2
            self.unicode.append(_OTHERS[sign] if in_class else f"[^{_UNICODE[sign.lower()]}]")
            return ""
        if sign in "pP":
            closing = self._pattern.find("}", self._at) + 1
            self._copy(closing - self._at if self._pattern.startswith("{", self._at + 2) else 3)
            return ""
        if sign.isalnum() and sign not in _ASSERTIONS and sign not in _CONTROLS:
            raise _UnknownError
        self._copy(2)
        self.spans_lines |= sign == "n" and not in_class
        return "" if sign in _ASSERTIONS else _CONTROLS.get(sign, sign)

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _copy(self, count: int) -> None:
        self.unicode.append(self._pattern[self._at : self._at + count])
        self._at += count
