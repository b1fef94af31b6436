"""Finds the definition whose name a query spells with blanks: ``ping body limit`` for ``PING_BODY_LIMIT``."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from search.analysis.names import split_identifier
from search.query.parse import ParsedQuery
from search.ranking.signals.wordings import SPELT_WITH_BLANKS
from search.retrieval.corpus import Corpus
from search.service.candidate_files import CandidateFiles
from search.service.scope import Scope
from search.types.ids import ChunkId, FileId
from search.types.results import Signal

SPACED_SHARE = 0.25
"""Share of such a file, half of that of a name as it is spelt in the code."""
SPACED_BONUS = 0.5
"""Ranks the chunk with the definition first in its file."""
_WORDS = range(2, 6)
_MOST_FILES = 4
"""A name that more files define is a common term, such as ``get_name``, and no aim of a question."""
_JOINTS = ("_", "", "-")

ChunksDefining = Callable[[str, Scope], Sequence[ChunkId]]


@dataclass(frozen=True, slots=True)
class SpacedNames:
    """The names that a query spells with blanks, and the files and chunks that define them.

    Attributes:
        is_long: whether the names have three parts or more: such a file comes right behind the first one at least,
            while two words, such as "session timeout", rather ask for what they mean.
    """

    names: tuple[str, ...] = ()
    signals: Mapping[FileId, Signal] = field(default_factory=dict)
    chunks: tuple[ChunkId, ...] = ()
    is_long: bool = False

    def applied(self, files: CandidateFiles) -> CandidateFiles:
        """Return the files with these reasons."""
        marked = files.with_reasons(self.signals, pinned=False).with_bonus(frozenset(self.chunks), SPACED_BONUS)
        return marked.with_spelt(self.signals.keys()) if self.is_long else marked


def spaced_names(
    parsed: ParsedQuery, scope: Scope, corpus: Corpus, chunks_defining: ChunksDefining
) -> SpacedNames:
    """Return what defines the name whose parts are exactly the words of the query, in their order."""
    words = parsed.words.split()
    if len(words) not in _WORDS or parsed.symbols or parsed.phrases or parsed.excluded:
        return SpacedNames()
    signals: dict[FileId, Signal] = {}
    chosen: list[ChunkId] = []
    for joined in (joint.join(words) for joint in _JOINTS):
        with corpus.lock:
            spellings = corpus.catalogue.definitions.files_defining(joined)
            files = {file: name for file, name in spellings.items() if _are_parts(words, name)}
        chunks = chunks_defining(joined, scope) if files else ()
        with corpus.lock:
            of_files = corpus.catalogue.chunks_by_file(chunks)
        for file, of_file in of_files.items():
            if file in files:
                signals.setdefault(file, Signal(SPELT_WITH_BLANKS, 1.0, SPACED_SHARE, files[file]))
                chosen += of_file
    if len(signals) > _MOST_FILES:
        return SpacedNames()
    return SpacedNames(
        tuple({str(signal.reason) for signal in signals.values()}),
        signals,
        tuple(chosen),
        len(words) > _WORDS.start,
    )


def _are_parts(words: Collection[str], name: str) -> bool:
    """Return whether the words together are the whole parts of a name: ``on time`` is no ``ontime``."""
    parts = split_identifier(name)
    return len(parts) > 1 and [part for word in words for part in split_identifier(word)] == parts
