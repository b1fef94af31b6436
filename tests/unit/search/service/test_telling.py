"""Which words of a question tell the files of one root apart."""

from search.service.telling import telling_stems


def test_the_name_of_the_repository_tells_nothing_apart():
    assert telling_stems(("order", "cancel"), "orders", "/home/ann/orders") == {"cancel"}


def test_the_last_folders_of_the_root_tell_nothing_apart():
    assert telling_stems(("zod", "pars", "string"), "src", "/code/zod/packages/src") == {"pars", "string"}


def test_a_question_of_nothing_else_keeps_its_words():
    assert telling_stems(("order",), "orders", "C:\\code\\orders") == {"order"}
