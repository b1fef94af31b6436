"""Which words of a question tell the files of one root apart."""

from search.service.assemble import discriminating_stems


def test_the_name_of_the_repository_tells_nothing_apart():
    assert discriminating_stems(("order", "cancel"), "orders", "/home/ann/orders") == {"cancel"}


def test_the_last_folders_of_the_root_tell_nothing_apart():
    assert discriminating_stems(("zod", "pars", "string"), "src", "/code/zod/packages/src") == {"pars", "string"}


def test_a_repository_is_known_from_a_folder_deep_in_it_and_a_home_is_none():
    stems = ("zod", "home", "user", "string")
    assert discriminating_stems(stems, "core", "/home/users/zod/packages/zod/src/core") == {
        "home",
        "user",
        "string",
    }
    assert discriminating_stems(stems, "app", "/home/zod/app") == {"home", "user", "string"}


def test_a_question_of_nothing_else_keeps_its_words():
    assert discriminating_stems(("order",), "orders", "C:\\code\\orders") == {"order"}
