"""Where brackets, statements and strings of C# end, without its syntax."""

import re

_TEXT = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_HOLE = rf'\{{(?:[^{{}}"]|{_TEXT}|\{{[^{{}}"]*\}})*+\}}'
"""An expression inside of a string; it may hold strings, which hold none of their own."""

_FILLED = rf'(?:[^"{{]|""|\{{\{{|{_HOLE})*+"'
_OPAQUE = (
    r"//[^\n]*(?:\n[ \t]*//[^\n]*)*+"
    r"|/\*.*?(?:\*/|\Z)"
    r"|\#(?P<odd>(?![ \t]*(?:region|endregion|pragma|nullable|warning|line)\b))?[^\n]*"
    r'|"""(?P<quotes>"?)(?!").*?(?:"""(?P=quotes)|\Z)'
    rf"|{_TEXT}"
    r"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'"
    r'|@"[^"]*+(?:""[^"]*+)*+(?:"|\Z)'
    rf'|\$"(?:[^"\\{{\n]|\\.|\{{\{{|{_HOLE})*+"'
    rf'|\$@"{_FILLED}'
    rf'|@\$"{_FILLED}'
    r"|\"|'"
)
"""Comments, directives and strings; behind an ``odd`` directive or a quote alone only the whole syntax tells.

Each alternative begins with a plain sign, so that the text between is passed over in C. None is tried twice, so
that no text takes long.
"""

OUTSIDE = re.compile(_OPAQUE + r"|\{|\}|\(|\)|\[|\]|;|=", re.DOTALL)
"""What ends or opens something between declarations."""

_BRACES = re.compile(_OPAQUE + r"|\{|\}", re.DOTALL)


class UnclearError(Exception):
    """Only the whole syntax tells."""


def checked(token: re.Match[str]) -> None:
    """Refuse code that is there under a condition, and a string that does not end where it should.

    Raises:
        UnclearError: it is such.
    """
    if token.lastgroup == "odd" or token.end() - token.start() == 1:
        raise UnclearError


def after_block(text: str, position: int) -> int:
    """Return where the braces end that were opened just before ``position``.

    Raises:
        UnclearError: they do not.
    """
    depth = 1
    for token in _BRACES.finditer(text, position):
        sign = text[token.start()]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                return token.end()
        else:
            checked(token)
    raise UnclearError


def after_bracket(text: str, position: int) -> int:
    """Return where the bracket of any kind ends that was opened just before ``position``.

    Raises:
        UnclearError: it does not.
    """
    return _after(text, position, 1)


def after_value(text: str, position: int) -> int:
    """Return the place behind the next semicolon outside of brackets.

    Raises:
        UnclearError: there is none.
    """
    return _after(text, position, 0)


def _after(text: str, position: int, opened: int) -> int:
    depth = opened
    for token in OUTSIDE.finditer(text, position):
        sign = text[token.start()]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth < 0:
                break
            if opened and not depth:
                return token.end()
        elif sign == ";" and not depth:
            return token.end()
        elif sign not in ";=":
            checked(token)
    raise UnclearError
