"""A Kotlin file that ends in the middle of a word does not keep its parser busy for ever."""

import subprocess
import sys

import pytest

BROKEN = "k()??$e$capitalime}eableTask\n    abstract val badginleProperty\n\n    @get:Pat"

WHOLE = f"""
from indexer.facts.extract import extract
from indexer.types import ParsedFile
print(extract(ParsedFile("a.kt", "kotlin", {BROKEN!r}, "utf-8", "")).path)
"""
PART = f"""
from tree_sitter import Range
from indexer.facts.syntax import parse
source = {BROKEN!r}.encode()
part = Range((0, 0), (3, 12), 0, len(source))
print(parse("kotlin", source + b"(1)", part).type)
"""


@pytest.mark.parametrize(("program", "printed"), [(WHOLE, "a.kt"), (PART, "source_file")], ids=["whole", "part"])
def test_what_ends_in_the_middle_of_a_word_is_read_to_its_end(program: str, printed: str) -> None:
    done = subprocess.run(  # it holds the lock of its interpreter
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == printed
