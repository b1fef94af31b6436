"""Equal texts in the facts of many files are one object, and the facts stay what they were."""

from indexer.facts.extract import decode, encode, extract
from indexer.facts.shared_texts import SharedTexts
from indexer.types import ParsedFile

FIRST = "class Store { Store other; void Keep(Order order) { other.Keep(order); new Store(order); } }"
SECOND = "class Shop : Store { void Sell(Order order) { Keep(order); } }"


def decoded(path: str, text: str):
    return decode(encode(extract(ParsedFile(path, "csharp", text, "utf-8", ""))))


def test_equal_texts_of_two_files_are_one_object() -> None:
    texts = SharedTexts()
    first, second = (texts.share(decoded(f"{text[6:10]}.cs", text)) for text in (FIRST, SECOND))
    defined = next(each for each in first.definitions if each.name == "Keep")
    assert next(call.name for call in second.calls) is defined.name
    assert next(use.name for use in second.types if use.role == "base") is first.definitions[0].name


def test_shared_facts_are_equal_to_those_that_were_decoded() -> None:
    texts = SharedTexts()
    for path, text in (("Store.cs", FIRST), ("Shop.cs", SECOND)):
        assert texts.share(decoded(path, text)) == decoded(path, text)
