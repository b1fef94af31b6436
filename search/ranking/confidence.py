"""How probable it is that an answer, and each of its files, answers the query.

Both models are logistic regressions. They were fitted on 160 questions to eight checkouts, on questions to other
repositories and on questions about nothing that is code (`tests/benchmarks/questions`).
`tests/benchmarks/answers/confidence.py` fits them again and prints how far they can be trusted. In the fit eight
of ten questions have an answer.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.ranking.candidates import Floats

FITTED_WEIGHT = 0.8
"""Weight of meaning in the rank scores to which the model of files was fitted."""
NOTHING_HERE = 0.34
"""Confidence below which an answer says that nothing seems to answer: 3 of 160 real questions lie below it."""
NOTHING_HERE_BY_WORD = 0.37
"""The same without meaning."""
ABSENT_NAME = 6.0
"""Subtracted from the logit if a query looks up a name that occurs in no file, even if many of its parts do.

It takes an answer from 0.99, the surest of such lookups in indexes of other repositories, to 0.18. Misspelt names
are corrected before, so that no lookup of the own questions is concerned.
"""


@dataclass(frozen=True, slots=True)
class AnswerEvidence:
    """The evidence about the best files of an answer.

    Attributes:
        cosine: largest cosine of a chunk with the query, -1..1; None if meaning did not count.
        coverage: largest share of the query's words that a file holds, 0..1; rare words count more.
        unknown: share of the query's words that no file holds, by the same weights.
        named: a file defines a name in the query.
        absent: the query looks up names in code, and no file contains one of them.
    """

    cosine: float | None
    coverage: float
    unknown: float
    named: bool
    absent: bool = False

    @property
    def confidence(self) -> float:
        """Return the probability that the index holds an answer."""
        absent = ABSENT_NAME * self.absent
        if self.cosine is None:
            return _logistic(-0.96 + 5.47 * self.coverage - 2.72 * self.unknown + 5.66 * self.named - absent)
        of_words = 3.14 * self.coverage - 1.76 * self.unknown + 4.87 * self.named
        return _logistic(-5.52 + 15.6 * self.cosine + of_words - absent)

    @property
    def is_nothing(self) -> bool:
        """Return whether nothing seems to answer."""
        return self.confidence < (NOTHING_HERE_BY_WORD if self.cosine is None else NOTHING_HERE)


def file_confidences(
    answer: AnswerEvidence, cosine: Floats, coverage: Floats, lead: Floats, named: npt.NDArray[np.bool_]
) -> Floats:
    """Return (m,) the probability that each file answers; none is above that of the answer.

    Args:
        answer: the evidence about the best files.
        cosine: (m,) of the best chunk of each file.
        coverage: (m,) share of the query's words that each file holds.
        lead: (m,) rank score over the best rank score, at `FITTED_WEIGHT`.
        named: (m,) whether the file defines a name in the query.
    """
    if answer.cosine is None:
        logits = -7.19 + 1.97 * coverage + 6.35 * lead + 1.92 * named
    else:
        logits = -7.76 + 2.88 * cosine + 1.67 * coverage + 5.93 * lead + 2.06 * named
    return np.asarray(answer.confidence / (1.0 + np.exp(-logits)))


def inverse_frequency(documents: int, holding: int) -> float:
    """Return the idf of a word that ``holding`` of ``documents`` chunks hold, as in Lucene's BM25; above 0."""
    return math.log(1.0 + (documents - holding + 0.5) / (holding + 0.5))


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))
