"""Which subjects of commits become questions, and how they read."""

import pytest
from training.cleaning import cleaned_body, cleaned_subject


@pytest.mark.parametrize(
    ("subject", "cleaned"),
    [
        ("Fix crash when the queue is empty (#123)", "Fix crash when the queue is empty"),
        ("feat(parser)!: accept trailing commas in lists", "accept trailing commas in lists"),
        ("[3.x] [client] Retry after the lease was lost", "Retry after the lease was lost"),
        ("ABC-12: Do not lock the table twice", "Do not lock the table twice"),
        ("Close the socket when a worker dies, fixes #9", "Close the socket when a worker dies"),
        ("Keep the order of equal rows.", "Keep the order of equal rows"),
    ],
)
def test_scopes_and_numbers_are_taken_off(subject: str, cleaned: str) -> None:
    assert cleaned_subject(subject) == cleaned


@pytest.mark.parametrize(
    "subject",
    [
        "Bump lodash from 4.17.20 to 4.17.21",
        "Merge branch 'main' into feature of somebody",
        'Revert "Add support for retries in the client"',
        "Prepare release 2.4.0 of the whole library",
        "Translated using Weblate (German) to one hundred percent",
        "Fix a typo in the description of the option",
        "Add more tests for the parser of dates",
        "Update the changelog for the next version",
        "Fix it",
        "https://example.org/tracker/1 is solved by this",
        "Schließt die Verbindung zur Datenbank beim Beenden",
    ],
)
def test_what_says_nothing_about_code_is_refused(subject: str) -> None:
    assert cleaned_subject(subject) == ""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "The worker was marked as lost\nwhenever its clock ran behind. It now asks twice.\n\nFixes #12",
            "The worker was marked as lost whenever its clock ran behind",
        ),
        (
            "Closes #4\n\n- tests\n\nA closed socket was read again when the peer had sent half of a frame.",
            "A closed socket was read again when the peer had sent half of a frame",
        ),
        ("Too short to ask.\n\nSigned-off-by: Somebody <a@example.org>", ""),
        ("Co-authored-by: Somebody else with a long name <a@example.org>", ""),
        ("See https://example.org/issues/12 for why the worker was lost at night.", ""),
        ("Bumps the library that reads archives from one version to the next.", ""),
        ("There were some assumptions in it that did not hold water in all situations.", ""),
        ("Before that was done only for the part of the window that was visible.", ""),
        ("The worker was lost. We can remove it in the next release that breaks something.", ""),
        ("", ""),
    ],
)
def test_the_first_sentence_of_prose_explains_a_commit(body: str, sentence: str) -> None:
    assert cleaned_body(body) == sentence
