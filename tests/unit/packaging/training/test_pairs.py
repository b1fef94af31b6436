"""Questions, answers and negatives of a small repository with a history."""

import random
import subprocess
from pathlib import Path

import pytest
from training.histories import changes
from training.kinds import (
    Kind,
    definitions,
    of_changes,
    of_comments,
    of_sections,
    of_symbols,
    of_tests,
    without_comments,
)
from training.negatives import WANTED, Negatives
from training.pairs import questions
from training.repositories import Taught
from training.sources import Snapshot, git, snapshot

FILES = {
    "shop/lease.py": '''
def renew_lease(lease, seconds):
    """Renews a lease before it expires."""
    if lease.expired:
        raise LookupError(lease.name)
    lease.end += seconds
    return lease.end
''',
    "shop/cart.py": '''
def add_to_cart(cart, product, count):
    """Adds a product to the cart of a visitor."""
    cart.lines.append((product, count))
    return sum(number for _, number in cart.lines)
''',
    "tests/test_lease.py": """
def test_renew_lease_after_it_expired_fails():
    renew_lease(expired_lease(), 20)
""",
    "docs/guide.md": """# Guide

## Renewing a lease by hand

A worker that goes on for longer than its lease lasts has to ask for more time before the lease is over. Whoever
waits for the lease gets it as soon as it is over, and the worker has to begin again from its last checkpoint.
""",
    **{
        f"shop/part_{number}.py": f"def handle_lease_{number}(lease):\n    return lease.end * {number}\n"
        for number in range(8)
    },
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    _commit(folder, "First version of everything")
    changed = FILES["shop/lease.py"].replace("raise LookupError(lease.name)", "return 0")
    (folder / "shop/lease.py").write_text(changed, encoding="utf-8")
    explanation = "The worker asked for more time after its lease had expired."
    _commit(folder, f"Fix crash when a lease is already over (#12)\n\n{explanation}\n\nSigned-off-by: A")
    (folder / "shop/cart.py").write_text(FILES["shop/cart.py"] + "\n", encoding="utf-8")
    _commit(folder, "Bump version to 1.2.3 of the shop")
    return folder


def _commit(folder: Path, subject: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", subject]):
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True)


@pytest.fixture
def read(repository: Path, tmp_path: Path) -> Snapshot:
    base = git(repository, "rev-list", "--reverse", "HEAD").split()[0]
    git(repository, "checkout", "-q", base)
    first = snapshot("shop", repository, base, tmp_path / "cache")
    git(repository, "checkout", "-q", "-")
    return first


def test_a_change_is_answered_by_the_passage_that_it_changed(repository: Path, read: Snapshot) -> None:
    files = {file.path: file for file in read.files}
    listed = list(changes(repository, read.commit, 100))
    assert [change.subject for change in listed] == ["Fix crash when a lease is already over"]
    pairs = list(of_changes(listed, files, random.Random(1)))
    assert [(pair.kind, pair.passage.path) for pair in pairs] == [
        (Kind.CHANGE, "shop/lease.py"),
        (Kind.EXPLANATION, "shop/lease.py"),
    ]
    assert pairs[1].question == "the worker asked for more time after its lease had expired"
    assert "LookupError" in pairs[0].passage.text


def test_a_comment_asks_for_its_code(read: Snapshot) -> None:
    pairs = list(of_comments(read.files, random.Random(1)))
    questions = {pair.passage.path: pair.question for pair in pairs}
    assert questions.keys() == {"shop/lease.py", "shop/cart.py"}
    assert questions["shop/lease.py"].endswith("renew a lease before it expires")


def test_a_test_is_answered_by_what_it_calls(read: Snapshot) -> None:
    pairs = list(of_tests(read.files, definitions(read)))
    assert [(pair.question, pair.passage.path) for pair in pairs] == [
        ("renew lease after it expired fails", "shop/lease.py")
    ]


def test_a_name_is_answered_by_its_definition(read: Snapshot) -> None:
    pairs = of_symbols(definitions(read), random.Random(1))
    assert {pair.passage.path for pair in pairs if "cart" in pair.question.lower()} == {"shop/cart.py"}


def test_comments_are_taken_out_of_code() -> None:
    assert without_comments("a = 1\n# all of it\nb = 2\n", "python") == "a = 1\nb = 2"


def test_negatives_are_near_and_never_an_answer(repository: Path, read: Snapshot) -> None:
    pair, _ = of_changes(
        changes(repository, read.commit, 100), {file.path: file for file in read.files}, random.Random(1)
    )
    negatives = Negatives(read).of(pair, random.Random(2))
    paths = [passage.path for passage in negatives]
    assert len(paths) == len(set(paths)) == WANTED
    assert not pair.answers.intersection(paths)
    assert sum("lease" in passage.text for passage in negatives) >= WANTED - 1


def test_a_heading_asks_for_its_section_and_no_document_shows_its_own(repository: Path, read: Snapshot) -> None:
    made = [pair for pair in of_sections(read.files, {}, random.Random(1)) if pair.kind is Kind.HEADING]
    assert [(pair.question, pair.passage.path) for pair in made] == [("renewing a lease by hand", "docs/guide.md")]
    taught = Taught("maker/shop", "python", "MIT", (read.commit,))
    written = [entry for entry in questions(taught, read, repository, set()) if entry["kind"] == "heading"]
    assert len(written) == 1
    assert "by hand" not in written[0]["passages"][0]
    assert "##" not in written[0]["passages"][0]
