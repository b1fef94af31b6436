"""What is kept of names that were looked up: right after every change, and bounded."""

import tracemalloc

import pytest

from search.retrieval.definitions import DefinitionIndex
from search.types.ids import FileId

NAMES = [f"name_{number}" for number in range(500)]
COPIES = [FileId(f"shop@main:file:{number}/names.py") for number in range(1_500)]
AT_ONCE = 50


@pytest.fixture(scope="module")
def copies() -> DefinitionIndex:
    made = DefinitionIndex(lambda name: [name])
    for file in COPIES:
        made.replace(file, NAMES)
    return made


def test_names_that_thousands_of_files_define_are_not_all_kept(copies: DefinitionIndex) -> None:
    tracemalloc.start()
    try:
        for start in range(0, len(NAMES), AT_ONCE):
            definitions = copies.defining_each(NAMES[start : start + AT_ONCE])
            assert all(len(files) == len(COPIES) for files in definitions.values())
        allocated, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert allocated < 12_000_000


def test_what_was_looked_up_last_is_kept_however_much_it_is(copies: DefinitionIndex) -> None:
    first = copies.defining_each(NAMES)
    again = copies.defining_each([NAMES[0], "new"])
    assert again[NAMES[0]] is first[NAMES[0]]
    assert again["new"] == {}


def test_a_change_of_a_file_is_told_at_once() -> None:
    made = DefinitionIndex(lambda name: [name])
    made.replace(COPIES[0], ["Lease"])
    assert made.defining_each(["lease", "Job"]) == {"lease": {COPIES[0]: "Lease"}, "Job": {}}
    made.replace(COPIES[1], ["Job"])
    made.replace(COPIES[0], ())
    assert made.defining_each(["lease", "Job"]) == {"lease": {}, "Job": {COPIES[1]: "Job"}}
