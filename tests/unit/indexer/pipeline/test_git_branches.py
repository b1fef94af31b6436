"""Branches of real repositories: checked out one after the other, or read from git's objects."""

import subprocess
from pathlib import Path

import pytest

from app.core.indexing import require_branches
from indexer.discovery.finder import FileFinder
from indexer.discovery.rules import Rules
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.errors import BadInputError, NotFoundError
from search.events import Notice
from search.storage.git.objects import tip_stamp
from search.storage.storage import Storage
from search.types.files import FileState
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener
from tests.fakes.readers import NotingReader
from tests.faults.contents import Difference, difference, rows_of

LONG = "".join(f"def step_{number}():\n    return {number} * rate\n\n\n" for number in range(40))


@pytest.fixture
def bench(make_bench):
    return make_bench(reader=NotingReader())


@pytest.fixture
def git(bench):
    """Return what runs git in the root's folder; the repository has a first commit on ``main``."""

    def run(*arguments: str) -> str:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        done = subprocess.run(command, cwd=bench.root_folder, capture_output=True, check=True, text=True)
        return done.stdout.strip()

    run("init", "-q", "-b", "main")
    bench.write("src/rates.py", LONG)
    bench.write("src/lease.py", "def renew(holder):\n    return holder\n")
    run("add", "-A")
    run("commit", "-qm", "first")
    return run


@pytest.fixture
def release(bench, git):
    """Make a branch that changes one file, adds one and deletes none, and go back to ``main``."""
    git("checkout", "-qb", "release")
    bench.write("src/lease.py", "def renew(holder, grace):\n    return holder, grace\n")
    bench.write("src/refund.py", "def refund(order):\n    return order\n")
    git("add", "-A")
    git("commit", "-qm", "release")
    git("checkout", "-q", "main")


def branch_root(bench, name="release"):
    return bench.storage.roots.add_branch(bench.root(), name)


def index_branch(bench, name="release", **arguments):
    return bench.indexer.index_roots([branch_root(bench, name)], **arguments)


def rows(bench, name="release"):
    return bench.storage.files.of_root(branch_root(bench, name).id)


def text_of(bench, row):
    return "\n".join(chunk.text for chunk in bench.storage.chunks.of_files([row.id]) if chunk.ordinal >= 0)


def read_by(bench, action):
    reader = bench.indexer._context.reader
    reader.paths.clear()
    action()
    return sorted(set(reader.paths))


def beside_a_fresh_index(bench, folder):
    storage = Storage(folder)
    indexer = Indexer(storage, FileFinder(), Reader(), bench.emit, NoListener())
    indexer.use_encoder(BagOfWordsEncoder())
    indexer.index_roots([storage.roots.add(bench.root_folder)])
    indexer.close()
    return difference(rows_of(bench.storage), rows_of(storage))


def test_another_branch_in_the_folder_reads_what_differs_and_gives_the_index_that_a_fresh_one_would(
    bench, git, release, tmp_path: Path
):
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.encoder.texts.clear()
    git("checkout", "-q", "release")
    assert read_by(bench, bench.index) == ["src/lease.py", "src/refund.py"]
    assert not any("rates" in text for text in bench.encoder.texts)
    assert beside_a_fresh_index(bench, tmp_path / "fresh") == Difference((), ())


def test_a_file_written_again_with_the_same_text_is_read_and_not_cut_again(bench, git, release):
    bench.index(semantic=False)
    before = bench.rows()["src/rates.py"]
    git("checkout", "-q", "release")
    bench.write("src/rates.py", LONG)
    report = bench.index(semantic=False)
    after = bench.rows()["src/rates.py"]
    assert report.changed == 2
    assert (after.branch, after.content_hash, after.indexed_at) == (
        "release",
        before.content_hash,
        before.indexed_at,
    )
    assert after.mtime_ns != before.mtime_ns
    assert text_of(bench, after) == LONG.rstrip()


@pytest.mark.parametrize("text", [LONG, f"{LONG}# more\n"], ids=["same", "other"])
def test_what_the_graph_says_of_a_file_meanwhile_stays(bench, git, monkeypatch, text):
    bench.index(semantic=False)
    row = bench.rows()["src/rates.py"]
    reader = bench.indexer._context.reader
    read = reader.read

    def read_while_the_graph_is_written(*arguments):
        bench.storage.files.set_numbers("referred_by", {row.id: 7})
        return read(*arguments)

    monkeypatch.setattr(reader, "read", read_while_the_graph_is_written)
    monkeypatch.setattr(bench.indexer._scheduler, "schedule", lambda *_, **__: None)
    bench.write("src/rates.py", text)
    bench.indexer.update_paths(bench.root().id, ["src/rates.py"])
    after = bench.rows()["src/rates.py"]
    assert (after.referred_by, after.mtime_ns > row.mtime_ns) == (7, True)


