"""Patterns for comparing a search for lines with ripgrep: of every kind, from the words of a checkout."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from search.types.lines import LineOptions

SEED = 29
"""Any number; the same one gives the same patterns for the same files."""

REGEX, CASE = LineOptions(regex=True), LineOptions(regex=True, match_case=True)
ACROSS = LineOptions(regex=True, match_case=True, multiline=True)

FIXED = {
    "class": (
        (r"[A-Z]{3,}_[A-Z_]+", CASE),
        (r"\d{4}-\d{2}-\d{2}", CASE),
        (r"0x[0-9a-f]+", REGEX),
        (r"\w+\(\)", CASE),
        (r"[^\x00-\x7f]", CASE),
        (r"[[:upper:]]{2}\d", CASE),
        (r"\bid\b", CASE),
        (r"\s{8}\S", CASE),
        (r"""(["'])[^"']*(["'])""", CASE),
        (r"[^\s\w]{6,}", CASE),
        (r"\D\d\D", CASE),
        (r"https?://[\w./-]+", CASE),
    ),
    "anchor": (
        (r"^import", CASE),
        (r";$", CASE),
        (r"^\s*$", CASE),
        (r"^$", CASE),
        (r"^\s+return\b", CASE),
        (r"\)$", CASE),
        (r"^#", CASE),
        (r"^.{100,}$", CASE),
        (r"\S\s+$", CASE),
        (r"^", CASE),
    ),
    "unicode": (
        ("é", CASE),
        ("[äöüß]", REGEX),
        (r"\p{Lu}\p{Ll}+é", CASE),
        (r"\p{Han}+", CASE),
        ("café|naïve|straße", REGEX),
        (r"\w+é\w*", CASE),
        ("ÉÀ|Ö", REGEX),
        (r"[\p{Greek}\p{Cyrillic}]{3,}", CASE),
        ("[\N{EN DASH}\N{EM DASH}\N{HORIZONTAL ELLIPSIS}]", CASE),
        (r"\s\w\s", CASE),
    ),
    "empty": ((r".*", CASE), (r"x*", CASE), ("(zq|)", CASE)),
    "multi-line": (
        (r"\{\n\s*\}", ACROSS),
        (r"\n\n\n", ACROSS),
        (r"\)\s*\n\s*\{", ACROSS),
        (r"(?s)return.{0,80}end", ACROSS),
        (r",\n\s+\w+\n", ACROSS),
        (r"(?m)^\s*//.*\n\s*//.*$", ACROSS),
        (r"[^;]\n\}", ACROSS),
        (r"\s+\n", ACROSS),
    ),
}

_WORD = re.compile(r"[A-Za-z_]\w{3,}")


@dataclass(frozen=True)
class Case:
    """A pattern of a kind."""

    kind: str
    pattern: str
    options: LineOptions


def cases_for(texts: Sequence[str]) -> list[Case]:
    """Return 75 patterns for files with these texts."""
    chosen = random.Random(SEED)
    words = sorted({word for text in texts for word in _WORD.findall(text)})
    lines = [line.strip() for text in texts for line in text.splitlines() if len(line.strip()) > len("return x")]

    def word() -> str:
        return chosen.choice(words)

    def part() -> str:
        line = chosen.choice(lines)
        start = chosen.randrange(len(line) - 6)
        return line[start : start + chosen.randint(3, 12)]

    made = [Case("literal", part(), LineOptions(match_case=True)) for _ in range(10)]
    made += [Case("literal, any case", word(), LineOptions()) for _ in range(7)]
    made += [Case("whole word", word(), LineOptions(match_case=True, whole_word=True)) for _ in range(5)]
    made += [Case("alternation", f"{word()}|{word()}|{word()}", CASE) for _ in range(4)]
    made += [Case("alternation", f"({word()}|{word()})\\s*[(.=]", REGEX) for _ in range(3)]
    made += [Case("class", f"{word()[:4]}\\w+", CASE) for _ in range(3)]
    fixed = [Case(kind, pattern, options) for kind, many in FIXED.items() for pattern, options in many]
    return made + fixed
