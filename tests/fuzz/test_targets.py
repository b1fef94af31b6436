"""A short run of every fuzz target; `make fuzz` runs them for as long as one likes, guided by coverage."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts.extract import EXTRACTED_LANGUAGES
from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from tests.fuzz import seeds
from tests.fuzz.targets import targets

TARGETS = targets()
MOST_CHANGES = 6


def test_every_language_with_facts_is_fuzzed() -> None:
    assert TARGETS.keys() >= EXTRACTED_LANGUAGES


@pytest.mark.parametrize("language", sorted(seeds.SOURCES))
def test_a_source_is_read_as_its_language(language: str) -> None:
    for source in seeds.SOURCES[language]:
        parsed = parse(seeds.NAMES[language], source.encode())
        assert isinstance(parsed, ParsedFile)
        assert parsed.language == language


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_the_inputs_to_start_from_are_read(name: str) -> None:
    """A target raises where what it checks does not hold."""
    for seed in TARGETS[name].seeds:
        TARGETS[name].run(seed)


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(max_examples=15, deadline=None)
@given(number=st.integers(0, 2**32))
def test_a_damaged_input_is_read_or_refused(name: str, number: int) -> None:
    """A target raises anything but a known error, and where what it checks does not hold."""
    TARGETS[name].run(_damaged(TARGETS[name].seeds, random.Random(number)))


def _damaged(seeds: tuple[bytes, ...], chance: random.Random) -> bytes:
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, MOST_CHANGES)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.randint(0, 20))
        piece = data[start:end]
        data[start:end] = chance.choice(
            [b"", piece * 50, chance.randbytes(4), bytes(chance.choice(seeds))[start:]]
        )
    return bytes(data)
