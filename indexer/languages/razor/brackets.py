"""Where expressions and blocks of C# end, in the text of a page."""

import re

_STEP = re.compile(
    r"@?\$?@?\"\"\"(?:.{0,100000}?)\"\"\"|\$?@\"(?:[^\"]|\"\"){0,100000}\"|\$?\"(?:[^\"\\\n]|\\.){0,10000}\""
    r"|'(?:[^'\\\n]|\\.){1,9}'|//[^\n]*|/\*|[()\[\]{}]",
    re.DOTALL,
)
_OPENED = "([{"
_CLOSED = ")]}"
_CHAIN = re.compile(r"\??!?\.[A-Za-z_]\w*|!?(?=[(\[])")
_NAME = re.compile(r"[A-Za-z_]\w*")
_TYPE_ARGUMENTS = re.compile(r"<[\w.,?\[\] ]{1,200}>(?=\()")


def closing(text: str, start: int) -> int:
    """Return the index behind the bracket that closes the one at ``start``; the end of the text when none does."""
    depth, position = 0, start
    while (step := _STEP.search(text, position)) is not None:
        position = step.end()
        piece = step[0]
        if piece == "/*":
            position = _behind(text, "*/", position)
        elif piece in _OPENED:
            depth += 1
        elif piece in _CLOSED:
            depth -= 1
            if depth == 0:
                return position
    return len(text)


def expression_end(text: str, start: int) -> int:
    """Return where an expression such as ``Model.Items[0].Show(x)`` ends that begins with a name."""
    name = _NAME.match(text, start)
    position = name.end() if name else start
    while name:
        arguments = _TYPE_ARGUMENTS.match(text, position)
        position = arguments.end() if arguments else position
        link = _CHAIN.match(text, position)
        if link is None:
            break
        position = closing(text, link.end()) if link.end() < len(text) and link[0] in {"", "!"} else link.end()
    return position


def _behind(text: str, mark: str, position: int) -> int:
    end = text.find(mark, position)
    return len(text) if end < 0 else end + len(mark)
