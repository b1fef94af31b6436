"""Hard negatives: what the words of a question find in the same repository, and neighbours of the answer."""

import random
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from itertools import zip_longest

from search.analysis.terms import query_terms
from search.retrieval.bm25 import LexicalIndex
from training.kinds import FEWEST_LETTERS, Kind, Pair
from training.lists import NEIGHBOURS, OTHERS
from training.meaning import Meaning
from training.sources import Passage, Snapshot

DEPTH = 80
"""Chunks that the words find; about the first 30 files."""


class Negatives:
    """The passages of a snapshot, found by words and by meaning.

    Args:
        snapshot: of a repository.
        bf16: let the encoder multiply in bfloat16.
    """

    def __init__(self, snapshot: Snapshot, *, bf16: bool = False) -> None:
        self._name, self._bf16 = snapshot.name, bf16
        self._passages = [
            passage for file in snapshot.files for passage in file.passages if len(passage.text) >= FEWEST_LETTERS
        ]
        self._code = {file.path for file in snapshot.files if file.may_answer}
        self._by_folder: defaultdict[str, list[Passage]] = defaultdict(list)
        for passage in self._passages:
            if passage.path in self._code:
                self._by_folder[passage.path.rpartition("/")[0]].append(passage)
        self._of_id = {f"{position:07d}": passage for position, passage in enumerate(self._passages)}
        self._index = LexicalIndex.build((name, passage.terms) for name, passage in self._of_id.items())

    def by_words(self, question: str) -> list[Passage]:
        """Return the best passage of each file that the words find, best first."""
        terms = query_terms(question)
        scores = self._index.scores(terms)
        names, _ = self._index.best(scores, None, DEPTH)
        best: dict[str, Passage] = {}
        for name in names:
            passage = self._of_id[name]
            best.setdefault(passage.path, passage)
        return list(best.values())

    def best_of(self, question: str, path: str) -> Passage | None:
        """Return the passage of a file that the words of a question find first among the best ones."""
        return next((passage for passage in self.by_words(question) if passage.path == path), None)

    def of(self, pair: Pair) -> list[Passage]:
        """Return passages of other files that the words of the question find, the nearest first.

        Half of those of a written question, which shares few words with its answer, are found by the encoder.
        At most a third are tests and documents, which the ranking itself puts behind code, unless the answer is
        one of them or named by one.
        """
        names = set(pair.passage.symbols)
        uncounted = pair.kind in {Kind.DOCUMENT, Kind.SECTION, Kind.HEADING, Kind.WRITTEN}
        chosen: list[Passage] = []
        aside = 0
        by_words = self.by_words(pair.question)
        for passage in self._with_meaning(by_words, pair) if pair.kind is Kind.WRITTEN else by_words:
            if passage.path in pair.answers or names.intersection(passage.symbols):
                continue
            if passage.path not in self._code and not uncounted:
                if aside > len(chosen) // 3:
                    continue
                aside += 1
            chosen.append(passage)
            if len(chosen) == OTHERS:
                break
        return chosen

    def _with_meaning(self, by_words: list[Passage], pair: Pair) -> list[Passage]:
        by_meaning = self._meaning.nearest(pair.question, pair.passage, OTHERS)
        best: dict[str, Passage] = {}
        for passages in zip_longest(by_words, by_meaning):
            for passage in passages:
                if passage is not None:
                    best.setdefault(passage.path, passage)
        return list(best.values())

    @cached_property
    def _meaning(self) -> Meaning:
        chance = random.Random(self._name)  # noqa: S311 -- a choice that can be made again
        return Meaning(self._passages, chance, bf16=self._bf16)

    def neighbours(self, pair: Pair, left_out: Iterable[str], chance: random.Random) -> list[Passage]:
        """Return passages of other files of the answer's folder, of any folder where it has too few.

        Args:
            pair: a question with its answer.
            left_out: paths of files that are left out.
            chance: which ones.
        """
        near = self._by_folder[pair.passage.path.rpartition("/")[0]] or self._passages
        paths, chosen = pair.answers | set(left_out), []
        for _ in range(3 * NEIGHBOURS):
            passage = chance.choice(near if chance.random() < 0.8 else self._passages)
            if passage.path not in paths:
                chosen.append(passage)
                paths |= {passage.path}
            if len(chosen) == NEIGHBOURS:
                break
        return chosen
