import pytest

from app.core.rule_trial import try_rule


@pytest.mark.parametrize(
    ("rule", "path", "part"),
    [
        ("*.log", "logs/today.log", "logs/today.log"),
        ("build/", "src/build/out.js", "src/build/"),
        ("build/", "src/build", ""),
        ("build/", "src/build/", "src/build/"),
        ("/docs", "a/docs/x.md", ""),
        ("!keep.txt", "keep.txt", "keep.txt"),
        ("# a comment", "a", ""),
    ],
)
def test_a_rule_is_tried_as_an_ignore_file_at_the_top_would_decide(rule, path, part):
    trial = try_rule(rule, path)
    assert (trial.part, trial.matches) == (part, bool(part))


def test_a_rule_that_takes_in_again_says_so():
    assert try_rule("!a.txt", "a.txt").text == "!a.txt takes in again a.txt"
