"""Commands on real folders, with the core in this process and through an engine: equal answers."""

import contextlib
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.cli.main import main
from app.cli.open_core import ENGINE_VARIABLE
from app.engine.client import RemoteCore
from app.engine.lock import WriterLock, owner_of
from app.engine.spawn import start_engine
from app.installation.locations import INDEX_VARIABLE
from search.errors import EngineError
from search.types.filters import OWNER
from tests.fakes.prepared import Prepared

Capture = pytest.CaptureFixture[str]
PATIENCE_S = 60.0


def make_shop(home: Path) -> None:
    """Write a folder and index it."""
    folder = home / "shop"
    (folder / "src").mkdir(parents=True)
    folder.joinpath("src", "cart.py").write_text(
        "from src.price import total\n\n\ndef checkout(items):\n    return total(items)\n"
    )
    folder.joinpath("src", "price.py").write_text("def total(items):\n    return sum(items)\n")
    folder.joinpath("README.md").write_text("# Shop\n\nThe cart sums what is in it.\n")
    folder.joinpath("empty.txt").write_bytes(b"")
    folder.joinpath("data.txt").write_bytes(bytes(range(256)) * 8)
    folder.joinpath("latin.txt").write_bytes(
        ("Käse und Brötchen für die Gäste, schön gekühlt und früh bestellt.\n" * 5).encode("latin-1")
    )
    with pytest.MonkeyPatch.context() as patch:
        use_folders(home, patch)
        assert main(["index", str(folder), "--no-semantic"]) == 0


def use_folders(home: Path, patch: pytest.MonkeyPatch) -> None:
    """Have commands look here for the index, the engine and a person's settings."""
    patch.setenv("XDG_RUNTIME_DIR", str(home))
    patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    patch.setenv(INDEX_VARIABLE, str(home / "index"))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("shop"), make_shop)


@pytest.fixture
def home(prepared: Prepared) -> Path:
    return prepared.restored()


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "shop"


