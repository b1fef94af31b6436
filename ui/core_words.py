"""What the search core says, in the language of the window.

The core speaks English wherever it runs; its sentences are matched against the patterns here, and what is none of
them stays as it is. Values stand in a pattern as ``{name}``.
"""

import re
from functools import cache

from ui.language import translate

SENTENCES = (
    "Meaning is not ready yet: these are the results by word.",
    "Meaning is not ready yet: this is the evidence by word.",
    "Meaning covers {share} of the files so far.",
    "Searched for {pairs}. Quotes search a word as it is typed.",
    "{key}: is not a filter",
    "{key}: has no value",
    "{key}:{value} is not known",
    "Did you mean {near} Filters are {known}. To search for the text, write {quoted}.",
    "Filters are {known}. To search for the text, write {quoted}.",
    "Write a value after it, such as {example}.",
    "Known are {values}.",
    "Nothing is called {name} in this index",
    "{name} stands for {n} things",
    "Name one of {names}",
    "Did you mean {near}",
    "The engine ended and was started again",
    "Nothing that was indexed is lost.",
    "Search by meaning is off: {reason}",
    "The model is {model} now: meaning is indexed again.",
    "{folder} is not there; what was indexed of it stays searchable.",
    "{folder} is part of the watched folder {outer}, which is brought up to date.",
    "{reason}; changes are looked for every few seconds instead.",
    "the engine (process {pid}) has ended",
    "Try again; it is started anew.",
    "the engine (process {pid}) has not answered for {time}",
    "End that process and try again.",
    "the engine has not answered for {time}",
    "Its log is in {folder}.",
    "the engine is ending",
    "Try again.",
    "internal error: {error}",
    "The log has the details.",
    "The index is damaged",
)
"""Those that a person meets most in the window; the first that fits counts."""


def core_words(text: str) -> str:
    """Return a sentence of the core in the language of the window, or as it is."""
    for sentence in SENTENCES:
        spoken = translate(sentence)
        if spoken != sentence and (found := _pattern(sentence).fullmatch(text)) is not None:
            return spoken.format(**found.groupdict())
    return text


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", sentence)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if place % 2 else re.escape(part) for place, part in enumerate(parts)), re.DOTALL
    )
