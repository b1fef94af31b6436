"""Evidence from an index: a pipeline's steps, run in the scope that answers a question best."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from search.messages import Message
from search.pipeline.context_pieces import PieceMaker
from search.pipeline.fetch_node_texts import HITS, candidates
from search.pipeline.ranked_retrieval import RankedRetrieval
from search.pipeline.runner import Pipeline
from search.pipeline.state import PipelineState, Runtime, Step
from search.query.parse import ParsedQuery, parse
from search.retrieval.backend import SearchType
from search.retrieval.conditions import constraints_of, filters_of, row_filter
from search.service.search_service import SearchService
from search.types.context import ContextAnswer, ContextRequest, LeftOut
from search.types.filters import RowFilter
from search.types.query import SearchQuery
from search.types.results import Ready

BY_WORD = Message("context.without_meaning")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a run of the pipeline left, with the filters it ran under."""

    state: PipelineState
    rows: RowFilter


class ContextFinder:
    """Finds the evidence for a question: what a search shows first, and what that depends on.

    A question that names no repository is answered from the one that holds the best file for it.

    Args:
        pieces: gives what makes pieces of evidence under the filters of one request.
        pipeline: its retrieval step is answered by the service; its text step gets the request's budget.
        has_meaning: whether the index can be searched by meaning; without it the retrieval is by word.
        ready: says which steps of the index answer already.
    """

    def __init__(
        self,
        pieces: Callable[[RowFilter], PieceMaker],
        service: SearchService,
        runtime: Runtime,
        pipeline: Pipeline,
        has_meaning: Callable[[], bool],
        ready: Callable[[], Ready],
    ) -> None:
        self._pieces = pieces
        self._service = service
        self._runtime = runtime
        self._pipeline = pipeline
        self._has_meaning = has_meaning
        self._ready = ready

    def find(self, request: ContextRequest) -> ContextAnswer:
        """Return the evidence; nothing found gives no pieces.

        Raises:
            QueryError: the text is empty, or a filter in it cannot be used here.
        """
        parsed = parse(request.text)
        parsed.require_searchable()
        best = self._service.search(SearchQuery(request.text, top=1, access=request.access)).files
        meaning = self._has_meaning()
        empty = ContextAnswer(
            query=request.text,
            repository="",
            branch="",
            budget=request.budget,
            tokens=0,
            pieces=(),
            left_out=(),
            ready=self._ready(),
            notes=() if meaning else (BY_WORD,),
        )
        if not best or not _words(parsed):
            return empty
        scope = {"repository": best[0].repository, "branch": best[0].branch}
        evidence = self._run(request, parsed, scope, by_word=not meaning)
        return self._answered(replace(empty, repository=best[0].repository, branch=best[0].branch), evidence)

    def _run(
        self, request: ContextRequest, parsed: ParsedQuery, scope: Mapping[str, str], *, by_word: bool
    ) -> Evidence:
        filters = {**constraints_of(parsed.conditions), **filters_of(request.access), **scope}
        state = PipelineState(
            last_model_response=json.dumps({"query": _words(parsed)}),
            repository=scope["repository"],
            branch=scope["branch"],
            retrieval_filters=filters,
        )
        steps = tuple(_adapted(step, request.budget, by_word=by_word) for step in self._pipeline.steps)
        hits = RankedRetrieval(self._service, self._runtime.retrieval_backend, parsed, request.access)
        replace(self._pipeline, steps=steps).run(state, replace(self._runtime, retrieval_backend=hits))
        return Evidence(state, row_filter(filters))

    def _answered(self, answer: ContextAnswer, evidence: Evidence) -> ContextAnswer:
        state = evidence.state
        maker = self._pieces(evidence.rows)
        whole = set(state.graph_seed_nodes).difference(state.retrieval_seed_nodes)
        pieces = maker.pieces(state.node_texts, instead=whole)
        used_ids = {str(item["id"]) for item in state.node_texts}
        missing = [item for item in candidates(state, "balanced", HITS) if item not in used_ids | whole]
        sizes = maker.tokens_of(missing)
        return replace(
            answer,
            tokens=sum(piece.tokens for piece in pieces),
            pieces=tuple(pieces),
            left_out=tuple(LeftOut(item, sizes[item]) for item in missing if item in sizes),
        )


def _words(parsed: ParsedQuery) -> str:
    return parsed.words or " ".join(parsed.symbols)


def _adapted(step: Step, budget: int, *, by_word: bool) -> Step:
    if step.action == "fetch_node_texts":
        return Step(step.action, {**step.raw, "budget_tokens": budget, "seed_texts": HITS})
    if step.action == "search_nodes" and by_word:
        return Step(step.action, {**step.raw, "search_type": SearchType.BM25.value})
    return step
