"""Groups of ignore rules turned off and on: a real index, with and without an engine."""

import json
import threading
from functools import partial
from pathlib import Path

import pytest

from app.cli.main import main
from app.composition import Role, hosted_core, make_core
from app.installation.locations import INDEX_VARIABLE
from app.installation.rule_groups import rule_states, switched
from search.config.settings import Docs, Embeddings, Settings, load_settings
from search.errors import BadInputError
from search.events import Notice
from search.types.query import SearchQuery

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "node_modules").mkdir(parents=True)
    folder.joinpath("cart.py").write_text("def checkout():\n    pass\n")
    folder.joinpath("app.min.js").write_text("function squeezed(){}\n")
    folder.joinpath("app.js.map").write_text('{"sources": ["mapped.ts"]}\n')
    folder.joinpath("node_modules", "left.js").write_text("function padded(){}\n")
    return folder


@pytest.mark.parametrize(
    ("off", "group", "label", "on", "expected"),
    [
        ((), "secret", "", False, ("secret",)),
        (("secret",), "secret", "", False, ("secret",)),
        ((), "secret", "shop", False, ("shop:secret",)),
        (("shop:secret", "a:picture"), "secret", "", False, ("a:picture", "secret")),
        (("shop:secret", "secret"), "secret", "", True, ()),
        (("shop:secret", "a:secret"), "secret", "shop", True, ("a:secret",)),
    ],
)
def test_a_switch_changes_the_setting(off, group, label, on, expected):
    assert switched(off, group, label=label, on=on) == expected


def test_a_group_that_is_off_for_all_folders_cannot_be_on_for_one():
    with pytest.raises(BadInputError, match="every folder"):
        switched(("secret",), "secret", label="shop", on=True)
    assert [state.off_for for state in rule_states(("b:secret", "a:secret")) if state.off_for] == [("a", "b")]


def test_rules_switched_in_a_running_core_read_and_purge_only_the_difference(tmp_path: Path, folder: Path):
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    core = make_core(tmp_path / "index", settings, Role(follows=False))
    core.index([str(folder)], semantic=False)

    def paths_with(word: str) -> list[str]:
        return [file.path for file in core.search(SearchQuery(word)).files]

    def written_by_programs() -> list[str]:
        return [file.path for file in core.search(SearchQuery("is:generated")).files]

    assert (paths_with("squeezed"), paths_with("mapped"), paths_with("padded")) == (["app.min.js"], [], [])
    assert written_by_programs() == ["app.min.js"]
    assert core.turn_rules_off(["generated", "shop:dependencies"]) == 3
    assert (paths_with("squeezed"), paths_with("padded")) == (["app.min.js"], ["node_modules/left.js"])
    assert (paths_with("mapped"), written_by_programs()) == (["app.js.map"], [])
    assert core.turn_rules_off(["generated"]) == 0
    assert (paths_with("squeezed"), paths_with("padded")) == (["app.min.js"], [])
    assert core.turn_rules_off([]) == 1
    assert (paths_with("squeezed"), paths_with("mapped")) == (["app.min.js"], [])
    assert written_by_programs() == ["app.min.js"]
    with pytest.raises(BadInputError):
        core.turn_rules_off(["nonsense"])
    core.close()


def test_the_command_writes_the_setting_and_holds_at_once(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    config = tmp_path / "config.toml"
    config.write_text("# mine\n[embeddings]\nsemantic = false\n")

    def run_rules(*arguments: str, status: int = 0) -> str:
        assert main([*arguments, "--config", str(config)]) == status
        return capsys.readouterr().out

    run_rules("index", str(folder), "--no-semantic")
    skipped = run_rules("search", "is:skipped", "reason:generated")
    assert "app.js.map  skipped: generated, built-in: *.js.map" in skipped
    assert "app.min.js" not in skipped
    assert "by word only, as a program wrote it, as the rule at built-in: *.min.js has it" in run_rules(
        "why", str(folder / "app.min.js")
    )
    assert "generated is off for shop: 2 files read" in run_rules(
        "rules", "off", "generated", "--root", str(folder)
    )
    assert load_settings(config).docs.rules_off == ("shop:generated",)
    assert config.read_text().startswith("# mine")
    assert "app.js.map" in run_rules("search", "mapped")
    listed = json.loads(run_rules("rules", "--json"))
    assert [item["off_for"] for item in listed if item["off_for"]] == [["shop"]]
    assert "generated is on: 1 file read" in run_rules("rules", "on", "generated")
    assert "app.js.map" not in run_rules("search", "mapped", status=1)
    assert "app.min.js" in run_rules("search", "squeezed")
    assert main(["rules", "off", "--config", str(config)]) == 2
    assert main(["rules", "off", "secret", "--root", "nowhere", "--config", str(config)]) == 2


def test_a_change_of_rules_that_waits_for_the_end_of_a_pause_says_so(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    index, config = tmp_path / "index", tmp_path / "config.toml"
    config.write_text("[embeddings]\nsemantic = false\n")
    with hosted_core(index, config=config, serves=True, follows=False) as core:
        core.index([str(folder)])
        goes_on = partial(core.pause, paused=False)
        at_the_latest = threading.Timer(20.0, goes_on)
        at_the_latest.start()
        core.subscribe(lambda event: isinstance(event, Notice) and threading.Thread(target=goes_on).start())
        core.pause(paused=True)
        assert main(["rules", "off", "dependencies", "--index", str(index), "--config", str(config)]) == 0
        at_the_latest.cancel()
    output = capsys.readouterr()
    assert "Indexing is paused: this waits until it is resumed. Run: dowse engine resume" in output.err
    assert "1 file read" in output.out
