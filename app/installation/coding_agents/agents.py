"""The coding agents that Dowse knows: where each keeps its servers and its rules, and in what form."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.installation.coding_agents.json_edit import MemberPath

NAME = "dowse"
"""Name of the server in every configuration."""

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Machine:
    """Where a person's files are.

    Attributes:
        system: by its name in `sys.platform`.
    """

    home: Path
    system: str
    environment: Mapping[str, str]

    @classmethod
    def here(cls) -> "Machine":
        """Return this machine for the person who runs this process."""
        return cls(Path.home(), sys.platform, os.environ)

    def application_data(self) -> Path:
        """Return the folder in which desktop programs keep their settings."""
        if self.system == "win32":
            return Path(self.environment.get("APPDATA") or self.home / "AppData" / "Roaming")
        if self.system == "darwin":
            return self.home / "Library" / "Application Support"
        return self.configuration()

    def configuration(self) -> Path:
        """Return the folder for settings of the XDG standard, which some programs use on every system."""
        return Path(self.environment.get("XDG_CONFIG_HOME") or self.home / ".config")


@dataclass(frozen=True, slots=True)
class Agent:
    """A coding agent.

    Attributes:
        title: as a person knows it.
        program: name of its command.
        file: its configuration; several where the first that exists is read.
        member: of the server in there. A file that ends with ``.toml`` is TOML, any other JSON with comments.
        entry: writes a command in its form.
        rules: a file that it reads in every session; None where it has none outside of projects.
        rules_head: front matter, for a separate file that contains nothing else.
    """

    title: str
    program: str
    file: Callable[[Machine], Sequence[Path]]
    member: MemberPath
    entry: Callable[[list[str]], Entry]
    rules: Callable[[Machine], Path] | None
    rules_head: str = ""


def _plain(command: list[str]) -> Entry:
    return {"command": command[0], "args": command[1:]}


def _typed(command: list[str]) -> Entry:
    return {"type": "stdio", **_plain(command)}


def _in_one_list(command: list[str]) -> Entry:
    return {"type": "local", "command": command, "enabled": True}


def _codex(machine: Machine) -> Path:
    return Path(machine.environment.get("CODEX_HOME") or machine.home / ".codex")


def _zed(machine: Machine) -> Path:
    return machine.application_data() / "Zed" if machine.system == "win32" else machine.configuration() / "zed"


def _code(machine: Machine) -> Path:
    return machine.application_data() / "Code" / "User"


def _opencode(machine: Machine) -> Path:
    return machine.configuration() / "opencode"


AGENTS = {
    "claude-code": Agent(
        "Claude Code",
        "claude",
        lambda machine: (machine.home / ".claude.json",),
        MemberPath("mcpServers", NAME),
        _typed,
        lambda machine: machine.home / ".claude" / "CLAUDE.md",
    ),
    "codex": Agent(
        "Codex",
        "codex",
        lambda machine: (_codex(machine) / "config.toml",),
        MemberPath("mcp_servers", NAME),
        _plain,
        lambda machine: _codex(machine) / "AGENTS.md",
    ),
    "cursor": Agent(
        "Cursor",
        "cursor",
        lambda machine: (machine.home / ".cursor" / "mcp.json",),
        MemberPath("mcpServers", NAME),
        _plain,
        None,
    ),
    "vscode": Agent(
        "VS Code",
        "code",
        lambda machine: (_code(machine) / "mcp.json",),
        MemberPath("servers", NAME),
        _typed,
        lambda machine: _code(machine) / "prompts" / "dowse.instructions.md",
        '---\ndescription: When to use the tools of Dowse\napplyTo: "**"\n---\n\n',
    ),
    "gemini": Agent(
        "Gemini CLI",
        "gemini",
        lambda machine: (machine.home / ".gemini" / "settings.json",),
        MemberPath("mcpServers", NAME),
        _plain,
        lambda machine: machine.home / ".gemini" / "GEMINI.md",
    ),
    "opencode": Agent(
        "opencode",
        "opencode",
        lambda machine: (_opencode(machine) / "opencode.json", _opencode(machine) / "opencode.jsonc"),
        MemberPath("mcp", NAME),
        _in_one_list,
        lambda machine: _opencode(machine) / "AGENTS.md",
    ),
    "zed": Agent(
        "Zed",
        "zed",
        lambda machine: (_zed(machine) / "settings.json",),
        MemberPath("context_servers", NAME),
        lambda command: {**_plain(command), "env": {}},
        lambda machine: _zed(machine) / "AGENTS.md",
    ),
}


def is_installed(agent: Agent, machine: Machine) -> bool:
    """Return whether an agent has left files on this machine, or its command can be started."""
    configuration = configuration_of(agent, machine)
    folders = {configuration.parent, *((agent.rules(machine).parent,) if agent.rules is not None else ())}
    has_files = configuration.exists() or any(folder.is_dir() for folder in folders - {machine.home})
    return has_files or shutil.which(agent.program, path=machine.environment.get("PATH")) is not None


def configuration_of(agent: Agent, machine: Machine) -> Path:
    """Return the file that an agent reads: of several the first that exists."""
    files = agent.file(machine)
    return next((file for file in files if file.exists()), files[0])
