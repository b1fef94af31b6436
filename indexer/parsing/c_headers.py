"""Tells headers of C++ from those of C, which are both called ``.h``, by what only C++ can contain."""

import re

EXTENSIONS = (".h",)
"""Headers of both languages are called so; those of ``.hpp`` and the like are of C++ by their name."""

_MAY_BE = re.compile(
    r"::|\b(?:class|namespace|template|using|virtual|operator|public|protected|private)\b|_cast<|include *<\w+>"
)
"""What every header of C++ that is recognised has somewhere, if only in a comment."""

_HIDDEN = re.compile(
    r"//(?:[^\\\n]|\\(?:\r?\n|.))*|/\*.*?(?:\*/|\Z)"
    r"|R\"(?P<fence>[^()\\\s\"]{0,16})\(.*?(?:\)(?P=fence)\"|\Z)|\"(?:[^\"\\\n]|\\.)*\"?|(?<!\w)'(?:[^'\\\n]|\\.)*'?"
    r"|\[\[[^\]\n]*\]\]",
    re.DOTALL,
)
"""Comments, literals, and attributes, whose names have ``::`` in C too."""

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w*)((?:[^\\\n]|\\(?:\r?\n|.))*)", re.MULTILINE)

_CPLUSPLUS = re.compile(
    r"^[ \t]*(?:(?:enum[ \t]+)?class[ \t]+\w[\w \t]*(?:[:{;]|$)|(?:inline[ \t]+)?namespace\b[\w: \t]*(?:\{|$)"
    r"|template[ \t]*<|(?:public|private|protected)(?:[ \t]+\w+)?[ \t]*:|using[ \t]+(?:namespace\b|\w+[ \t]*=)"
    r"|virtual[ \t]+\w)"
    r"|\w[ \t]*(?:<[\w:*&, \t]*>)?::[ \t]*~?[A-Za-z_]|\b(?:static|dynamic|const|reinterpret)_cast<"
    r"|\boperator[ \t]*(?:[-+*/%^&|~!=<>]|\(\)|\[\]|new\b|delete\b)",
    re.MULTILINE,
)
"""What code of C++ has and code of C cannot."""

_NEGATED = re.compile(r"![ \t]*(?:defined[ \t]*\(?[ \t]*)?__cplusplus")

_STANDARD_HEADER = re.compile(r"[ \t]*<[a-z_]+>")
"""``<string>``: in C the names of all headers end with an extension."""


def is_cplusplus_header(path: str, text: str) -> bool:
    """Return whether a header is one of C++, by what it has for a compiler of either language.

    What stands behind ``#ifdef __cplusplus`` says nothing: there headers of C speak to C++.
    """
    if not path.lower().endswith(EXTENSIONS) or not _MAY_BE.search(text):
        return False
    return _is_cplusplus(_HIDDEN.sub(lambda match: "\n" * match.group().count("\n") or " ", text))


def _is_cplusplus(code: str) -> bool:
    parts: list[str] = []
    languages: list[str] = []
    """Of each open condition, the language in which its branch is compiled; empty where it is either."""
    end = 0
    for match in _DIRECTIVE.finditer(code):
        if "cpp" not in languages:
            parts.append(code[end : match.start()])
        end = match.end()
        word, rest = match.groups()
        if word.startswith("if"):
            languages.append(_language_of(word, rest))
        elif word.startswith("el") and languages:
            languages[-1] = {"c": "cpp", "cpp": "c"}.get(languages[-1], _language_of(word, rest))
        elif word == "endif" and languages:
            languages.pop()
        elif word == "include" and "cpp" not in languages and _STANDARD_HEADER.match(rest):
            return True
    if "cpp" not in languages:
        parts.append(code[end:])
    return _CPLUSPLUS.search("\n".join(parts)) is not None


def _language_of(word: str, condition: str) -> str:
    if "__cplusplus" not in condition:
        return ""
    return "c" if word == "ifndef" or _NEGATED.search(condition) else "cpp"