def test_a_branch_in_git_has_the_rows_that_the_folder_has_of_equal_files(bench, git, release):
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    index_branch(bench)
    folder, result = bench.rows()["src/rates.py"], rows(bench)["src/rates.py"]
    assert (result.branch, result.indexed_at) == ("release", folder.indexed_at)
    assert text_of(bench, result) == text_of(bench, folder) == LONG.rstrip()
    assert result.meaning


def test_rows_that_a_crash_left_behind_are_read_and_not_carried(bench, git, release):
    bench.index(semantic=False)
    row = bench.rows()["src/rates.py"]
    bench.storage.chunks.replace_files([row.id], [], {})
    git("checkout", "-q", "release")
    assert read_by(bench, lambda: bench.index(semantic=False)) == ["src/lease.py", "src/rates.py", "src/refund.py"]
    assert text_of(bench, bench.rows()["src/rates.py"]) == LONG.rstrip()


def test_rules_of_another_branch_label_every_file_anew(bench, git, release):
    bench.index(semantic=False)
    git("checkout", "-q", "release")
    bench.write(".dowse.toml", '[[rules]]\nglob = "**"\ndoc_type = "manual"\n')
    bench.index(semantic=False)
    assert bench.rows()["src/rates.py"].doc_type == "manual"


def test_a_branch_embeds_only_what_differs_and_reads_nothing_of_the_folder(bench, release):
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.encoder.texts.clear()
    bench.write("src/lease.py", "def edited_but_not_committed():\n    pass\n")
    report = index_branch(bench)
    result = rows(bench)
    assert {path: row.state for path, row in result.items()} == dict.fromkeys(
        ("src/lease.py", "src/rates.py", "src/refund.py"), FileState.INDEXED
    )
    assert all(row.meaning for row in result.values())
    assert {row.branch for row in result.values()} == {"release"}
    assert text_of(bench, result["src/lease.py"]).startswith("def renew(holder, grace)")
    assert report.embedded == len(bench.encoder.texts) > 0
    assert not any("rates" in text or "edited" in text for text in bench.encoder.texts)
    assert index_branch(bench).changed == 0


def test_a_branch_follows_its_tip_and_deletes_what_the_tip_lacks(bench, git, release):
    bench.index(semantic=False)
    index_branch(bench, semantic=False)
    before = tip_stamp(bench.root_folder, "release")
    git("checkout", "-q", "release")
    git("rm", "-q", "src/refund.py")
    bench.write("src/lease.py", "def renew(holder, years):\n    return years\n")
    git("commit", "-qam", "more")
    git("checkout", "-q", "main")
    assert tip_stamp(bench.root_folder, "release") != before
    bench.index(semantic=False)
    result = rows(bench)
    assert sorted(result) == ["src/lease.py", "src/rates.py"]
    assert "years" in text_of(bench, result["src/lease.py"])


def test_a_branch_is_the_folders_while_it_is_checked_out(bench, git, release):
    bench.index(semantic=False)
    index_branch(bench, semantic=False)
    git("checkout", "-q", "release")
    bench.index(semantic=False)
    assert rows(bench) == {}
    folder = bench.rows()
    assert {row.branch for row in folder.values()} == {"release"}
    assert text_of(bench, folder["src/lease.py"]).startswith("def renew(holder, grace)")
    git("checkout", "-q", "main")
    bench.index(semantic=False)
    assert {row.branch for row in bench.rows().values()} == {"main"}
    assert text_of(bench, rows(bench)["src/lease.py"]).startswith("def renew(holder, grace)")


