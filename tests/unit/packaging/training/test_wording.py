"""Programmers' words become what somebody types who searches."""

import random

from training.wording import asked_change, asked_comment


def _forms(subject: str) -> set[str]:
    return {asked_change(subject, random.Random(seed)) for seed in range(60)}


def test_a_repair_reads_as_its_symptom() -> None:
    assert "crash when the queue is empty" in _forms("Fix crash when the queue is empty")


def test_an_addition_reads_as_a_question() -> None:
    assert "how does retries in the client work" in _forms("Add support for retries in the client")


def test_a_removal_reads_as_a_plan() -> None:
    assert "what has to go if legacy storage backend is removed" in _forms("Remove the legacy storage backend")


def test_some_subjects_stay_as_they_are() -> None:
    assert "fix crash when the queue is empty" in _forms("Fix crash when the queue is empty")


def test_a_name_in_front_keeps_its_capital_letters() -> None:
    assert asked_change("HTTPClient ignores the proxy", random.Random(1)) == "HTTPClient ignores the proxy"


def test_the_verb_of_a_comment_gets_its_base_form() -> None:
    forms = {asked_comment("Parses the header of a message.", random.Random(seed)) for seed in range(40)}
    assert forms == {
        "how does it parse the header of a message",
        "where does it parse the header of a message",
        "parse the header of a message",
        "how to parse the header of a message",
    }


def test_what_a_comment_returns_becomes_the_thing_itself() -> None:
    forms = {asked_comment("Returns the number of open files.", random.Random(seed)) for seed in range(40)}
    assert "how is the number of open files determined" in forms


def test_a_comment_of_few_words_asks_nothing() -> None:
    assert asked_comment("The size.", random.Random(1)) == ""
