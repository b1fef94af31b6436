"""Evidence from an index: a pipeline's steps, run in the scope that answers a question best."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from search.messages import NOTHING, Message
from search.pipeline.context_pieces import PieceMaker, covers
from search.pipeline.document_sources import DocumentSources, Sources
from search.pipeline.fetch_node_texts import HITS, candidates
from search.pipeline.named_first import NamedFirst
from search.pipeline.ranked_retrieval import RankedRetrieval, excluded_by
from search.pipeline.runner import Pipeline
from search.pipeline.state import PipelineState, Runtime, Step
from search.query.parse import ParsedQuery, parse
from search.retrieval.conditions import SCOPE_KEYS, constraints_of, filters_of, row_filter
from search.service.scope import asks_for_external, below_roots, named_as_in, within_root
from search.service.scope_filter import ScopeFilter
from search.service.search_service import SearchService
from search.types.context import ContextAnswer, ContextRequest
from search.types.files import Flag, Root
from search.types.filters import OWNER, Access, RowFilter
from search.types.query import RankSettings, Rerank, SearchQuery
from search.types.results import Ready
from search.types.retrieval import SearchType

BY_WORD = Message("context.without_meaning")


SMALL_BUDGET = 1_000
"""Tokens below which one text in the wrong place displaces the right one: some three chunks."""
LEAST_SHARE = 0.25
"""Share of the best file's confidence that a file needs to fill a small budget.

Without it the small texts that still fit are those of settings files and notes, whatever they are about. The same
holds for what the hits depend on: for 40 questions, 120 tokens held 62 texts of files that do not answer and no
line that does; with hits alone they held 6. So a small budget has hits only, and may stay empty.
"""
LARGE_BUDGET = 4_000
"""Tokens from which the third chunk of the best file comes before the second one of others.

For 60 questions to jq, leveldb and lobsters, 4,000 tokens have the answer's lines for 41 with it and 39 without.
"""
_EXPANSION = "expand_dependency_tree"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The result of a run of the pipeline, with its filters."""

    state: PipelineState
    rows: RowFilter


