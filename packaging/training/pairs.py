"""Questions with answers and hard negatives: ``python packaging/training/pairs.py --mirrors DIR --out DIR``.

Reads the repositories of ``repositories.TEACHING`` at their base commits and the commits that follow, and writes
one file of each base; see `lists`. ``--show 50`` prints so many questions of each kind with their answers, for the
eye, from what was written before.
"""

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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
    of_written,
    without_comments,
)
from training.lists import SUFFIX, Lists, ListsWriter, Question, Shown
from training.negatives import Negatives
from training.repositories import teaching
from training.sources import Passage, Snapshot, SourceFile, check_out, snapshot
from training.tokenizer import packaged_tokenizer
from training.written import written_questions

SEED = 28
COMMITS = 12000
"""Commits that are looked at behind each base."""
MOST = {
    Kind.CHANGE: 6000,
    Kind.EXPLANATION: 2500,
    Kind.COMMENT: 6000,
    Kind.SECTION: 500,
    Kind.DOCUMENT: 2000,
    Kind.HEADING: 2000,
    Kind.TEST: 1000,
    Kind.SYMBOL: 250,
    Kind.WRITTEN: 1000,
}
"""Questions of each kind from one base."""
ALL_KINDS = frozenset(Kind)
_OF_COMMITS = (Kind.CHANGE, Kind.EXPLANATION)
FEWEST_OTHERS = 5
LETTERS = 900
"""Of a passage's text; more never fits into the tokens that are read."""


def questions(
    read: Snapshot, mirror: Path, seen: set[str], wanted: frozenset[Kind] = ALL_KINDS, *, bf16: bool = False
) -> Iterator[Question]:
    """Yield the questions of one base; ``seen`` has the commits and questions that were used before."""
    chance = random.Random(f"{SEED} {read.name} {read.commit}")  # noqa: S311 -- a choice that can be made again
    asking = _QuestionMaker(read, bf16=bf16)
    for kind, made in _kinds(read, asking.files, mirror, chance, seen, wanted):
        count = 0
        for pair in made if kind in wanted else ():
            if count == MOST[kind]:
                break
            if pair.question.lower() in seen:
                continue
            question = asking.question(pair, chance)
            if question is not None:
                if kind not in _OF_COMMITS:
                    seen.add(pair.question.lower())
                count += 1
                yield question


def _kinds(
    read: Snapshot,
    files: dict[str, SourceFile],
    mirror: Path,
    chance: random.Random,
    seen: set[str],
    wanted: frozenset[Kind],
) -> Iterator[tuple[Kind, Iterable[Pair]]]:
    yield Kind.WRITTEN, of_written(written_questions(read.name), files)
    defined = definitions(read)
    changed: list[Pair] = []
    if wanted.intersection(_OF_COMMITS):
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


class _QuestionMaker:
    """Puts passages of a snapshot beside questions."""

    def __init__(self, read: Snapshot, *, bf16: bool) -> None:
        self.files = {file.path: file for file in read.files}
        self._numbers = {file.path: number for number, file in enumerate(read.files)}
        self._negatives = Negatives(read, bf16=bf16)

    def question(self, pair: Pair, chance: random.Random) -> Question | None:
        """Return a question with its passages; None where too little stands beside the answer."""
        if pair.kind in _OF_COMMITS and chance.random() < 0.4:
            best = self._negatives.best_of(pair.question, pair.passage.path)
            pair = replace(pair, passage=best or pair.passage)
        others = self._negatives.of(pair)
        neighbours = self._negatives.neighbours(pair, (passage.path for passage in others), chance)
        if len(others) + len(neighbours) < FEWEST_OTHERS:
            return None
        right = sorted(self._numbers[path] for path in pair.answers if path in self._numbers)
        return Question(
            pair.question,
            pair.kind.value,
            self.files[pair.passage.path].language,
            self._shown(pair.passage, pair, answer=True),
            tuple(self._shown(passage, pair, answer=False) for passage in others),
            tuple(self._shown(passage, pair, answer=False) for passage in neighbours),
            tuple(right),
        )

    def _shown(self, passage: Passage, pair: Pair, *, answer: bool) -> Shown:
        text, header, file = passage.text[: 4 * LETTERS], passage.header, self.files[passage.path]
        if pair.bare:
            text = without_comments(text, file.language)
        if pair.kind is Kind.HEADING and file.doc_type == "document":
            # all documents lose their heading, or the answer would be known by the one that it lacks
            text, header = _HEADING_LINE.sub("", text, count=1), header.rpartition(" > ")[0]
        if answer and pair.hidden:
            text = text.replace(pair.hidden, "")
        plain = not pair.bare and pair.kind is not Kind.HEADING
        return Shown(self._numbers[passage.path], passage_text(passage.path, header, text[:LETTERS]), plain)


