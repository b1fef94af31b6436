"""Kinds of file that are demoted, each with its factor: questions seldom ask for a test, for example."""

from collections.abc import Sequence
from dataclasses import dataclass

from search.ranking.constants import (
    BARREL_FACTOR,
    CHANGELOG_FACTOR,
    DATA_FACTOR,
    DATA_FACTOR_FOR_REPORT,
    DOCUMENT_MOST_FOR_REPORT,
    EXAMPLE_FACTOR,
    GENERATED_FACTOR,
    TEST_FACTOR,
    TRANSLATION_FACTOR,
    VENDORED_FACTOR,
)
from search.ranking.signals.inputs import Question
from search.ranking.signals.rule import Wording, phrase
from search.types.files import CHANGELOG, DATA, Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class Demotion(Wording):
    """A kind of file that counts less.

    Attributes:
        factor: multiplier of its score.
        is_document: whether the factor that documents have for the question is multiplied with it.
        most_for_report: the largest factor if a report was pasted or a change is requested.
    """

    factor: float
    is_document: bool = False
    most_for_report: float = 1.0

    def factor_for(self, question: Question) -> float:
        """Return the multiplier for the answers to a question."""
        factor = self.factor * question.documents_count if self.is_document else self.factor
        return min(factor, self.most_for_report) if question.is_report else factor


DEMOTIONS = (
    Demotion(
        name=Flag.TEST.value,
        label="Test",
        sentence=phrase("a test, which was not asked for"),
        factor=TEST_FACTOR,
    ),
    Demotion(
        name=Flag.EXAMPLE.value,
        label="Example",
        sentence=phrase("an example, which was not asked for"),
        factor=EXAMPLE_FACTOR,
    ),
    Demotion(
        name=Flag.DOCUMENT.value,
        label="Document",
        sentence=phrase("a document, and code answers better"),
        factor=1.0,
        is_document=True,
        most_for_report=DOCUMENT_MOST_FOR_REPORT,
    ),
    Demotion(
        name=CHANGELOG,
        label="List of changes",
        sentence=phrase("a list of changes, which was not asked for"),
        factor=CHANGELOG_FACTOR,
        is_document=True,
        most_for_report=DOCUMENT_MOST_FOR_REPORT * CHANGELOG_FACTOR,
    ),
    Demotion(
        name=Flag.BARREL.value,
        label="Only passes on what others define",
        sentence=phrase("a file that only passes on what others define"),
        factor=BARREL_FACTOR,
    ),
    Demotion(
        name=Flag.VENDORED.value,
        label="Copy of somebody else's code",
        sentence=phrase("a copy of somebody else's code"),
        factor=VENDORED_FACTOR,
    ),
    Demotion(
        name=Flag.GENERATED.value,
        label="Generated",
        sentence=phrase("a generated file"),
        factor=GENERATED_FACTOR,
    ),
    Demotion(
        name=Flag.TRANSLATION.value,
        label="Messages in another language",
        sentence=phrase("messages in another language"),
        factor=TRANSLATION_FACTOR,
    ),
    Demotion(
        name=DATA,
        label="Settings or data",
        sentence=phrase("a file of settings or data"),
        factor=DATA_FACTOR,
        most_for_report=DATA_FACTOR_FOR_REPORT,
    ),
)

_BY_NAME = {demotion.name: demotion for demotion in DEMOTIONS}


def demotion_of(question: Question, flags: Sequence[str]) -> tuple[float, str]:
    """Return the smallest factor that applies and its flag; 1.0 and "" for a file that is not demoted.

    Factors are not multiplied: a test in an example is demoted once. A file of a kind that the question asks for
    is not demoted, but a changelog then still counts as a document.
    """
    wanted = question.wanted.intersection(flags)
    if not flags or wanted - {CHANGELOG}:
        return 1.0, ""
    known = (_BY_NAME[flag] for flag in flags if flag in _BY_NAME and flag not in wanted)
    return min(((kind.factor_for(question), kind.name) for kind in known), default=(1.0, ""))