class ContextFinder:
    """Finds the evidence for a question: the first results of a search and their dependencies.

    Critical documents of the scope come first, relevant external ones last. A question that names no repository is
    answered from the one that holds the best file for it; external roots do not count for that.

    Args:
        pieces: gives what makes pieces of evidence under the filters of one request.
        sources: chooses critical and external documents.
        pipeline: its retrieval step is answered by the service; its text step gets the request's budget.
        index: services of the index other than search.
    """

    def __init__(
        self,
        pieces: Callable[[RowFilter], PieceMaker],
        sources: DocumentSources,
        service: SearchService,
        runtime: Runtime,
        pipeline: Pipeline,
        index: "ContextIndex",
    ) -> None:
        self._pieces = pieces
        self._sources = sources
        self._service = service
        self._runtime = runtime
        self._pipeline = pipeline
        self._index = index

    def find(self, request: ContextRequest) -> ContextAnswer:
        """Return the evidence; nothing found gives no pieces.

        Raises:
            QueryError: the text is empty, or a filter in it cannot be used here.
        """
        parsed = parse(request.text, filters=request.filters)
        parsed.require_searchable()
        parsed.require_no_ranges()
        meaning = self._index.has_meaning()
        answer = ContextAnswer(
            query=request.text,
            repository="",
            branch="",
            budget=request.budget,
            tokens=0,
            pieces=(),
            left_out=(),
            ready=self._index.ready(request.access.row_filter()),
            notes=() if meaning else (self._by_word(request.access),),
        )
        if not _words(parsed):
            return answer
        roots = self._index.roots()
        parsed = named_as_in(parsed, roots)
        root = None if asks_for_external(parsed) else self._root(request)
        scope = _scope_of(root, parsed, request.access, roots)
        critical = Sources()
        if root is not None:
            answer = replace(answer, repository=root.repository, branch=root.branch)
            critical = self._sources.critical(_words(parsed), scope, request.budget).without(excluded_by(parsed))
        left = request.budget - critical.tokens
        external = self._sources.external(_words(parsed), scope, left).without(excluded_by(parsed))
        hits = Sources()
        if root is not None and left > external.tokens:
            steps = self._steps(request.budget, left - external.tokens)
            hits = self._hits(request, steps, parsed, root, critical)
        parts = (critical, hits, external)
        return replace(
            answer,
            tokens=sum(part.tokens for part in parts),
            pieces=tuple(piece for part in parts for piece in part.pieces),
            left_out=tuple(item for part in parts for item in part.left_out),
        )

    def _by_word(self, access: Access) -> Message:
        """Return that the evidence is by word, or that search by meaning is off and why."""
        is_wanted = any(root.semantic for root in self._index.roots())
        off = self._index.meaning_off() if is_wanted and access == OWNER else NOTHING  # it names folders
        return off if off.code else BY_WORD

    def _root(self, request: ContextRequest) -> Root | None:
        """Return the root with the best file for the question, external ones left out."""
        filters = f"{request.filters} -is:{Flag.EXTERNAL.value}".lstrip()
        ranking = RankSettings(rerank=Rerank.NONE)
        query = SearchQuery(request.text, ranking, top=1, access=request.access, filters=filters)
        best = self._service.search(query).files
        if not best:
            return None
        scope = best[0].repository, best[0].branch
        return next((root for root in self._index.roots() if (root.repository, root.branch) == scope), None)

    def _steps(self, budget: int, left: int) -> tuple[Step, ...]:
        """Return the steps of the pipeline for a request's budget, of which some may be used already."""
        by_word = not self._index.has_meaning()
        steps = (step for step in self._pipeline.steps if budget >= SMALL_BUDGET or step.action != _EXPANSION)
        return tuple(_adapted(step, left, by_word=by_word) for step in steps)

    def _hits(
        self, request: ContextRequest, steps: Sequence[Step], parsed: ParsedQuery, root: Root, critical: Sources
    ) -> Sources:
        """Return the pieces of the pipeline, without lines that a critical document has already."""
        evidence = self._run(request, steps, parsed, root)
        state, maker = evidence.state, self._pieces(evidence.rows)
        whole = set(state.graph_seed_nodes).difference(state.retrieval_seed_nodes)
        made = maker.pieces(state.node_texts, instead=whole)
        pieces = [piece for piece in made if not any(covers(other, piece) for other in critical.pieces)]
        used_ids = {str(item["id"]) for item in state.node_texts}
        missing = [item for item in candidates(state, "balanced", HITS) if item not in used_ids | whole]
        return Sources(tuple(pieces), tuple(maker.left_out(missing, (*critical.pieces, *pieces))))

    def _run(self, request: ContextRequest, steps: Sequence[Step], parsed: ParsedQuery, root: Root) -> Evidence:
        scope = {"repository": root.repository, "branch": root.branch}
        conditions = [part for each in parsed.conditions for part in within_root(each, root, self._index.roots())]
        filters = {**constraints_of(conditions), **filters_of(request.access), **scope}
        state = PipelineState(
            last_model_response=json.dumps({"query": _words(parsed)}),
            repository=scope["repository"],
            branch=scope["branch"],
            retrieval_filters=filters,
        )
        texts = self._runtime.retrieval_backend
        is_small = request.budget < SMALL_BUDGET
        hits = RankedRetrieval(
            *(self._service, texts, parsed, request.access),
            filters=request.filters,
            least_share=LEAST_SHARE if is_small else 0.0,
            third_of_first=request.budget >= LARGE_BUDGET,
        )
        graph = NamedFirst(self._runtime.graph_provider, _words(parsed))
        runtime = replace(self._runtime, retrieval_backend=hits, graph_provider=graph)
        replace(self._pipeline, steps=tuple(steps)).run(state, runtime)
        return Evidence(state, row_filter(filters))


@dataclass(frozen=True, slots=True)
class ContextIndex:
    """The services of an index that the finder of evidence uses.

    Attributes:
        has_meaning: whether it can be searched by meaning; without it the retrieval is by word.
        ready: says which steps of the visible index answer already.
        roots: the watched folders and branches.
        meaning_off: returns that searching by meaning is off although it is enabled, and why.
    """

    has_meaning: Callable[[], bool]
    ready: Callable[[RowFilter], Ready]
    roots: Callable[[], Sequence[Root]]
    meaning_off: Callable[[], Message]


def _scope_of(root: Root | None, parsed: ParsedQuery, access: Access, roots: Sequence[Root]) -> ScopeFilter:
    """Return the scope of the documents; without a root it holds external documents alone."""
    conditions = tuple(below_roots(each, roots) for each in parsed.conditions if each.column not in SCOPE_KEYS)
    scope = ScopeFilter("-", "-", "-", access=access) if root is None else ScopeFilter.of_root(root, access)
    return scope.with_conditions(*conditions)


def _words(parsed: ParsedQuery) -> str:
    return parsed.words or " ".join(parsed.symbols)


def _adapted(step: Step, budget: int, *, by_word: bool) -> Step:
    if step.action == "fetch_node_texts":
        return Step(step.action, {**step.raw, "budget_tokens": budget, "seed_texts": HITS})
    if step.action == "search_nodes" and by_word:
        return Step(step.action, {**step.raw, "search_type": SearchType.BM25.value})
    return step