def test_rules_secrets_and_odd_entries_of_a_branch_are_rows_with_their_reason(bench, git):
    git("checkout", "-qb", "odd")
    for path in (".env", "private/plan.md", "notes.txt", "build.log", "vendored/x.py"):
        bench.write(path, f"text of {path}\n")
    bench.write(".dowseignore", "private/\n")
    bench.write(".gitignore", "*.log\n")
    bench.write("large.txt", "word " * 3_000)
    bench.write("blob.bin", bytes(range(256)) * 4)
    bench.write("nothing.py", "")
    bench.write("model.onnx.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n")
    bench.write("odd\nname ü.txt", "a name with a line end\n")
    (bench.root_folder / "link.py").symlink_to("src/lease.py")
    git("add", "-A", "-f")
    git("update-index", "--add", "--cacheinfo", f"160000,{git('rev-parse', 'HEAD')},module")
    git("commit", "-qm", "odd")
    git("checkout", "-qf", "main")
    finder = FileFinder(Rules(patterns=("vendored/",), max_bytes=10_000))
    indexer = Indexer(bench.storage, finder, Reader(), bench.emit, NoListener())
    bench.index(semantic=False)
    indexer.index_roots([branch_root(bench, "odd")], semantic=False)
    indexer.close()
    result = rows(bench, "odd")
    assert {path: row.reason for path, row in result.items() if row.state is not FileState.INDEXED} == {
        ".env": "secret",
        "private/": "ignored",
        "vendored/": "ignored",
        "large.txt": "size",
        "blob.bin": "binary",
        "nothing.py": "empty",
        "model.onnx.txt": "lfs",
        "link.py": "link",
        "module/": "submodule",
    }
    assert result["odd\nname ü.txt"].state is FileState.INDEXED


def test_rights_of_the_folder_hold_for_its_branches(bench, git, release):
    bench.write(".dowse.toml", 'groups = ["staff"]\n')
    bench.index(semantic=False)
    index_branch(bench, semantic=False)
    assert {row.groups for row in rows(bench).values()} == {("staff",)}
    bench.write(".dowse.toml", 'groups = ["board"]\n')
    bench.index(semantic=False)
    assert {row.groups for row in rows(bench).values()} == {("board",)}


def test_a_branch_that_vanished_stays_searchable_until_it_is_back_or_forgotten(bench, git, release):
    bench.index(semantic=False)
    index_branch(bench, semantic=False)
    tip = git("rev-parse", "release")
    git("branch", "-qD", "release")
    bench.index(semantic=False)
    assert {row.state for row in rows(bench).values()} == {FileState.OFFLINE}
    assert any("The branch release" in str(notice.message) for notice in bench.events_of(Notice))
    git("branch", "release", tip)
    bench.index(semantic=False)
    assert {row.state for row in rows(bench).values()} == {FileState.INDEXED}
    bench.indexer.forget(branch_root(bench))
    assert [root.from_git for root in bench.storage.roots.all()] == [""]
    assert {row.branch for row in bench.rows().values()} == {"main"}
    index_branch(bench, semantic=False)
    bench.indexer.forget(bench.root())
    assert bench.storage.roots.all() == ()
    assert bench.storage.files.count() == 0


def test_a_shallow_clone_has_the_tip_of_its_branches(bench, git, release, tmp_path: Path):
    origin = bench.root_folder.rename(tmp_path / "origin")
    subprocess.run(
        ["git", "clone", "-q", "--depth=1", "--no-single-branch", origin.as_uri(), str(bench.root_folder)],
        check=True,
    )
    bench.index(semantic=False)
    index_branch(bench, "origin/release", semantic=False)
    result = rows(bench, "origin/release")
    assert sorted(result) == ["src/lease.py", "src/rates.py", "src/refund.py"]


def test_what_a_partial_clone_lacks_is_skipped_and_nothing_is_fetched(bench, git, release, tmp_path: Path):
    git("config", "uploadpack.allowFilter", "true")
    origin = bench.root_folder.rename(tmp_path / "origin")
    subprocess.run(
        ["git", "clone", "-q", "--filter=blob:none", origin.as_uri(), str(bench.root_folder)], check=True
    )
    index_branch(bench, "origin/release", semantic=False)
    results = {path: row.reason for path, row in rows(bench, "origin/release").items()}
    assert results == {"src/lease.py": "not fetched", "src/rates.py": "", "src/refund.py": "not fetched"}


def test_branches_that_are_not_there_are_refused_with_a_remedy(bench, git, tmp_path: Path):
    require_branches(bench.root_folder, ["main"])
    with pytest.raises(NotFoundError, match="no branch nope"):
        require_branches(bench.root_folder, ["nope"])
    with pytest.raises(BadInputError, match="--branch"):
        require_branches(bench.root_folder, ["--upload-pack=x"])
    (tmp_path / "plain").mkdir()
    with pytest.raises(BadInputError, match="not in a work tree of git"):
        require_branches(tmp_path / "plain", ["main"])
    subprocess.run(["git", "clone", "-q", "--bare", str(bench.root_folder), str(tmp_path / "bare")], check=True)
    with pytest.raises(BadInputError) as bare:
        require_branches(tmp_path / "bare", ["main"])
    assert "cloned" in str(bare.value.remedy)
