"""The display texts of every part of a score, for the window and ``--explain``."""

from collections.abc import Mapping

from search.ranking.signals.demotions import DEMOTIONS
from search.ranking.signals.rule import Wording, phrase
from search.ranking.signals.rules import SIGNALS
from search.types.results import GRAPH_SIGNAL, Signal

USES_NAMED = "uses_named"
"""Signal of a file that uses something named in a question about what has to change."""
CHANGED_TOGETHER = "changed_together"
"""Signal of a file that commits changed together with the best answers."""

NAMED_PLACE = "named_place"
"""Signal of a file that a stack trace or another place in the query refers to."""
FORMATS_MESSAGE = "formats_message"
"""Signal of a file with a literal from which an error message in the query was formatted."""
SPELT_WITH_BLANKS = "spelt_with_blanks"
"""Signal of a file that defines the name which a short query spells with blanks."""

RELATIONS = (
    Wording(name=GRAPH_SIGNAL, label="Dependencies", sentence=phrase("{detail}")),
    Wording(name=USES_NAMED, label="Uses what is to change", sentence=phrase("uses what is to change: {detail}")),
    Wording(
        name=CHANGED_TOGETHER,
        label="Changed together with",
        sentence=phrase("changed in the same commits as {detail}"),
    ),
    Wording(name=NAMED_PLACE, label="Named in the trace", sentence=phrase("the text names {detail}")),
    Wording(
        name=FORMATS_MESSAGE,
        label="Makes the message",
        sentence=phrase('has the literal "{detail}", which gives {percent} of the message'),
    ),
    Wording(
        name=SPELT_WITH_BLANKS,
        label="Defines the name",
        sentence=phrase("defines {detail}, whose parts are the words of the query"),
    ),
)
"""Signals from the dependency graph, the history or pasted text, regardless of the words of a file."""

PARTS = (
    Wording(name="words", label="Words", sentence=phrase("words: {detail} ({value:.2f})")),
    Wording(name="meaning", label="Meaning", sentence=phrase("meaning, {detail} ({value:.2f})")),
    Wording(
        name="card",
        label="The file as a whole",
        sentence=phrase("the file as a whole matches the query ({value:.2f})"),
    ),
    Wording(
        name="names",
        label="Names, without meaning",
        sentence=phrase("names and references count more where words alone decide"),
    ),
    Wording(
        name="commits",
        label="Commits, without meaning",
        sentence=phrase("commits count more where words alone decide"),
    ),
    Wording(
        name="reader", label="Reader", sentence=phrase("the reader, question and text together ({value:.2f})")
    ),
    Wording(
        name="position",
        label="Placed by a rule",
        sentence=phrase("placed by a rule: it answers by name, or the best document moves up"),
    ),
)
"""Parts of a score that are not signals, see `search.ranking.explain`."""

_WORDINGS: Mapping[str, Wording] = {
    wording.name: wording for wording in (*SIGNALS, *DEMOTIONS, *RELATIONS, *PARTS)
}


def label_of(name: str) -> str:
    """Return the English label of a part of a score, or its name if it has no label."""
    wording = _WORDINGS.get(name)
    return wording.label if wording is not None and wording.label else name.replace("_", " ").capitalize()


def sentence_of(signal: Signal) -> str:
    """Return the line of a part of a score in ``--explain``."""
    wording = _WORDINGS.get(signal.name)
    return f"{signal.name} {signal.detail}".rstrip() if wording is None else wording.sentence(signal)
