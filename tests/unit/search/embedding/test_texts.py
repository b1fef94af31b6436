import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.embedding.batching import by_length, clean
from search.embedding.recent import RecentQueries
from search.embedding.tokens import PackagedTokenCounter


@pytest.fixture(scope="module")
def counter():
    return PackagedTokenCounter()


@given(st.lists(st.integers(2, 300), max_size=60), st.integers(1, 20), st.integers(1, 2000))
def test_batches_hold_every_text_once_and_keep_to_the_limits(lengths, size, tokens):
    batches = list(by_length(lengths, size, tokens))
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) <= size
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= tokens


@given(st.text(alphabet=st.characters(), max_size=50))
def test_cleaned_text_can_be_encoded_and_sound_text_stays(text):
    assert clean(text).encode("utf-8").decode("utf-8") == clean(text)
    assert clean(text.replace("\ud800", "")) == clean(text).replace("\ud800", "") or "?" in clean(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), (" \n", 0), ("where is the lease", 4), ("leases!", 2), ("日本", 2), ("x\0y", 2), ("\ud800", 1)],
)
def test_tokens_are_counted_without_special_ones(counter, text, tokens):
    assert counter.count(text) == tokens


def test_a_long_text_counts_as_the_sum_of_its_words(counter):
    assert counter.count("lease " * 300_000) == 300_000


def test_the_same_text_always_counts_the_same(counter):
    text = "def renew(lease): " * 1000
    assert len({counter.count(text) for _ in range(3)} | {PackagedTokenCounter().count(text)}) == 1


def test_the_least_recent_query_is_forgotten_first():
    import numpy as np

    requests = []

    def encode(text):
        requests.append(text)
        return np.zeros(1, np.float32)

    recent = RecentQueries(limit=2)
    for text in ["a", "b", "a", "c", "a", "b"]:
        recent.get_or(text, encode)
    assert requests == ["a", "b", "c", "b"]


def test_counting_tokens_loads_neither_torch_nor_openvino():
    heavy = {"torch", "transformers", "openvino", "sentence_transformers"}
    code = (
        "import sys\nfrom search.embedding.tokens import PackagedTokenCounter\n"
        f"PackagedTokenCounter().count('a lease')\nprint(*sorted({heavy} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
