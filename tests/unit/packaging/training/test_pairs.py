"""Questions, answers and negatives of a small repository with a history."""

import random
import subprocess
from pathlib import Path

import pytest
import torch
from training.cleaning import SENTENCE_END
from training.histories import changes
from training.kinds import (
    TEST_NAME,
    Kind,
    definitions,
    of_changes,
    of_comments,
    of_sections,
    of_symbols,
    of_tests,
    of_written,
    without_comments,
)
from training.lists import Lists, ListsWriter
from training.mining import Mined
from training.model import EncoderModel
from training.negatives import Negatives
from training.pairs import questions, shown, summary
from training.pool import Pool
from training.repositories import TEACHING
from training.sources import Snapshot, git, snapshot
from training.written import FOLDER, written_questions

from search.embedding.reader_input import pair_tokens

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


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("TestStartOfLatest", "StartOfLatest"),
        ("test_renew_lease", "renew_lease"),
        ("RenewTests", "Renew"),
        ("testRenew", "Renew"),
        ("tests_of_renewal", "of_renewal"),
    ],
)
def test_the_name_of_a_test_loses_no_letter_of_its_words(name: str, words: str) -> None:
    assert TEST_NAME.sub("", name) == words


def test_a_sentence_does_not_end_behind_an_abbreviation() -> None:
    text = "Renews a lease, e.g. before a backup. It waits."
    assert SENTENCE_END.split(text, maxsplit=1)[0] == "Renews a lease, e.g. before a backup"


def test_a_written_question_is_answered_by_its_passage(read: Snapshot, tmp_path: Path) -> None:
    files = {file.path: file for file in read.files}
    line = files["docs/guide.md"].passages[-1].start
    table = f"docs/guide.md\t{line}\thowto\tkeep it longer myself\nshop/gone.py\t1\tplan\tno such file\n"
    (tmp_path / "shop.tsv").write_text(table, encoding="utf-8")
    written = written_questions("shop", tmp_path)
    assert [(question.kind, question.line) for question in written] == [("howto", line), ("plan", 1)]
    pairs = list(of_written(written, files))
    assert [(pair.question, pair.passage.path) for pair in pairs] == [("keep it longer myself", "docs/guide.md")]
    assert "begin again from its last checkpoint" in pairs[0].passage.text
    near = Negatives(read).of(pairs[0])
    assert near
    assert "docs/guide.md" not in {passage.path for passage in near}
    assert written_questions("nothing", tmp_path) == []


@pytest.mark.parametrize("table", sorted(FOLDER.glob("*.tsv")), ids=lambda table: table.stem)
def test_the_written_questions_are_whole_and_of_a_repository_that_teaches(table: Path) -> None:
    assert table.stem in {teacher.name for teacher in TEACHING}
    written = written_questions(table.stem)
    assert {question.kind for question in written} <= {"symptom", "concept", "plan", "howto"}
    assert len({question.text for question in written}) == len(written) > 20
    assert all(question.text.isascii() and question.line > 0 for question in written)


def test_a_name_is_answered_by_its_definition(read: Snapshot) -> None:
    pairs = of_symbols(definitions(read), random.Random(1))
    assert {pair.passage.path for pair in pairs if "cart" in pair.question.lower()} == {"shop/cart.py"}


def test_comments_are_taken_out_of_code() -> None:
    assert without_comments("a = 1\n# all of it\nb = 2\n", "python") == "a = 1\nb = 2"


def test_negatives_are_near_and_never_an_answer(repository: Path, read: Snapshot) -> None:
    pair, _ = of_changes(
        changes(repository, read.commit, 100), {file.path: file for file in read.files}, random.Random(1)
    )
    negatives = Negatives(read)
    passages = [passage.path for passage in negatives.of(pair)]
    assert len(passages) == len(set(passages)) >= 8
    assert not pair.answers.intersection(passages)
    beside = negatives.neighbours(pair, passages[:4], random.Random(2))
    assert {passage.path for passage in beside}.isdisjoint({*passages[:4], *pair.answers})


def test_a_heading_asks_for_its_section_and_no_document_shows_its_own(repository: Path, read: Snapshot) -> None:
    made = [pair for pair in of_sections(read.files, {}, random.Random(1)) if pair.kind is Kind.HEADING]
    assert [(pair.question, pair.passage.path) for pair in made] == [("renewing a lease by hand", "docs/guide.md")]
    written = [question for question in questions(read, repository, set()) if question.kind == "heading"]
    assert len(written) == 1
    assert "by hand" not in written[0].answer.text
    assert "##" not in written[0].answer.text
    assert not written[0].answer.plain


def test_what_is_written_is_read_again(repository: Path, read: Snapshot, tmp_path: Path) -> None:
    listed = list(questions(read, repository, set()))
    writer = ListsWriter()
    for question in listed:
        writer.add(question)
    writer.lists({"repository": "maker/shop", "licence": "MIT"}).save(tmp_path / "shop.safetensors")
    lists = Lists.load(tmp_path / "shop.safetensors")
    assert lists.about["repository"] == "maker/shop"
    assert [lists.names("kinds")[kind] for kind in lists.kinds] == [question.kind for question in listed]
    assert (lists.others[0] >= 0).sum() == len(listed[0].others)
    assert {int(lists.files[number]) for number in lists.others[0] if number >= 0}.isdisjoint(lists.right[0])
    assert f"maker/shop: {listed[0].text.lower()}" in "\n".join(shown(tmp_path, 50))
    assert summary(tmp_path).startswith(f"{len(listed)} questions\n")


def test_sequences_are_those_of_the_product(repository: Path, read: Snapshot) -> None:
    writer = ListsWriter()
    for question in questions(read, repository, set()):
        writer.add(question)
    lists = writer.lists({"repository": "maker/shop"})
    pool = Pool([lists, lists], torch.device("cpu"), 48)
    numbers = torch.arange(len(pool))[:, None].expand(len(pool), 4)
    passages = pool.drawn(torch.arange(len(pool)), 3)
    ids, types, mask = pool.sequences(numbers.flatten(), passages.flatten())
    texts = len(lists.passages)
    for row, (number, passage) in enumerate(
        zip(numbers.flatten().tolist(), passages.flatten().tolist(), strict=True)
    ):
        words = lists.questions[number % len(lists.questions)].tolist()
        wanted = pair_tokens(words, lists.passages[passage % texts].tolist(), 48)
        length = int(mask[row].sum())
        assert (ids[row, :length].tolist(), types[row, :length].tolist()) == wanted
        assert not ids[row, length:].any()


def test_the_encoder_finds_wrong_passages_at_home_and_elsewhere(repository: Path, read: Snapshot) -> None:
    writer = ListsWriter()
    for question in questions(read, repository, set()):
        writer.add(question)
    parts = [writer.lists({"repository": name}) for name in ("maker/shop", "other/shop")]
    pool = Pool(parts, torch.device("cpu"))
    mined = Mined(pool, EncoderModel(), seed=1)
    first = len(parts[0].questions)
    for number, row in enumerate(mined.own()[:first].tolist()):
        files = {int(parts[0].files[passage]) for passage in row if passage >= 0}
        assert files.isdisjoint(parts[0].right[number].tolist())
    assert (mined.foreign()[:first] >= len(parts[0].passages)).all()
