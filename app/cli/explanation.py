"""A file's place in words and numbers, for ``dowse search --explain``."""

from collections.abc import Iterator

from search.ranking.explain import explanation
from search.types.query import RankSettings
from search.types.results import FileHit, Signal

_SENTENCES = {
    "words": "words: {detail}",
    "meaning": "meaning, {detail}",
    "card": "the file as a whole is about it",
    "graph": "{detail}",
    "exact_definition": "defines {detail}",
    "definition_coverage": "defines {detail}, of whose words {percent} are asked for",
    "qualified_name": "is called {detail}, as a qualified name in the query ends",
    "file_name_coverage": "{percent} of the query's words are in the file's name",
    "file_name_precision": "{percent} of the file name's words are asked for",
    "names": "names, references and commits count more where words alone decide",
    "mentioned": "defines {detail}, which the best matches name",
    "referred_to": "referred to by {detail} files",
    "history": "changed with: {detail}",
    "uses_named": "uses what is to change: {detail}",
    "changed_together": "changed in the same commits as {detail}",
    "terms_held": "the file as a whole holds {percent} of the query's words",
}
"""What each signal says; one that is not here is told by its name."""

_KINDS = {
    "test": "a test, which was not asked for",
    "example": "an example, which was not asked for",
    "document": "a document, and code answers better",
    "vendored": "a copy of somebody else's code",
    "generated": "a generated file",
    "translation": "messages in another language",
    "data": "a file of settings or data",
}
"""What a file is whose score is lowered."""


def explained(hit: FileHit, settings: RankSettings) -> Iterator[str]:
    """Yield the lines that say where the file's score comes from, largest share first."""
    told = explanation(hit, settings)
    for part in sorted(told.parts, key=lambda part: -part.share):
        yield f"+{part.share:.3f}  {_sentence(part)}"
    if told.factor < 1.0:
        yield f"*{told.factor:.3f}  is {_KINDS.get(told.demoted_as, told.demoted_as)}"
    yield f"={told.total:.3f}  {_place(hit, told.total)}"


def _sentence(part: Signal) -> str:
    if part.name == "history" and not part.detail:
        return "a document, and commits speak of the question: code gains as much on average"
    if part.name == "referred_to" and part.detail == "1":
        return "referred to by 1 file"
    pattern = _SENTENCES.get(part.name, "{name} {detail}")
    sentence = pattern.format(name=part.name, detail=part.detail, percent=f"{part.value:.0%}")
    return f"{sentence} ({part.value:.2f})" if part.name in {"words", "meaning", "card"} else sentence


def _place(hit: FileHit, total: float) -> str:
    if hit.reranked is not None:
        return f"put at {hit.reranked:.3f} by the stage after it"
    if hit.pinned:
        return "and first in any case: it answers by name"
    return f"scaled to {hit.score:.3f}" if abs(hit.score - total) >= 0.0005 else "its score"
