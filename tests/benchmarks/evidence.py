"""What evidence holds of an answer: ``python tests/benchmarks/evidence.py --corpora DIR``.

Indexes the checkouts of our own questions that lie in the folder, gathers evidence for every question as
``dowse context`` does and with the plain pipeline (fused ranks of words and meaning), and prints for how many it
holds the lines that prove an answer, and the file.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.answers.questions import Question, own

from app.composition import hosted_core
from app.core.local_core import LocalCore
from app.core.retrieval_runtime import IndexParts, runtime_of
from resources.locate import resource
from search.errors import KnownError
from search.pipeline.context_pieces import PieceMaker
from search.pipeline.runner import load_pipeline
from search.pipeline.state import PipelineState, Step
from search.retrieval.conditions import row_filter
from search.types.context import ContextPiece, ContextRequest
from search.types.filters import OWNER

Way = Callable[[LocalCore, str, int], Iterable[ContextPiece]]


def ranked(core: LocalCore, question: str, budget: int) -> Iterable[ContextPiece]:
    """Return the evidence of the product; nothing for a question that is refused."""
    try:
        return core.context(ContextRequest(question, budget)).pieces
    except KnownError:
        return ()


def plain(core: LocalCore, question: str, budget: int) -> Iterable[ContextPiece]:
    """Return the evidence of the default pipeline of the contract."""
    parts, root = core._parts, core.roots(OWNER)[0].root
    runtime = runtime_of(IndexParts(parts.storage, parts.corpus, parts.branches, parts.encoder.wait))
    pipeline = load_pipeline(resource("pipelines", "default.yaml"))
    request = json.dumps({"query": question})
    state = PipelineState(request, root.repository, root.branch)
    for step in pipeline.steps:
        raw = {**step.raw, "budget_tokens": budget} if step.action == "fetch_node_texts" else dict(step.raw)
        if step.action == "search_nodes" and not root.semantic:
            raw["search_type"] = "bm25"
        type(pipeline)(pipeline.name, pipeline.settings, (Step(step.action, raw),)).run(state, runtime)
    rows = row_filter({"repository": root.repository, "branch": root.branch})
    maker = PieceMaker(parts.storage, rows, runtime.token_counter, parts.branches.nodes_by_id)
    return maker.pieces(state.node_texts, instead=())


def answer_coverage(question: Question, pieces: Iterable[ContextPiece]) -> tuple[bool, bool]:
    """Return whether the pieces hold lines that prove an answer, and whether they hold some of its file."""
    retained = list(pieces)
    lines = any(
        piece.path == path and piece.start_line <= start and end <= piece.end_line
        for path, start, end in question.lines
        for piece in retained
    )
    return lines, any(piece.path == path for path, _, _ in question.lines for piece in retained)


def counts(core: LocalCore, questions: Iterable[Question], way: Way, budget: int) -> tuple[int, int]:
    """Return for how many questions the evidence holds the lines, and the file."""
    results = [answer_coverage(question, way(core, question.text, budget)) for question in questions]
    return sum(lines for lines, _ in results), sum(files for _, files in results)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="folder with the source trees")
    parser.add_argument("--cache", type=Path, default=Path("build/evidence"), help="where the indexes are kept")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    parser.add_argument("--budget", type=int, default=4000, help="tokens")
    parser.add_argument("--words", action="store_true", help="by word alone")
    options = parser.parse_args()
    print(f"evidence of {options.budget} tokens: lines (files) of the answer answer_coverage")
    sums = [0] * 5
    for repository in own():
        checkout = options.corpora / repository.name
        if not checkout.is_dir() or (options.only and repository.name not in options.only):
            continue
        folder = options.cache / f"{repository.name}-{'words' if options.words else 'meaning'}"
        with hosted_core(folder, config=None, serves=False, follows=False) as core:
            core.index([str(checkout)], semantic=not options.words)
            ours = counts(core, repository.questions, ranked, options.budget)
            theirs = counts(core, repository.questions, plain, options.budget)
        request = len(repository.questions)
        print(
            f"  {repository.name}: {ours[0]} ({ours[1]}) of {request}; plain {theirs[0]} ({theirs[1]})", flush=True
        )
        sums = [total + item for total, item in zip(sums, (*ours, *theirs, request), strict=True)]
    ratio = sums[0] / max(1, sums[2])
    print(f"all: {sums[0]} ({sums[1]}) of {sums[4]}; plain {sums[2]} ({sums[3]}); ratio of lines {ratio:.2f}")


if __name__ == "__main__":
    main()
