"""The first comment of a file that says something of it, and no licence."""

import re
from functools import lru_cache

COMMENT_CHARS = 380
"""Characters of the first comment: with the names about what the encoder reads."""

_SEARCHED_CHARS = 20_000
"""A file says what it is about near its beginning."""

_LINE_MARKS = {
    r"\#+(?!!)": (
        "python cython ruby bash fish perl r julia elixir crystal nim yaml toml make cmake dockerfile powershell"
        " awk terraform nix starlark graphql ignore ini"
    ),
    "--+": "sql lua haskell elm ada vhdl",
    ";+": "lisp scheme clojure assembly",
    "%+": "erlang prolog latex",
    "'+": "visualbasic",
    "!+": "fortran",
}
"""What begins a comment to the end of the line -> languages; ``//`` in all others."""

_BLOCKS = {
    r'"""(.*?)"""': "python cython elixir julia crystal graphql",
    r"'''(.*?)'''": "python cython",
    r"\{-(.*?)-\}": "haskell elm",
    r"--\[\[(.*?)\]\]": "lua",
    r"\(\*(.*?)\*\)": "ocaml fsharp pascal",
    r"<\#(.*?)\#>": "powershell",
    r"@\*(.*?)\*@": "razor",
    "<!--(.*?)-->": "html xml vue svelte markdown razor msbuild template",
}
"""Comments from one mark to another -> languages; ``/* */`` in all others and in SQL."""

_MARK_LANGUAGES = {language: mark for mark, names in _LINE_MARKS.items() for language in names.split()}
_LICENCE = re.compile(
    r"copyright|licen[cs]e|spdx|all rights reserved|warrant(?:y|ies)|permission is hereby|redistribution",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"^\s*(?:!|-\*-|eslint|pylint|ruff:|noqa|vim?:|#?(?:end)?region\b|pragma|type:|coding[:=]|[-=*#~_/]{3,}\s*$)",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?\w+[^<>]*>")
_LEADING = re.compile(r"^[ \t]*\*+[ \t]?")


def first_comment(text: str, language: str) -> str:
    """Return the first comment or docstring that is no licence, in one line; empty when there is none."""
    mark, comment = _patterns(language)
    for match in comment.finditer(text[:_SEARCHED_CHARS]):
        raw = next((group for group in match.groups() if group is not None), match[0])
        lines = (_LEADING.sub("", mark.sub("", line)) for line in raw.split("\n"))
        words = _TAG.sub(" ", " ".join(line for line in lines if not _NOISE.match(line)))
        said = " ".join(words.split())
        if len(said) > 1 and not _LICENCE.search(said):
            return said[:COMMENT_CHARS]
    return ""


@lru_cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what begins a line comment, and what finds any comment, with the inside of a block as its group."""
    line = _MARK_LANGUAGES.get(language, "//+!?")
    blocks = [block for block, names in _BLOCKS.items() if language in names.split()]
    if not blocks or language in {"sql", "razor", "vue", "svelte"}:
        blocks.append(r"/\*+(.*?)\*/")
    lines = rf"(?:^[ \t]*{line}[^\n]*\n?)+"
    return re.compile(rf"^[ \t]*{line}[ \t]?"), re.compile("|".join([*blocks, lines]), re.DOTALL | re.MULTILINE)
