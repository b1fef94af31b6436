"""What types of C and C++ are called: by the name that a person looks for."""

from indexer.facts.extract import extract
from indexer.parsing.parse import parse
from indexer.types import ParsedFile


def definitions(path: str, text: str) -> list[tuple[str, str, str]]:
    read = parse(path, text.encode())
    assert isinstance(read, ParsedFile)
    whole = extract(read).definitions
    assert whole == extract(read, outline=True).definitions
    return [(item.kind, item.name, item.qualname) for item in whole]


def test_a_type_is_called_by_its_last_name_without_arguments() -> None:
    text = (
        "template <class T> struct hash {};\n"
        "template <> struct hash<Cart> {\n  int add() { return 1; }\n};\n"
        "template <class T>\nclass list<T, std::map<int,\n  T>> {};\n"
        "template <class K, class C>\nstruct SkipList<K, C>::Node {};\nstruct Shop::Cart {};\n"
        "bool operator<(Cart a, Cart b) { return true; }\n"
    )
    assert definitions("shop.cpp", text) == [
        ("struct", "hash", "hash"),
        ("struct", "hash", "hash<Cart>"),
        ("method", "add", "hash<Cart>.add"),
        ("class", "list", "list<T, std::map<int, T>>"),
        ("struct", "Node", "SkipList<K, C>::Node"),
        ("struct", "Cart", "Shop::Cart"),
        ("function", "operator<", "operator<"),
    ]


def test_a_type_of_functions_or_arrays_is_defined() -> None:
    text = (
        "typedef int (*read_callback)(char *buffer, int size);\ntypedef char block[512];\n"
        "typedef struct cart *cart_p;\ntypedef unsigned long count;\n"
    )
    expected = [("type", name, name) for name in ("read_callback", "block", "cart_p", "count")]
    assert definitions("shop.c", text) == expected
    assert definitions("shop.cpp", text) == expected
