"""Questions with answers and hard negatives: ``python packaging/training/pairs.py --mirrors DIR --out FILE``.

Reads the repositories of ``repositories.TEACHING`` at their base commits and the commits that follow, and writes
one JSON object a line: kind, question, repository, language, and six passages, the answer first.
"""

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

from search.embedding.reader_input import passage_text
from training.histories import changes
from training.kinds import (
    Kind,
    Pair,
    definitions,
    of_changes,
    of_comments,
    of_sections,
    of_symbols,
    of_tests,
    without_comments,
)
from training.negatives import WANTED, Negatives
from training.repositories import TEACHING, Taught
from training.sources import Passage, Snapshot, SourceFile, check_out, snapshot

SEED = 28
COMMITS = 2600
"""Commits that are looked at behind each base."""
MOST = {
    Kind.CHANGE: 500,
    Kind.EXPLANATION: 250,
    Kind.COMMENT: 150,
    Kind.SECTION: 60,
    Kind.DOCUMENT: 150,
    Kind.HEADING: 150,
    Kind.TEST: 40,
    Kind.SYMBOL: 20,
}
"""Questions of each kind from one base."""
_OF_COMMITS = (Kind.CHANGE, Kind.EXPLANATION)
LETTERS = 900
"""Of a passage's text; more never fits into the tokens that are read."""


def questions(taught: Taught, read: Snapshot, mirror: Path, seen: set[str]) -> Iterator[dict[str, object]]:
    """Yield the questions of one base; ``seen`` has the commits and questions that were used before."""
    chance = random.Random(f"{SEED} {read.name} {read.commit}")  # noqa: S311 -- a choice that can be made again
    files = {file.path: file for file in read.files}
    negatives = Negatives(read)
    for kind, made in _kinds(read, files, mirror, chance, seen):
        count = 0
        for pair in made:
            if count == MOST[kind]:
                break
            if pair.question.lower() in seen:
                continue
            question = _question(taught, pair, negatives, files, chance)
            if question is not None:
                if kind not in _OF_COMMITS:
                    seen.add(pair.question.lower())
                count += 1
                yield question


def _kinds(
    read: Snapshot, files: dict[str, SourceFile], mirror: Path, chance: random.Random, seen: set[str]
) -> Iterator[tuple[Kind, Iterable[Pair]]]:
    defined = definitions(read)
    new = [change for change in changes(mirror, read.commit, COMMITS) if change.commit not in seen]
    seen.update(change.commit for change in new)
    changed = _shuffled(of_changes(new, files, chance), chance)
    for kind in (Kind.CHANGE, Kind.EXPLANATION):
        yield kind, [pair for pair in changed if pair.kind is kind]
    yield Kind.COMMENT, _shuffled(of_comments(read.files, chance), chance)
    sections = _shuffled(of_sections(read.files, defined, chance), chance)
    for kind in (Kind.SECTION, Kind.DOCUMENT, Kind.HEADING):
        yield kind, [pair for pair in sections if pair.kind is kind]
    yield Kind.TEST, _shuffled(of_tests(read.files, defined), chance)
    yield Kind.SYMBOL, _shuffled(islice(of_symbols(defined, chance), 5000), chance)


def _shuffled(pairs: Iterable[Pair], chance: random.Random) -> list[Pair]:
    listed = list(pairs)
    chance.shuffle(listed)
    return listed


def _question(
    taught: Taught, pair: Pair, negatives: Negatives, files: dict[str, SourceFile], chance: random.Random
) -> dict[str, object] | None:
    if pair.kind in _OF_COMMITS and chance.random() < 0.4:
        pair = replace(pair, passage=negatives.best_of(pair.question, pair.passage.path) or pair.passage)
    others = negatives.of(pair, chance)
    if len(others) < WANTED:
        return None
    shown = [_shown(pair.passage, pair, files, answer=True)]
    shown += [_shown(other, pair, files, answer=False) for other in others]
    return {
        "kind": pair.kind.value,
        "question": pair.question,
        "repository": taught.full_name,
        "language": files[pair.passage.path].language,
        "passages": shown,
    }


def _shown(passage: Passage, pair: Pair, files: dict[str, SourceFile], *, answer: bool) -> str:
    text, header, file = passage.text, passage.header, files[passage.path]
    if pair.bare:
        text = without_comments(text, file.language)
    if pair.kind is Kind.HEADING and file.doc_type == "document":
        # all documents lose their heading, or the answer would be known by the one that it lacks
        text, header = _HEADING_LINE.sub("", text, count=1), header.rpartition(" > ")[0]
    if answer and pair.hidden:
        text = text.replace(pair.hidden, "")
    return passage_text(passage.path, header, text[:LETTERS])


_HEADING_LINE = re.compile(
    r"\A(?:\s*(?:\.\. _[^\n]*:|([=~^\"'`#*+-])\1{2,}|#+ [^\n]*|[^\n]+\n([=~^\"'`#*+-])\2{2,})[ \t]*(?:\n|\Z))+"
)
"""Headings of Markdown and reStructuredText at the beginning, with their lines above and below."""


def summary(counts: Sequence[tuple[str, str, str]]) -> str:
    """Return how many questions there are of each kind and language, as a table."""
    kinds = Counter(kind for kind, _, _ in counts)
    languages = Counter(language for _, language, _ in counts)
    lines = [f"{len(counts)} questions", *(f"{kind}: {count}" for kind, count in kinds.most_common())]
    return "\n".join([*lines, *(f"{language}: {count}" for language, count in languages.most_common())])


def _teaching(file: Path | None) -> Sequence[Taught]:
    if file is None:
        return TEACHING
    return [
        Taught(**{**entry, "bases": tuple(entry["bases"]), "parts": tuple(entry.get("parts", ()))})
        for entry in json.loads(file.read_text("utf-8"))
    ]


def main() -> None:
    """Read all repositories and write their questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mirrors", type=Path, required=True, help="folder with OWNER+NAME/repo")
    parser.add_argument("--work", type=Path, required=True, help="where checkouts and chunks are put")
    parser.add_argument("--out", type=Path, required=True, help="JSON lines")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    parser.add_argument("--repositories", type=Path, help="JSON list in the place of repositories.TEACHING")
    options = parser.parse_args()
    counts: list[tuple[str, str, str]] = []
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("w", encoding="utf-8") as out:
        for taught in _teaching(options.repositories):
            if options.only and taught.name not in options.only:
                continue
            mirror = options.mirrors / taught.full_name.replace("/", "+") / "repo"
            seen: set[str] = set()
            for base in taught.bases:
                folder = options.work / "checkouts" / taught.name
                check_out(mirror, base, folder)
                read = snapshot(taught.name, folder, base, options.work / "snapshots", taught.parts)
                before = len(counts)
                for question in questions(taught, read, mirror, seen):
                    out.write(json.dumps(question, ensure_ascii=False) + "\n")
                    counts.append((str(question["kind"]), str(question["language"]), taught.full_name))
                print(
                    f"{taught.full_name} {base[:8]}: {len(read.files)} files, {len(counts) - before}", flush=True
                )
    print(summary(counts))


if __name__ == "__main__":
    main()
