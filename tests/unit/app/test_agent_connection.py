"""``dowse mcp install AGENT`` writes the agent's own files, and ``uninstall`` takes back what it wrote."""

import json
import tomllib
from pathlib import Path

import pytest

from app.cli import mcp
from app.cli.main import main
from app.installation.coding_agents.agents import AGENTS, Machine, configuration_of
from app.installation.coding_agents.rules import BEGIN, SECTION, with_section, without_section
from tests.unit.app.test_agent_configuration import FILES

CODEX = """\
# my models
model = "large"

[mcp_servers.other] # keep
command = "other"
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def configuration(home: Path, agent: str) -> Path:
    return configuration_of(AGENTS[agent], Machine(home, "linux", {}))


def test_the_command_knows_the_same_agents() -> None:
    assert tuple(AGENTS) == mcp.AGENTS


@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_without_files_gets_them(home: Path, agent: str) -> None:
    assert main(["mcp", "install", agent]) == 0
    file = configuration(home, agent)
    data = tomllib.loads(file.read_text()) if file.suffix == ".toml" else json.loads(file.read_text())
    entry = data[AGENTS[agent].member.section]["dowse"]
    command = entry["command"]
    assert (command if isinstance(command, list) else [command, *entry["args"]])[-1] == "mcp"
    rules = AGENTS[agent].rules
    assert rules is None or SECTION in rules(Machine(home, "linux", {})).read_text()


@pytest.mark.parametrize("agent", AGENTS)
def test_a_second_time_changes_no_file(home: Path, agent: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["mcp", "install", agent])
    before = {file: file.stat().st_mtime_ns for file in home.rglob("*") if file.is_file()}
    assert main(["mcp", "install", agent]) == 0
    assert "is connected already" in capsys.readouterr().err
    assert {file: file.stat().st_mtime_ns for file in home.rglob("*") if file.is_file()} == before


def test_comments_of_a_toml_file_stay_and_the_file_as_it_was_is_backed_up(home: Path) -> None:
    file = home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text(CODEX)
    main(["mcp", "install", "codex", "--root", "shop"])
    text = file.read_text()
    assert text.startswith(CODEX)
    assert tomllib.loads(text)["mcp_servers"]["dowse"]["args"] == ["mcp", "--root", "shop"]
    assert file.with_name("config.toml.before-dowse").read_text() == CODEX
    main(["mcp", "uninstall", "codex"])
    assert file.read_text().strip() == CODEX.strip()


def test_a_link_to_the_settings_stays_a_link(home: Path) -> None:
    real = home / "dotfiles.json"
    real.write_text('{"mcpServers": {}}\n')
    (home / ".claude.json").symlink_to(real)
    main(["mcp", "install", "claude-code"])
    assert (home / ".claude.json").is_symlink()
    assert "dowse" in json.loads(real.read_text())["mcpServers"]


def test_print_shows_the_files_and_writes_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "install", "gemini", "--print"]) == 0
    printed = capsys.readouterr().out
    assert f"# {home}/.gemini/settings.json" in printed
    assert '{\n  "mcpServers": {\n    "dowse": {\n' in printed
    assert SECTION in printed
    assert list(home.iterdir()) == []


def test_the_section_for_an_agent_without_rules_is_printed_in_lines(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "install", "cursor"]) == 0
    assert capsys.readouterr().out == f"{home}/.cursor/mcp.json\n{SECTION}"


def test_the_copy_from_before_dowse_outlives_a_change_and_goes_when_the_file_is_as_it_was(home: Path) -> None:
    file = home / ".codex" / "config.toml"
    backup = file.with_name("config.toml.before-dowse")
    file.parent.mkdir()
    file.write_text(CODEX)
    main(["mcp", "install", "codex"])
    main(["mcp", "install", "codex", "--root", "shop"])
    assert backup.read_text() == CODEX
    main(["mcp", "uninstall", "codex"])
    assert file.read_text() == CODEX
    assert not backup.exists()


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        *(("cursor", "mcp.json", text) for text in FILES.values()),
        *(("cursor", "mcp.json", text) for text in ('{"a": 1}\n', '{"mcpServers": {"b": {}}}', '{"a": "b",}')),
        *(("codex", "config.toml", text) for text in (CODEX, "", "a = 1", "\n# b\n\na = 1\n\n\n", "a = 1\r\n")),
        *(("codex", "config.toml", text) for text in ('[mcp_servers.b]\ncommand = "b"', "[mcp_servers]\n")),
        *(("codex", "AGENTS.md", text) for text in ("", "\n", "# Rules", "\n# Rules\n\n\n", "# Rules\r\n")),
    ],
)
@pytest.mark.parametrize("again", [[], ["--root", "shop"]])
def test_a_file_that_was_there_before_is_the_same_again(
    home: Path, agent: str, name: str, text: str, again: list[str]
) -> None:
    file = home / f".{agent}" / name
    file.parent.mkdir()
    file.write_bytes(text.encode())
    assert main(["mcp", "install", agent]) == 0
    assert main(["mcp", "install", agent, *again]) == 0
    assert main(["mcp", "uninstall", agent]) == 0
    assert file.read_bytes().decode() == text
    assert [other.name for other in home.rglob("*") if other.is_file()] == [name]


def test_a_file_that_was_edited_meanwhile_keeps_the_edit_and_the_copy(home: Path) -> None:
    file = home / ".gemini" / "settings.json"
    file.parent.mkdir()
    file.write_text('{"theme": "dark"}\n')
    main(["mcp", "install", "gemini"])
    file.write_text(file.read_text().replace("dark", "light"))
    main(["mcp", "uninstall", "gemini"])
    assert json.loads(file.read_text()) == {"theme": "light"}
    assert file.with_name("settings.json.before-dowse").read_text() == '{"theme": "dark"}\n'


@pytest.mark.parametrize("agent", AGENTS)
def test_files_that_dowse_made_go_with_it(home: Path, agent: str) -> None:
    main(["mcp", "install", agent])
    main(["mcp", "uninstall", agent])
    assert [file for file in home.rglob("*") if file.is_file()] == []


def test_an_empty_configuration_that_never_had_dowse_stays(home: Path) -> None:
    (home / ".claude.json").write_text("{}\n")
    main(["mcp", "uninstall", "claude-code"])
    assert (home / ".claude.json").read_text() == "{}\n"


def test_a_damaged_file_is_refused_and_stays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = home / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text('{\n  "mcpServers": {\n')
    assert main(["mcp", "install", "cursor"]) == 2
    assert str(file) in capsys.readouterr().err
    assert file.read_text() == '{\n  "mcpServers": {\n'


def test_without_an_agent_the_known_ones_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "install"]) == 2
    assert "claude-code, codex, cursor" in capsys.readouterr().err


def test_the_rules_are_one_section_of_at_most_15_lines_between_what_the_person_wrote() -> None:
    text = with_section("# Mine\n\nBe kind.\n")
    changed = text.replace("Ask it before", "Never ask it before") + "\n## Later\n"
    renewed = with_section(changed)
    assert len(SECTION.splitlines()) <= 15
    assert renewed == text + "\n## Later\n"
    assert renewed.count(BEGIN) == 1
    assert without_section(text) == "# Mine\n\nBe kind.\n"


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("linux", ".config/Code/User/mcp.json"),
        ("darwin", "Library/Application Support/Code/User/mcp.json"),
        ("win32", "AppData/Roaming/Code/User/mcp.json"),
    ],
)
def test_desktop_programs_keep_their_files_where_the_system_wants_it(
    tmp_path: Path, system: str, expected: str
) -> None:
    assert configuration_of(AGENTS["vscode"], Machine(tmp_path, system, {})) == tmp_path / expected


def test_of_two_files_the_one_that_exists_is_changed(tmp_path: Path) -> None:
    other = tmp_path / ".config" / "opencode" / "opencode.jsonc"
    other.parent.mkdir(parents=True)
    other.write_text("{}")
    assert configuration_of(AGENTS["opencode"], Machine(tmp_path, "linux", {})) == other


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        ("cursor", "mcp.json", '{"mcpServers": {"dowse": {"command": "water", "args": ["--deep"]}}}'),
        ("codex", "config.toml", '[mcp_servers.dowse]\ncommand = "water"\nargs = ["--deep"]\n'),
    ],
)
def test_an_entry_of_another_program_is_not_replaced(
    home: Path, capsys: pytest.CaptureFixture[str], agent: str, name: str, text: str
) -> None:
    file = home / f".{agent}" / name
    file.parent.mkdir()
    file.write_text(text)
    assert main(["mcp", "install", agent]) == 2
    assert "another program already: water --deep" in capsys.readouterr().err
    assert file.read_text() == text


def test_a_folder_that_is_not_watched_is_refused_as_a_root(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "shop").mkdir()
    index = ["--index", str(home / "index")]
    assert main(["index", str(home / "shop"), "--no-semantic", *index]) == 0
    assert main(["mcp", "install", "cursor", "--root", "nonsense", *index]) != 0
    assert "nonsense" in capsys.readouterr().err
    assert not (home / ".cursor").exists()
    assert main(["mcp", "install", "cursor", "--root", "shop", *index]) == 0


def test_an_agent_that_is_not_installed_is_said_to_be_missing(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(home))
    assert main(["mcp", "install", "claude-code"]) == 0
    output = " ".join(capsys.readouterr().err.split())
    assert output.startswith("Claude Code was not found on this computer: there is no command claude")
    assert output.endswith("to undo this: dowse mcp uninstall claude-code")
    assert main(["mcp", "uninstall", "claude-code"]) == 0
    (home / "claude").write_text("#!/bin/sh\n")
    (home / "claude").chmod(0o700)
    capsys.readouterr()
    assert main(["mcp", "install", "claude-code"]) == 0
    assert capsys.readouterr().err == "Claude Code has Dowse from its next start on.\n"
