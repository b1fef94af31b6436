"""Unused definitions to be judged by reading: ``python tests/benchmarks/unused_sample.py --folder DIR``.

Indexes a folder, draws definitions of ``dowse unused`` at random, and prints each with lines in which its name
stands. A definition is alive when something among them, or a framework, runs it.
"""

import argparse
import random
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.composition import Role, make_core
from indexer.parsing.decoding import decode
from search.config.settings import Docs, Embeddings, Settings
from search.types.filters import OWNER
from search.types.graph_queries import Confidence, UnusedDefinition

MOST_LINES = 6
MAX_CHARS = 140


def unused_in(folder: Path) -> Sequence[UnusedDefinition]:
    """Return what is unused in a folder, indexed by words only."""
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with (
        tempfile.TemporaryDirectory() as index,
        closing(make_core(Path(index) / "index", settings, Role(follows=False))) as core,
    ):
        core.index([str(folder)], semantic=False)
        return core.unused("", OWNER)


def lines_with(texts: dict[str, list[str]], name: str) -> Iterator[str]:
    """Yield the lines in which a name stands as a word."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for path, lines in texts.items():
        yield from (
            f"{path}:{at}: {line.strip()[:MAX_CHARS]}" for at, line in enumerate(lines, 1) if word.search(line)
        )


def main() -> None:
    """Print the sample of one folder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--all", action="store_true", help="also those that the command leaves out without --all")
    arguments = options.parse_args()
    definitions = unused_in(arguments.folder)
    unused = [each for each in definitions if arguments.all or each.confidence is not Confidence.LOW]
    drawn = random.Random(arguments.seed).sample(unused, min(arguments.count, len(unused)))
    files = [file for file in sorted(arguments.folder.rglob("*")) if file.is_file() and ".git" not in file.parts]
    decoded = ((file, decode(file.read_bytes())) for file in files)
    texts = {str(file): each.text.split("\n") for file, each in decoded if each is not None}
    sys.stdout.write(f"seed {arguments.seed}, {len(drawn)} of {len(unused)}, of {len(definitions)} with --all\n")
    for number, each in enumerate(drawn, 1):
        doubts = ", ".join(each.doubts)
        sys.stdout.write(f"{number:3} {each.confidence} {each.node.qualname} [{each.node.kind}] {doubts}\n")
        for line in list(lines_with(texts, each.node.name))[:MOST_LINES]:
            sys.stdout.write(f"      {line}\n")


if __name__ == "__main__":
    main()
