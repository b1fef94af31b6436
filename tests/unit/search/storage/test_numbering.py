from hypothesis import given
from hypothesis import strategies as st

from search.storage.numbering import numbered_words

TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "größe", "", "x1"])).map(" ".join))


@given(TEXTS)
def test_words_are_numbered_as_they_first_appear(texts: list[str]) -> None:
    numbers, counts, words = numbered_words([text.encode() for text in texts])
    expected = [text.split() for text in texts]
    assert counts.tolist() == [len(item) for item in expected]
    assert [words[number].decode() for number in numbers.tolist()] == [word for item in expected for word in item]
    assert words == list(dict.fromkeys(words[number] for number in numbers.tolist()))
