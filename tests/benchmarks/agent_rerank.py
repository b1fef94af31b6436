"""What reranking does to the agent's contexts: ``python tests/benchmarks/agent_rerank.py --corpora DIR``.

Asks the agent the questions of the sample corpus and of `tests/benchmarks/questions`, fused alone, and with the
words of the candidates or the packaged reader at several weights against the fused score. Prints the mean
reciprocal rank of the first context from a file that answers. Folders as in `fusion_weights`.
"""

import asyncio
import logging
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import structlog
from benchmarks.fusion_weights import Corpus, corpora, options_from, reciprocal_rank, with_its_index

from app.core.local_core import LocalCore
from app.core.reader_slot import reader_of
from app.core.rerank_model import ReaderScorer
from search.agent import hybrid_search
from search.agent.core_agent import agent_on
from search.agent.hybrid_search import Scope
from search.agent.state import create_initial_state
from search.agent.vector_search_agent import VectorSearchAgent
from search.config.settings import Agent, Settings
from search.retrieval.scorers import KeywordScorer
from search.types.filters import OWNER

SHARES = (0.2, 0.3, 0.5, 1.0)
CONTEXTS = (5, 10)


def agents(core: LocalCore, contexts: int) -> Iterator[tuple[str, VectorSearchAgent]]:
    """Yield what is compared, by name; the weight holds until the next one is taken."""
    root = core.roots(OWNER)[0].root
    settings = Agent(top_k=contexts)
    scope = Scope(root.name, root.branch)
    yield "fused", agent_on(core, scope, Agent(top_k=contexts, use_reranking=False))
    scorers = {"words": KeywordScorer(), "reader": ReaderScorer(reader_of(Settings()).opened)}
    for name, scorer in scorers.items():
        for share in SHARES:
            hybrid_search.RERANK_SHARE = share
            yield f"{name} {share}", agent_on(core, scope, settings, scorer)


def measured(corpus: Corpus, cache: Path) -> dict[str, float]:
    """Return the mean reciprocal rank of every variant on a corpus, which is indexed if it is not yet."""
    with with_its_index(corpus, cache) as core:
        return {
            f"{contexts} contexts, {name}": statistics.mean(
                reciprocal_rank(_sources(agent, question.text), question) for question in corpus.questions
            )
            for contexts in CONTEXTS
            for name, agent in agents(core, contexts)
        }


def _sources(agent: VectorSearchAgent, text: str) -> list[str]:
    state = asyncio.run(agent.process(create_initial_state(text, "hybrid")))
    return list(dict.fromkeys(context["source"] for context in state["retrieved_contexts"]))


def main() -> None:
    """Measure and print."""
    options = options_from(__doc__)
    results = {corpus.name: measured(corpus, options.cache) for corpus in corpora(options)}
    print(f"| | mean | {' | '.join(results)} |", "|---" * (2 + len(results)) + "|", sep="\n")
    for variant in next(iter(results.values())):
        values = [quality[variant] for quality in results.values()]
        cells = [f"{value:.3f}" for value in (statistics.mean(values), *values)]
        print(f"| {variant} | {' | '.join(cells)} |")


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    main()
