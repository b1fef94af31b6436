"""Headers of C# declarations: the text before a body, a value or a semicolon, read without a parser."""

import re
from typing import NamedTuple

from indexer.languages.csharp.brackets import OUTSIDE, UnclearError, after_bracket, checked

INK = re.compile(r"\S")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\#[^\n]*", re.DOTALL)
_OF_ASSEMBLY = re.compile(r"\[\s*(?:assembly|module)\s*:")
MODIFIERS = re.compile(
    r"(?:(?:public|private|protected|internal|static|abstract|sealed|virtual|override|readonly|const|partial|async"
    r"|new|extern|unsafe|required|volatile|file|ref|fixed|scoped)\b\s*)*"
)


class Header(NamedTuple):
    """A declaration up to the sign that ends its header.

    Attributes:
        start: of its first sign, an attribute's where it has some.
        text: without attributes and comments.
        called: the text before the parentheses of its parameters; empty without any.
        sign: ``{``, ``;``, ``=``, ``>`` of an arrow, ``}`` that closes what is around, or empty at the end.
        end: behind that sign.
    """

    start: int
    text: str
    called: str
    sign: str
    end: int


def header_at(text: str, position: int) -> Header:
    """Return the header of the declaration that comes next, one without a sign at the end of the text.

    Raises:
        UnclearError: brackets do not fit, or a string stands where none should.
    """
    return _Reader(text, position).read()


class _Reader:
    """Reads up to the sign that ends a header.

    A parenthesis outside of others opens the parameters where it follows a name, and a type behind a modifier.
    """

    def __init__(self, text: str, position: int) -> None:
        self._text = text
        self._position = position
        self._start = self._own = self._called = -1
        self._depth = 0

    def read(self) -> Header:
        """Do what `header_at` says."""
        text = self._text
        while (token := OUTSIDE.search(text, self._position)) is not None:
            position, sign = token.start(), text[token.start()]
            if self._start < 0:
                self._begin(position)
            self._position = token.end()
            if sign in "([" or (self._depth and sign == "{"):
                self._open(position, sign)
            elif sign in ")]" or (self._depth and sign == "}"):
                self._depth -= 1
                if self._depth < 0:
                    raise UnclearError
            elif sign not in "{};=":
                self._pass_over(token)
            elif not self._depth and not self._is_in_operator(position):
                return self._ended(position, sign)
        if self._start >= 0 or text[self._position :].strip():
            raise UnclearError
        return Header(-1, "", "", "", len(text))

    def _begin(self, position: int) -> None:
        if (ink := INK.search(self._text, self._position, position)) is not None:
            self._start = self._own = ink.start()

    def _is_in_operator(self, position: int) -> bool:
        text = self._text
        return (
            text[position] == "="
            and text[position + 1 : position + 2] != ">"
            and text.find("operator", self._own, position) >= 0
        )

    def _is_at_beginning(self, position: int) -> bool:
        return self._start < 0 or INK.search(self._text, self._own, position) is None

    def _open(self, position: int, sign: str) -> None:
        text = self._text
        if not self._depth and sign == "[" and self._is_at_beginning(position):
            self._start = self._start if self._start >= 0 else position
            self._own = self._position = after_bracket(text, self._position)
            if _OF_ASSEMBLY.match(text, position):
                self._start = -1
            return
        if self._start < 0:
            self._start = self._own = position
        if sign == "(" and not self._depth and self._called < 0 and _follows_name(text[self._own : position]):
            self._called = position
        self._depth += 1

    def _pass_over(self, token: re.Match[str]) -> None:
        checked(token)
        if not self._depth and self._text[token.start()] not in "/#":
            raise UnclearError
        if self._start >= 0 and not self._depth and self._is_at_beginning(token.start()):
            self._own = token.end()

    def _ended(self, position: int, sign: str) -> Header:
        text = self._text
        shown = _plain(text[self._own : position]) if self._start >= 0 else ""
        called = _plain(text[self._own : self._called]) if self._called >= 0 else ""
        is_arrow = sign == "=" and text.startswith(">", self._position)
        return Header(self._start, shown, called, ">" if is_arrow else sign, self._position + is_arrow)


def _plain(text: str) -> str:
    """Return a piece of a header without the comments in it."""
    return (_COMMENT.sub(" ", text) if "/" in text or "#" in text else text).strip()


def _follows_name(before: str) -> bool:
    before = before.rstrip()
    last = before[-1:]
    return last == ">" or ((last == "_" or last.isalnum()) and MODIFIERS.fullmatch(before) is None)
