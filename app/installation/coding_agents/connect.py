"""Connects an agent with Dowse and takes the connection away: what would be written, and writing it."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.installation.coding_agents.agents import Agent, Machine, configuration_of
from app.installation.coding_agents.json_edit import NotJsonError, member_of, with_member, without_member
from app.installation.coding_agents.rules import with_section, without_section
from search.atomic_write import atomic_write
from search.errors import BadInputError

BACKUP = ".before-dowse"
"""Ending of the copy of a file as it was before Dowse changed it."""

EMPTY = frozenset({"", "{}"})
"""What remains of a configuration that had only the entry of Dowse."""

Edit = Callable[[str], str]

READABLE = 0o600
"""A new configuration is the person's alone: other servers in it may get keys."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file with its new content.

    Attributes:
        before: None where the file is not there.
        after: None to delete the file.
        had_dowse: whether Dowse is in the file already, so that a copy of it would not be from before.
    """

    file: Path
    before: str | None
    after: str | None
    had_dowse: bool

    @property
    def is_needed(self) -> bool:
        """Whether the file is not already as it is to be."""
        return self.before != self.after


def connection(agent: Agent, machine: Machine, command: list[str]) -> tuple[Change, ...]:
    """Return the changes of an agent's files that make it start Dowse with this command.

    Raises:
        BadInputError: a file is not of the format that it should be, or another program has the entry.
    """
    configuration = configuration_of(agent, machine)
    _require_ours(configuration, agent)
    entry = agent.entry(command)
    changes = [
        _added(
            configuration,
            lambda text: _with_server(configuration, text, agent, entry),
            lambda text: _without_server(configuration, text, agent),
        )
    ]
    if agent.rules is not None:
        changes.append(_added(agent.rules(machine), lambda text: _with_rules(text, agent), without_section))
    return tuple(changes)


def disconnection(agent: Agent, machine: Machine) -> tuple[Change, ...]:
    """Return the changes of an agent's files that remove Dowse; a file with nothing else in it is deleted.

    Raises:
        BadInputError: a file is not of the format that it should be.
    """
    configuration = configuration_of(agent, machine)
    changes = []
    if configuration.exists():
        changes.append(
            _removed(
                configuration,
                lambda text: _without_server(configuration, text, agent),
                lambda text, other: _with_server_of(configuration, text, agent, other),
                EMPTY,
            )
        )
    if agent.rules is not None and (rules := agent.rules(machine)).exists():
        empty = EMPTY | {agent.rules_head.strip()}
        changes.append(_removed(rules, without_section, lambda text, _: _with_rules(text, agent), empty))
    return tuple(changes)


def apply(change: Change) -> Path | None:
    """Write one change whole or not at all; return the copy of the file before Dowse, where one was made.

    Raises:
        BadInputError: the file cannot be written.
    """
    target = change.file.resolve()  # settings are often links into a folder that is under version control
    backup = _backup_of(target)
    makes_backup = change.before is not None and not change.had_dowse
    try:
        if makes_backup:
            shutil.copy2(target, backup)
        if change.after is None:
            target.unlink()
            if target.parent != Path.home():
                with suppress(OSError):  # it holds other files
                    target.parent.rmdir()
        else:
            mode = target.stat().st_mode & 0o777 if target.exists() else READABLE
            atomic_write(target, change.after.encode(), mode=mode)
        if change.after is not None and _text_of(backup) == change.after:
            backup.unlink()
    except OSError as error:
        raise BadInputError("agents.not_written", path=change.file, reason=error.strerror or error) from error
    return backup if makes_backup else None


def _require_ours(file: Path, agent: Agent) -> None:
    """Refuse to replace an entry that starts another program.

    Raises:
        BadInputError: there is one.
    """
    with _naming(file):
        text = _text_of(file) or ""
        if _without_server(file, text, agent) == text:
            return
        command = _command_of(_server_of(file, text, agent))
    if command and "mcp" not in command[1:]:
        name = f"{agent.member.section}.{agent.member.name}"
        raise BadInputError("agents.other_entry", path=file, name=name, command=" ".join(command))


def _command_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the command line of an entry, in whichever form agents write it."""
    command, arguments = entry.get("command") or [], entry.get("args") or []
    return [str(part) for part in (*([command] if isinstance(command, str) else command), *arguments)]


def _backup_of(target: Path) -> Path:
    return target.with_name(target.name + BACKUP)


def _text_of(file: Path) -> str | None:
    return file.read_bytes().decode() if file.exists() else None


def _added(file: Path, add: Edit, remove: Edit) -> Change:
    with _naming(file):
        before = _text_of(file)
        return Change(file, before, add(before or ""), had_dowse=remove(before or "") != (before or ""))


def _removed(file: Path, remove: Edit, restore: Callable[[str, str], str], empty: frozenset[str]) -> Change:
    """Return the change that removes Dowse from a file.

    Where nothing else changed since Dowse was added, the file gets the content of its copy, white space included:
    ``restore`` adds to that what the file has of Dowse. A file of which only ``empty`` is left is deleted.
    """
    with _naming(file):
        before = _text_of(file) or ""
        left = remove(before)
        if left == before:
            return Change(file, before, before, had_dowse=False)
        backup = _text_of(_backup_of(file.resolve()))
        if backup is not None and (backup.strip() == left.strip() or restore(backup, before) == before):
            left = backup
        goes = backup is None and left.strip() in empty
        return Change(file, before, None if goes else left, had_dowse=True)


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Name the file in an error of reading it."""
    try:
        yield
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


def _with_server_of(file: Path, text: str, agent: Agent, other: str) -> str:
    """Return a text with the entry of Dowse that another one has."""
    return _with_server(file, text, agent, _server_of(file, other, agent))


def _server_of(file: Path, text: str, agent: Agent) -> dict[str, Any]:
    """Return the entry of Dowse, which the text has."""
    if file.suffix != ".toml":
        return member_of(text, agent.member)
    import tomlkit

    server: dict[str, Any] = tomlkit.parse(text).unwrap()[agent.member.section][agent.member.name]
    return server


def _with_rules(text: str, agent: Agent) -> str:
    return with_section(text if text.strip() else agent.rules_head)
