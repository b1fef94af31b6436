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

RELATIONS = (
    Wording(name=GRAPH_SIGNAL, label="Dependencies", sentence=phrase("{detail}")),
    Wording(name=USES_NAMED, label="Uses what is to change", sentence=phrase("uses what is to change: {detail}")),
    Wording(
        name=CHANGED_TOGETHER,
        label="Changed together with",
        sentence=phrase("changed in the same commits as {detail}"),
    ),
)
"""Signals from the dependency graph or the history, regardless of the words of a file."""

PARTS = (
    Wording(name="words", sentence=phrase("words: {detail} ({value:.2f})")),
    Wording(name="meaning", sentence=phrase("meaning, {detail} ({value:.2f})")),
    Wording(name="card", sentence=phrase("the file as a whole is about it ({value:.2f})")),
    Wording(
        name="names",
        sentence=phrase("names, references and commits count more where words alone decide"),
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