_HEADING_LINE = re.compile(
    r"\A(?:\s*(?:\.\. _[^\n]*:|([=~^\"'`#*+-])\1{2,}|#+ [^\n]*|[^\n]+\n([=~^\"'`#*+-])\2{2,})[ \t]*(?:\n|\Z))+"
)
"""Headings of Markdown and reStructuredText at the beginning, with their lines above and below."""


def summary(folder: Path) -> str:
    """Return how many questions there are of each kind, language, licence and repository, as a table."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("kinds", "languages", "licence", "repository")}
    total = 0
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        lists = Lists.load(file)
        total += len(lists.answers)
        for name, numbers in (("kinds", lists.kinds), ("languages", lists.languages)):
            names = lists.names(name)
            counts[name].update(names[number] for number in numbers)
        for name in ("licence", "repository"):
            counts[name][lists.about[name]] += len(lists.answers)
    lines = [f"{total} questions"]
    for name, counted in counts.items():
        lines += ["", f"{name}:", *(f"  {entry}: {count}" for entry, count in counted.most_common())]
    return "\n".join(lines)


def shown(folder: Path, most: int) -> Iterator[str]:
    """Yield questions of each kind with the passage that answers, chosen by chance."""
    tokenizer = packaged_tokenizer()
    chance = random.Random(SEED)  # noqa: S311 -- a choice that can be made again
    of_name: defaultdict[str, list[tuple[Lists, int]]] = defaultdict(list)
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        lists = Lists.load(file)
        names = lists.names("kinds")
        for number, kind in enumerate(lists.kinds):
            of_name[names[kind]].append((lists, number))
    for kind, entries in sorted(of_name.items()):
        for lists, number in chance.sample(entries, min(most, len(entries))):
            question = tokenizer.decode(lists.questions[number].tolist())
            answer = tokenizer.decode(lists.passages[lists.answers[number]].tolist())
            yield f"{kind} {lists.about['repository']}: {question}\n    {answer[:400]}\n"


def main() -> None:
    """Read all repositories and write their questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mirrors", type=Path, required=True, help="folder with OWNER+NAME/repo")
    parser.add_argument("--work", type=Path, required=True, help="where checkouts and chunks are put")
    parser.add_argument("--out", type=Path, required=True, help="folder of what is written")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    parser.add_argument("--repositories", type=Path, help="JSON list in the place of repositories.TEACHING")
    parser.add_argument("--bf16", action="store_true", help="let the encoder multiply in bfloat16")
    parser.add_argument(
        "--kinds", nargs="*", type=Kind, default=list(ALL_KINDS), help="of questions, all without it"
    )
    parser.add_argument("--bases", type=int, help="of each repository, so many of the newest; all without it")
    parser.add_argument("--show", type=int, default=0, help="print so many of each kind, and make none")
    options = parser.parse_args()
    if options.show:
        print("\n".join(shown(options.out, options.show)))
        return
    options.out.mkdir(parents=True, exist_ok=True)
    for teacher in teaching(options.repositories):
        if options.only and teacher.name not in options.only:
            continue
        mirror = options.mirrors / teacher.full_name.replace("/", "+") / "repo"
        seen: set[str] = set()
        for base in teacher.bases[: options.bases]:
            folder = options.work / "checkouts" / teacher.name
            check_out(mirror, base, folder)
            read = snapshot(teacher.name, folder, base, options.work / "snapshots", teacher.parts)
            writer = ListsWriter()
            for question in questions(read, mirror, seen, frozenset(options.kinds), bf16=options.bf16):
                writer.add(question)
            about = {"repository": teacher.full_name, "commit": base, "licence": teacher.licence}
            lists = writer.lists(about)
            if not len(lists.answers):
                continue
            lists.save(options.out / f"{teacher.name}-{base[:12]}{SUFFIX}")
            counts = f"{len(lists.answers)} questions, {len(lists.passages)} passages"
            print(f"{teacher.full_name} {base[:8]}: {len(read.files)} files, {counts}", flush=True)
    print(summary(options.out))


if __name__ == "__main__":
    main()
