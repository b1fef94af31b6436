"""``dowse search --documents``, ``--sections`` and ``--external``: documents by meaning within a scope."""

import argparse
import time
from typing import TYPE_CHECKING

from app.cli.arguments import NOTHING_FOUND, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, remark, styled
from search.errors import VectorSearchError
from search.types.documents import DocumentAnswer, DocumentRequest, DocumentSearch

if TYPE_CHECKING:
    from search.ports import SearchCore
    from search.types.documents import VectorSearchResult

WAIT_FOR_MODEL_S = 20.0
"""Seconds to wait for an engine that still loads its model; these searches cannot be answered by word instead."""
LOOK_AGAIN_S = 0.1

HELP = {
    DocumentSearch.DOCUMENTS: "rank whole documents by meaning, with title, type, level and date",
    DocumentSearch.SECTIONS: "rank sections of documents by meaning",
    DocumentSearch.EXTERNAL: "rank documents of external folders by meaning, whichever project repo: names",
}


def add(command: argparse.ArgumentParser) -> None:
    """Add the options to ``dowse search``."""
    kinds = command.add_mutually_exclusive_group()
    for kind, text in HELP.items():
        kinds.add_argument(f"--{kind}", dest="documents", action="store_const", const=kind, help=text)


def are_asked_for(options: argparse.Namespace) -> bool:
    """Return whether the options ask for documents and not for files."""
    return options.documents is not None


def run(options: argparse.Namespace) -> int:
    """Search and print; the exit status is 1 when nothing was found."""
    request = DocumentRequest(
        " ".join(options.query), options.documents, limit=options.top, min_relevance=options.min_score
    )
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        answer = _answer(core, request)
    if options.json:
        from app.core.answers.documents import DocumentsAnswer

        print_json(DocumentsAnswer.of(answer))
    else:
        _print(answer)
    return 0 if answer.matches.results else NOTHING_FOUND


def _answer(core: "SearchCore", request: DocumentRequest) -> DocumentAnswer:
    """Return the documents, after the model is loaded if the index has vectors.

    Raises:
        VectorSearchError: no text has a vector yet, or the model did not load in time.
    """
    give_up, is_loaded = time.monotonic() + WAIT_FOR_MODEL_S, False
    while True:
        try:
            return core.documents(request)
        except VectorSearchError:
            status = core.status(request.access)
            if is_loaded or not dict(status.versions)["model"] or time.monotonic() > give_up:
                raise
            is_loaded = bool(status.device)  # loaded since the question: it is asked once more
        time.sleep(LOOK_AGAIN_S)


def _print(answer: DocumentAnswer) -> None:
    for rank, result in enumerate(answer.matches.results, start=1):
        _print_result(rank, result)
    results = answer.matches
    shown = f"{plural(len(results.results), 'document')} of {results.total_matches:,}"
    remark(f"{shown} with a relevance of {results.min_relevance_score:g} or more")


def _print_result(rank: int, result: "VectorSearchResult") -> None:
    scope = f"{result.repository}@{result.branch}"
    line(f"{rank:>3}. {styled(result.relative_path, 'bold cyan')}  {result.relevance_score:.3f}  {scope}")
    labels = [result.doc_type, result.promotion_level, result.date]
    name = result.header_path or result.title
    line(f"     {name}  {styled(', '.join(label for label in labels if label), 'dim')}".rstrip())