@pytest.fixture
def index(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    index = home / "index"
    use_folders(home, monkeypatch)
    yield index
    core, owner = RemoteCore.to(index), owner_of(index)
    if core is not None:
        core.stop_engine()
        core.close()
    if owner is not None and owner.pid != os.getpid():
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(owner.pid).wait(PATIENCE_S)  # until then it writes into the folder of the next test


def _json(capsys: Capture, *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def _nothing(capsys: Capture, *arguments: str) -> Any:
    """Return the answer of a command that looked for something and found nothing."""
    assert main([*arguments, "--json"]) == 1
    return json.loads(capsys.readouterr().out)


def _without_times(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {
            name: _without_times(value) for name, value in answer.items() if name not in {"took_ms", "disk_bytes"}
        }
    return [_without_times(value) for value in answer] if isinstance(answer, list) else answer


QUESTIONS = (
    ("search", "checkout", "--mode", "keyword"),
    ("search", "total lang:python", "--mode", "keyword", "--plain", "--fusion", "rrf"),
    ("tree", "checkout"),
    ("path", "checkout", "total"),
    ("why", "src/cart.py"),
    ("impact", "total"),
    ("cycles",),
    ("unused", "shop"),
    ("unreadable",),
    ("roots",),
)


def test_the_engine_and_a_core_in_this_process_answer_alike(index: Path, capsys: Capture) -> None:
    own = [_without_times(_json(capsys, *question)) for question in QUESTIONS]
    start_engine(index)
    through_engine = [_without_times(_json(capsys, *question)) for question in QUESTIONS]
    for status in (own[-1], through_engine[-1]):
        status[0].pop("watching")
    assert through_engine == own
    assert own[0]["files"][0]["path"] == "src/cart.py"
    assert [step["to_id"].rpartition(":")[2] for step in own[3]["steps"]] == ["total"]
    assert [each["name"] for each in own[5]["affected"]] == ["checkout"]
    assert [each["name"] for each in own[7]["unused"]] == ["checkout"]
    assert (own[6]["rings"], own[8]["files"]) == ([], [])


def test_indexing_prints_how_many_files_it_took_in(index: Path, folder: Path, capsys: Capture) -> None:
    another = folder.rename(folder.with_name("another"))
    output = _json(capsys, "index", str(another), "--no-semantic")
    assert (output["files"], output["failed"]) == (4, 0)


def test_a_damaged_document_is_counted_and_the_command_succeeds(
    index: Path, folder: Path, capsys: Capture
) -> None:
    (folder / "plan.pdf").write_bytes(b"%PDF-1.7\nnothing of a document")
    assert _json(capsys, "index", str(folder), "--no-semantic")["failed"] == 1


def test_every_file_of_a_folder_is_accounted_for(index: Path, folder: Path, capsys: Capture) -> None:
    for name, state in (("README.md", "indexed"), ("empty.txt", "skipped"), ("data.txt", "skipped")):
        assert _json(capsys, "why", str(folder / name))["state"] == state
    assert _json(capsys, "status")["states"] == {"indexed": 4, "skipped": 2}


def test_text_in_another_encoding_is_found(index: Path, capsys: Capture) -> None:
    assert _json(capsys, "search", "käse", "--mode", "keyword")["files"][0]["path"] == "latin.txt"


def test_indexing_again_takes_in_what_changed_only(index: Path, folder: Path, capsys: Capture) -> None:
    folder.joinpath("src", "price.py").write_text("def discount(items):\n    return 0\n")
    assert main(["index", str(folder), "--no-semantic"]) == 0
    assert "(1 changed)" in capsys.readouterr().out
    assert _json(capsys, "search", "discount", "--mode", "keyword")["files"][0]["path"] == "src/price.py"
    assert _nothing(capsys, "search", "zzz", "--mode", "keyword")["files"] == []


def test_a_folder_inside_a_root_is_no_root_of_its_own(index: Path, folder: Path, capsys: Capture) -> None:
    assert main(["index", str(folder / "src"), "--no-semantic"]) == 0
    assert "inside the watched folder" in capsys.readouterr().err
    assert len(_json(capsys, "roots")) == 1


def test_a_forgotten_root_is_gone_and_its_files_stay(index: Path, folder: Path, capsys: Capture) -> None:
    assert _json(capsys, "forget", str(folder))["files"] == 6
    assert _json(capsys, "roots") == []
    assert _nothing(capsys, "search", "checkout", "--mode", "keyword")["files"] == []
    assert folder.joinpath("src", "cart.py").exists()


def test_a_forgotten_folder_says_which_folders_inside_it_stay(index: Path, home: Path, capsys: Capture) -> None:
    inner = home / "all" / "inner"
    inner.mkdir(parents=True)
    for path in (inner, inner.parent):
        assert main(["index", str(path), "--no-semantic"]) == 0
    capsys.readouterr()
    assert main(["forget", str(inner.parent)]) == 0
    assert "A folder inside it stays in the index: inner" in capsys.readouterr().err


def test_a_forgotten_branch_is_named_and_its_folder_stays(index: Path, folder: Path, capsys: Capture) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(folder)]
    for arguments in (("init", "-qb", "main"), ("add", "."), ("commit", "-qm", "a"), ("branch", "release")):
        subprocess.run([*git, *arguments], check=True)
    assert main(["index", str(folder), "--branch", "release", "--no-semantic"]) == 0
    capsys.readouterr()
    assert main(["forget", "shop@release"]) == 0
    output = capsys.readouterr()
    assert output.out.startswith(f"Forgot the branch release of {folder}, which stays in the index: ")
    assert "inside it" not in output.err
    assert [root["branch"] for root in _json(capsys, "roots")] == ["main"]


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_mistake_in_the_settings_of_a_folder_is_told(
    index: Path, folder: Path, capsys: Capture, more: tuple[str, ...]
) -> None:
    folder.joinpath(".dowse.toml").write_text("[[[[")
    assert main(["index", str(folder), "--no-semantic", *more]) == 0
    (problem,) = [line for line in capsys.readouterr().err.splitlines() if ".dowse.toml" in line]
    assert problem.startswith(f"{folder / '.dowse.toml'}: ")


@pytest.mark.parametrize("command", [("tree", "run"), ("impact", "run")])
def test_an_ambiguous_name_leaves_no_lines_where_json_is_read(
    index: Path, folder: Path, capsys: Capture, command: tuple[str, ...]
) -> None:
    folder.joinpath("src", "twins.py").write_text(
        "class A:\n    def run(self): ...\n\n\nclass B:\n    def run(self): ...\n"
    )
    assert main(["index", str(folder), "--no-semantic"]) == 0
    capsys.readouterr()
    assert main([*command, "--json"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    *candidates, error = output.err.splitlines()
    assert [candidate.endswith(".run") for candidate in candidates] == [True, True]
    assert error.startswith("error: ")


def test_where_there_is_no_way_json_says_what_both_names_were_taken_for(
    index: Path, folder: Path, capsys: Capture
) -> None:
    folder.joinpath("src", "twins.py").write_text(
        "class A:\n    def run(self): ...\n\n\nclass B:\n    def run(self): ...\n"
    )
    assert main(["index", str(folder), "--no-semantic"]) == 0
    capsys.readouterr()
    assert main(["path", "run", "total", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["found"] is False
    assert [each.rpartition(":")[2] for each in answer["sources"]] == ["A.run", "B.run"]
    assert len(answer["targets"]) == 1


def test_a_mistyped_label_is_reported_with_the_one_that_was_meant(index: Path, capsys: Capture) -> None:
    assert main(["forget", "shpo"]) == 2
    assert "shpo is not a watched folder. Did you mean shop?" in capsys.readouterr().err


@pytest.mark.parametrize("bad", ["not-there", "shop/README.md"])
def test_a_bad_path_adds_nothing_even_beside_a_good_one(
    index: Path, home: Path, capsys: Capture, bad: str
) -> None:
    other = home / "other"
    other.mkdir()
    assert main(["index", str(other), str(home / bad)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert len(_json(capsys, "roots")) == 1


def test_the_index_folder_itself_cannot_be_indexed(index: Path, capsys: Capture) -> None:
    assert main(["index", str(index)]) == 2
    assert "index folder itself" in capsys.readouterr().err


def test_a_path_as_typed_is_known_also_while_its_folder_is_away(
    index: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(folder.parent)
    folder.rename(folder.with_name("away"))
    answer = _json(capsys, "why", "shop/src/cart.py")
    folder.with_name("away").rename(folder)
    assert (answer["path"], answer["state"]) == (str(folder / "src" / "cart.py"), "indexed")


def test_a_command_waits_for_another_that_is_soon_done(index: Path, capsys: Capture) -> None:
    lock = WriterLock(index, program="test")
    lock.acquire()
    threading.Timer(0.3, lock.release).start()
    assert len(_json(capsys, "roots")) == 1


def test_a_damaged_index_says_what_to_do_and_can_be_rebuilt(index: Path, folder: Path, capsys: Capture) -> None:
    index.joinpath("index.json").write_text("{broken")
    assert main(["search", "checkout"]) == 1
    assert "doctor --rebuild" in capsys.readouterr().err
    assert main(["doctor", "--rebuild", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == 4
    assert index.with_name("index.damaged-1").is_dir()
    assert _json(capsys, "search", "checkout", "--mode", "keyword")["files"][0]["path"] == "src/cart.py"


def test_settings_hold_where_no_option_says_otherwise(index: Path, home: Path, capsys: Capture) -> None:
    settings = home / "mine.toml"
    settings.write_text('[search]\nmode = "keyword"\nhybrid_weight = 0.2\n')
    answer = _json(capsys, "search", "checkout", "--config", str(settings))
    assert (answer["mode"], answer["weight"]) == ("keyword", 0.2)
    answer = _json(capsys, "search", "checkout", "--config", str(settings), "--weight", "0.9")
    assert (answer["mode"], answer["weight"]) == ("keyword", 0.9)


def test_a_mistake_in_the_settings_is_one_line_with_its_place(index: Path, home: Path, capsys: Capture) -> None:
    settings = home / "mine.toml"
    settings.write_text("[search]\nhybrid_weight = 2\n")
    assert main(["search", "checkout", "--config", str(settings)]) == 2
    error = capsys.readouterr().err
    assert "mine.toml:2: search.hybrid_weight" in error
    assert error.count("\n") == 1


def test_results_name_their_lines_as_terminals_open_them(
    index: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(folder.parent)
    assert main(["search", "checkout", "--mode", "keyword"]) == 0
    assert "shop/src/cart.py:4" in capsys.readouterr().out.split()
    monkeypatch.chdir(index)
    assert main(["search", "checkout", "--mode", "keyword"]) == 0
    assert f"{folder}/src/cart.py:4" in capsys.readouterr().out.split()


def test_a_name_is_shown_from_the_line_that_defines_it(index: Path, capsys: Capture) -> None:
    assert main(["search", "checkout", "--mode", "keyword"]) == 0
    output = capsys.readouterr().out
    title, first, *_ = output.split("cart.py:4")[1].splitlines()
    assert (title.strip(), first.strip()) == ("checkout", "def checkout(items):")


def test_nothing_found_is_status_1_and_no_error(index: Path, capsys: Capture) -> None:
    assert main(["search", "zzzqqq", "--mode", "keyword"]) == 1
    assert "error" not in capsys.readouterr().err
    assert main(["path", "total", "checkout"]) == 1


def test_a_mistyped_repository_is_named_with_the_one_that_was_meant(index: Path, capsys: Capture) -> None:
    assert "repo:shop?" in str(_nothing(capsys, "search", "checkout repo:shpo")["notes"])


def test_evidence_stays_within_its_budget(index: Path, capsys: Capture) -> None:
    answer = _json(capsys, "context", "cart", "--budget", "120", "--format", "xml")
    assert 0 < answer["tokens"] <= 120
    assert answer["text"].startswith("<context")
    assert len(answer["chunks"]) >= 1
    assert _nothing(capsys, "context", "cart", "--budget", "1")["text"] == ""


def test_a_search_without_an_engine_leaves_one_for_the_next_command(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE)
    assert RemoteCore.to(index) is None
    answer = _json(capsys, "search", "checkout", "--mode", "keyword")
    assert answer["files"][0]["path"] == "src/cart.py"
    core = RemoteCore.to(index)
    assert core is not None
    started = core.engine_pid
    core.close()
    assert _json(capsys, "roots")[0]["watching"] == "events"
    assert _json(capsys, "engine", "status")["pid"] == started


def test_an_index_that_no_engine_can_open_is_answered_from_by_the_command(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(*_arguments: object, **_values: object) -> int:
        raise EngineError("engine.not_started", seconds=1, folder=index)

    monkeypatch.delenv(ENGINE_VARIABLE)
    monkeypatch.setattr("app.engine.spawn.start_engine", fail)
    assert _json(capsys, "search", "checkout", "--mode", "keyword")["files"][0]["path"] == "src/cart.py"
    assert RemoteCore.to(index) is None


def test_the_doctor_starts_no_engine(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE)
    main(["doctor"])
    assert RemoteCore.to(index) is None


def test_a_saved_file_is_found_through_a_running_engine(index: Path, folder: Path) -> None:
    start_engine(index)
    core = RemoteCore.to(index)
    assert core is not None
    changed: dict[str, threading.Event] = {"new.py": threading.Event()}

    def hear(event: object) -> None:
        for path in getattr(event, "paths", ()):
            if path in changed:
                changed[path].set()

    core.subscribe(hear)
    folder.joinpath("new.py").write_text("def brand_new():\n    return 1\n")
    assert changed["new.py"].wait(30)
    assert core.why(str(folder / "new.py"), OWNER).state == "indexed"
    core.close()


def test_no_query_text_is_logged(index: Path, capsys: Capture) -> None:
    assert main(["search", "unspeakable secret words", "--mode", "keyword"]) == 1
    log = index.joinpath("logs", "dowse.log").read_text("utf-8")
    assert "event=search" in log
    assert "unspeakable" not in log


def test_a_link_to_the_index_is_the_same_index(index: Path, home: Path, capsys: Capture) -> None:
    link = home / "link"
    link.symlink_to(index)
    assert len(_json(capsys, "roots", "--index", str(link))) == 1


def test_the_status_names_a_mistake_in_the_settings_that_a_running_engine_does_not_see(
    index: Path, home: Path, capsys: Capture
) -> None:
    start_engine(index)
    file = home / "config" / "dowse" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[docs]\nignore = ["a",\n')
    assert main(["status"]) == 0
    assert f"{file}:2: " in capsys.readouterr().err
