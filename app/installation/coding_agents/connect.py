"""Connects an agent with Dowse and takes the connection away: what would be written, and writing it."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.installation.coding_agents.agents import Agent, Machine, configuration_of
from app.installation.coding_agents.json_edit import NotJsonError, with_member, without_member
from app.installation.coding_agents.rules import with_section, without_section
from search.atomic_write import atomic_write
from search.errors import BadInputError

BACKUP = ".before-dowse"
"""Ending of the copy of a file as it was before its last change."""

READABLE = 0o600
"""A new configuration is the person's alone: other servers in it may get keys."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file and what is to stand in it.

    Attributes:
        before: None where the file is not there.
        after: None where the file goes.
    """

    file: Path
    before: str | None
    after: str | None

    @property
    def is_needed(self) -> bool:
        """Whether the file is not already as it is to be."""
        return self.before != self.after


def connection(agent: Agent, machine: Machine, command: list[str]) -> tuple[Change, ...]:
    """Return what an agent's files become when it starts Dowse by this command.

    Raises:
        BadInputError: a file cannot be read as what it is.
    """
    configuration = configuration_of(agent, machine)
    entry = agent.entry(command)
    changes = [_change(configuration, lambda text: _with_server(configuration, text, agent, entry))]
    if agent.rules is not None:
        changes.append(_change(agent.rules(machine), lambda text: _with_rules(text, agent)))
    return tuple(changes)


def disconnection(agent: Agent, machine: Machine) -> tuple[Change, ...]:
    """Return what an agent's files become without Dowse; a file of rules that holds nothing else goes.

    Raises:
        BadInputError: a file cannot be read as what it is.
    """
    configuration = configuration_of(agent, machine)
    changes = []
    if configuration.exists():
        changes.append(_change(configuration, lambda text: _without_server(configuration, text, agent)))
    if agent.rules is not None and (rules := agent.rules(machine)).exists():
        changes.append(_change(rules, lambda text: _without_rules(text, agent)))
    return tuple(changes)


def apply(change: Change) -> Path | None:
    """Write one change whole or not at all; return the copy of what was there before.

    Raises:
        BadInputError: the file cannot be written.
    """
    target = change.file.resolve()  # settings are often links into a folder that is under version control
    try:
        backup = _backed_up(target) if change.before is not None else None
        if change.after is None:
            target.unlink()
        else:
            mode = target.stat().st_mode & 0o777 if target.exists() else READABLE
            atomic_write(target, change.after.encode(), mode=mode)
    except OSError as error:
        raise BadInputError("agents.not_written", path=change.file, reason=error.strerror or error) from error
    return backup


def _backed_up(target: Path) -> Path:
    backup = target.with_name(target.name + BACKUP)
    shutil.copy2(target, backup)
    return backup


def _change(file: Path, edit: Callable[[str], str | None]) -> Change:
    try:
        before = file.read_bytes().decode() if file.exists() else None
        return Change(file, before, edit(before or ""))
    except OSError as error:
        raise BadInputError("agents.not_read", path=file, reason=error.strerror or error) from error
    except ValueError as error:  # of UTF-8, of JSON and of TOML
        raise BadInputError("agents.not_understood", path=file, reason=error) from error


def _with_server(file: Path, text: str, agent: Agent, entry: dict[str, object]) -> str:
    if file.suffix != ".toml":
        return with_member(text, agent.member, entry)
    import tomlkit

    document = tomlkit.parse(text)
    servers = document.setdefault(agent.member.section, tomlkit.table(is_super_table=True))
    if not isinstance(servers, dict):
        message = f"{agent.member.section} is no table"
        raise NotJsonError(message)
    server = servers.setdefault(agent.member.name, tomlkit.table())
    for key, value in entry.items():
        if server.get(key) != value:
            server[key] = value
    return tomlkit.dumps(document)


def _without_server(file: Path, text: str, agent: Agent) -> str:
    if file.suffix != ".toml":
        return without_member(text, agent.member)
    import tomlkit

    document = tomlkit.parse(text)
    servers = document.get(agent.member.section)
    if isinstance(servers, dict) and agent.member.name in servers:
        del servers[agent.member.name]
        if not servers:
            del document[agent.member.section]
        return tomlkit.dumps(document)
    return text


def _with_rules(text: str, agent: Agent) -> str:
    return with_section(text if text.strip() else agent.rules_head)


def _without_rules(text: str, agent: Agent) -> str | None:
    left = without_section(text)
    return left if left.strip() != agent.rules_head.strip() else None
