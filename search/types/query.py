"""Queries: text, ranking settings and access rights."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from search.errors import BadInputError
from search.types.filters import OWNER, Access


class Mode(StrEnum):
    """Which signals find candidates."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    KEYWORD = "keyword"


class Fusion(StrEnum):
    """How the two signals become one score."""

    WEIGHTED = "weighted"
    RRF = "rrf"


class Aggregate(StrEnum):
    """How chunk scores become a file's score when structure is off."""

    MAX = "max"
    MEAN = "mean"
    SOFTMAX_ATTN = "softmax_attn"


class Rerank(StrEnum):
    """A stage after fusion over the first candidates."""

    NONE = "none"
    READER = "reader"
    """The reader that Dowse carries: its score is one of the parts of the rank score."""
    KEYWORD = "keyword"
    CROSS_ENCODER = "cross-encoder"

    @property
    def replaces_scores(self) -> bool:
        """Return whether the stage orders by scores of its own, in place of the rank score before it."""
        return self in {Rerank.KEYWORD, Rerank.CROSS_ENCODER}


class Threshold(StrEnum):
    """Which number of a file ``min_score`` is compared with."""

    CONFIDENCE = "confidence"
    RELEVANCE = "relevance"


DEFAULT_WEIGHT = 0.8
"""Share of the semantic signal, the profile ``semantic_focused``; see docs/benchmarks/quality-tables.md."""

RRF_K = 60
"""Rank offset of reciprocal rank fusion; Cormack, Clarke, Buettcher, SIGIR 2009."""

RRF_WEIGHT = 0.5
"""Weight at which both lists count the same, as in the formula; Dowse can lean to one of them."""

DEFAULT_TEMPERATURE = 0.1
"""Temperature of softmax attention over chunk scores in 0..1."""

MAX_TOP = 1000


def _require(*, holds: bool, field_name: str, value: object, rule: str) -> None:
    if not holds:
        raise BadInputError("value.out_of_range", name=field_name, value=repr(value), rule=rule)


@dataclass(frozen=True, slots=True)
class RankSettings:
    """Everything that turns returned scores into an order; the window applies it again while dragging.

    Attributes:
        weight: 0.0 is exactly the keyword order, 1.0 exactly the semantic order.
        structure: add the structural signals; off gives the plain formulas of the contract.
        min_score: drop files below it, 0..1.
        threshold: what ``min_score`` is compared with.
        rerank: the stage; ``reader`` is ``none`` where the reader does not apply, see `reads`.
        rerank_first: how many candidates a stage with scores of its own sees; the reader knows its number.
        collapse: show near-identical files as one; only with structure, for the plain formulas know none.
    """

    mode: Mode = Mode.HYBRID
    weight: float = DEFAULT_WEIGHT
    fusion: Fusion = Fusion.WEIGHTED
    rrf_k: int = RRF_K
    aggregate: Aggregate = Aggregate.MAX
    temperature: float = DEFAULT_TEMPERATURE
    structure: bool = True
    min_score: float = 0.0
    rerank: Rerank = Rerank.READER
    rerank_first: int = 50
    collapse: bool = True
    threshold: Threshold = Threshold.CONFIDENCE

    def __post_init__(self) -> None:
        """Refuse values outside their range.

        Raises:
            BadInputError: naming the field, the value and the range.
        """
        _require(holds=0.0 <= self.weight <= 1.0, field_name="weight", value=self.weight, rule="between 0 and 1")
        _require(
            holds=0.0 <= self.min_score <= 1.0,
            field_name="min_score",
            value=self.min_score,
            rule="between 0 and 1",
        )
        _require(holds=1 <= self.rrf_k <= MAX_TOP, field_name="rrf_k", value=self.rrf_k, rule="between 1 and 1000")
        _require(
            holds=0 < self.temperature < float("inf"),
            field_name="temperature",
            value=self.temperature,
            rule="above 0 and finite",
        )
        _require(
            holds=1 <= self.rerank_first <= MAX_TOP,
            field_name="rerank_first",
            value=self.rerank_first,
            rule="between 1 and 1000",
        )

    @property
    def reads(self) -> bool:
        """Return whether the reader takes part: both signals count, and structure is on."""
        both = self.mode is Mode.HYBRID and 0.0 < self.weight < 1.0
        return self.rerank is Rerank.READER and self.structure and both

    @property
    def effective_weight(self) -> float:
        """Return the weight that the mode implies: 0.0 for keyword, 1.0 for semantic, else ``weight``."""
        if self.mode is Mode.KEYWORD:
            return 0.0
        return 1.0 if self.mode is Mode.SEMANTIC else self.weight

    def without_meaning(self) -> "RankSettings":
        """Return settings for an answer that has no meaning: by word where these count meaning alone."""
        return self if self.effective_weight < 1.0 else replace(self, mode=Mode.HYBRID, weight=0.0)


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One question.

    Attributes:
        text: as typed, in the query language.
        top: how many files to return.
        all_candidates: return every candidate file beyond ``top`` too (without texts), for live re-ranking.
        explain: fill each file's ``why``.
        facets: count values of the filter columns over the candidates.
        like: an example that results resemble, instead of answering words: the identifier of a file or chunk, or a
            path of an indexed file, whole or its end, perhaps with ``:line``. It is none of its own answers. The
            ``text`` may then be empty; its filters narrow, and its words are looked up too.
        like_text: the same with a text of any kind, indexed or not.
        typed: apply the query language even to a text that looks pasted, such as a stack trace.
        pasted: take the text as plain words even if it looks typed; a last line of filters narrows it.
        filters: further filters of the query language, which narrow whatever the text looks like.
        grouped: return the first ``top`` code files and the first ``top`` documents, still in one order.
        reads_later: answer without the reader, and say in ``reading`` whether it could read.
        names_passages: name passages after the definition that matches also if the query holds no name; this takes
            a third of the time of a search, which a person who types would notice.
        series: name of a series of queries; a newer query of a series stops the reading for an older one.
    """

    text: str
    ranking: RankSettings = field(default_factory=RankSettings)
    top: int = 10
    access: Access = OWNER
    all_candidates: bool = False
    explain: bool = True
    facets: bool = False
    like: str = ""
    like_text: str = ""
    grouped: bool = False
    typed: bool = False
    reads_later: bool = False
    series: str = ""
    pasted: bool = False
    filters: str = ""
    names_passages: bool = False

    def __post_init__(self) -> None:
        """Refuse a top outside 1..1000, and two examples.

        Raises:
            BadInputError: naming the value.
        """
        if self.like and self.like_text:
            raise BadInputError("query.two_examples", value=repr(self.like))
        _require(holds=1 <= self.top <= MAX_TOP, field_name="top", value=self.top, rule="between 1 and 1000")

    @property
    def is_example(self) -> bool:
        """Return whether an example replaces the question."""
        return bool(self.like or self.like_text)
