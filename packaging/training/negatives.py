"""Hard negatives: what the words of a question find in the same repository, and neighbours of the answer."""

import random
from collections import defaultdict

import numpy as np

from search.analysis.terms import query_terms
from search.retrieval.bm25 import LexicalIndex
from training.kinds import FEWEST_LETTERS, Kind, Pair
from training.sources import Passage, Snapshot

WANTED = 5
DEPTH = 60
"""Chunks that the words find; about the first 25 files."""
OF_TESTS_AND_DOCUMENTS = 2
"""At most so many of them: the ranking itself puts tests and documents behind code."""


class Negatives:
    """The passages of a snapshot, found by words."""

    def __init__(self, snapshot: Snapshot) -> None:
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

    def of(self, pair: Pair, chance: random.Random) -> list[Passage]:
        """Return `WANTED` passages of other files, the nearest ones more often; fewer if there are no more."""
        others = [passage for passage in self.by_words(pair.question) if passage.path not in pair.answers]
        names = set(pair.passage.symbols)
        others = [passage for passage in others if not names.intersection(passage.symbols) or not names]
        chosen: list[Passage] = []
        uncounted = pair.kind in {Kind.DOCUMENT, Kind.SECTION, Kind.HEADING}
        weights = np.array([1.0 / (4 + rank) for rank in range(len(others))])
        while len(chosen) < WANTED - 1 and weights.sum() > 0:
            position = chance.choices(range(len(others)), weights.tolist())[0]
            weights[position] = 0.0
            aside = sum(passage.path not in self._code for passage in chosen)
            if others[position].path in self._code or aside < OF_TESTS_AND_DOCUMENTS or uncounted:
                chosen.append(others[position])
        neighbours = self._by_folder[pair.passage.path.rpartition("/")[0]] or self._passages
        paths = pair.answers | {passage.path for passage in chosen}
        for _ in range(12):
            if len(chosen) == WANTED:
                break
            passage = chance.choice(neighbours if chance.random() < 0.8 else self._passages)
            if passage.path not in paths:
                chosen.append(passage)
                paths |= {passage.path}
        return chosen
