"""The parser of the command line: a wrong argument gives one line with a suggestion."""

import argparse
import os
import re
import shlex
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from app.cli.streams import flush, put
from search.errors import BadInputError

if TYPE_CHECKING:  # the start of ``dowse mcp`` imports this module, and may import nothing that takes time
    from search.messages import Message

QUERY = "query"
"""Name of the argument that takes the words of a query."""

_EXCLUDED_WORD = re.compile(r"-\w\S+", re.ASCII)
"""A dash and at least two characters, such as ``-test``; no option of Dowse looks like that."""


_NEEDS_NO_ESCAPE = re.compile(r"[^\"$`!\\]*")
"""A text that every shell takes as it is between double quotation marks."""

_NAMES_ELSEWHERE = {
    **dict.fromkeys(("-n", "-k", "-m", "--limit", "--number", "--max-count", "--max-results", "--top-k"), "--top"),
    **dict.fromkeys(("-F", "--fixed-strings", "--literal"), "--exact"),
    **dict.fromkeys(("-E", "-e", "-P", "--regexp"), "--regex"),
    **dict.fromkeys(("-s", "--case-sensitive"), "--match-case"),
    **dict.fromkeys(("-w", "--word-regexp"), "--whole-word"),
    **dict.fromkeys(("-L", "--level", "--levels", "--max-depth"), "--depth"),
    **dict.fromkeys(("--max-tokens", "--tokens"), "--budget"),
    **dict.fromkeys(("-g", "--glob", "--include"), "path"),
    **dict.fromkeys(("-t", "--language"), "lang"),
    "--extension": "ext",
    "--exclude": "-path",
}
"""What other search tools call an option of Dowse, or a filter of its query language."""


def default_of(action: argparse.Action) -> str:
    """Return the default of an argument as its help names it; empty for a flag and for one without a default."""
    if action.nargs == 0 or action.default in (None, False, argparse.SUPPRESS, ""):
        return ""
    return str(action.default)


class HelpFormatter(argparse.HelpFormatter):
    """Names the default of each argument, and keeps the lines of descriptions and examples as they are written."""

    def _get_help_string(self, action: argparse.Action) -> str:
        default, text = default_of(action), action.help or ""
        return f"{text} (default: {default})" if default and action.help != argparse.SUPPRESS else text

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        wrap = super()._fill_text
        lines = (
            line if line.startswith(" ") or len(line) <= width else wrap(line, width, indent)
            for line in text.splitlines()
        )
        return "\n".join(lines)


class OneLineParser(argparse.ArgumentParser):
    """Reports a wrong argument as an error instead of printing the usage and ending the process."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **settings})

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments.

        Raises:
            BadInputError: always.
        """
        raise BadInputError("cli.usage", reason=message, program=self.prog)

    def print_help(self, file: Any = None) -> None:
        """Print the help.

        Raises:
            OutputError: standard output does not take it.
        """
        if file is None:
            put(self.format_help())
        else:
            super().print_help(file)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End the process, after a help text for example.

        Raises:
            OutputError: standard output does not take the text.
        """
        flush()
        super().exit(status, message)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse, and refuse an argument that this command does not know.

        Raises:
            BadInputError: naming the argument and the option that resembles it.
        """
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self._refuse_unknown(unknown[0])
        return options, unknown

    def _refuse_unknown(self, argument: str) -> NoReturn:
        name = argument.partition("=")[0]
        long_names = [option for option in self._option_string_actions if option.startswith("--")]
        filter_key = _filter_key(name) if self._takes_query() else ""
        near = "" if filter_key else _resembling_option(name, long_names)
        if filter_key:
            remedy = _write_filter(filter_key)
        elif near:
            remedy = _did_you_mean(near)
        else:
            remedy = _search_for(argument) if self._takes_query() else _see(self.prog)
        raise BadInputError("cli.unknown_argument", remedy=remedy, argument=argument)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is none of the choices, naming the one that resembles it."""
        if action.choices is None or value in action.choices:
            return
        known = _public_choices(action)
        near = _nearest(str(value), known)
        is_command = isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - argparse has no public name
        near = near or (_subcommand(action, str(value)) if is_command else "")
        name = "/".join(action.option_strings) or _name_of(action)
        code = "cli.unknown_command" if is_command else "cli.unknown_choice"
        remedy = _did_you_mean(near) if near else (_see(self.prog) if is_command else "")
        if is_command and " " in str(value).strip():
            remedy = _search_for(str(value))
        raise BadInputError(code, remedy=remedy, name=name, value=str(value), known=", ".join(known))

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Return the value of an argument in its type; a number that is none is refused in plain words.

        Raises:
            BadInputError: it has no such value, or it is a query with bytes that are not UTF-8.
        """
        if action.dest == QUERY and not _is_text(arg_string):
            raise BadInputError("cli.query_not_text", query=_with_codes(arg_string))
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            name = "/".join(action.option_strings) or _name_of(action)
            if action.type is int:
                raise BadInputError("cli.not_a_whole_number", name=name, value=arg_string) from error
            if action.type is float:
                raise BadInputError("cli.not_a_number", name=name, value=arg_string) from error
            raise

    def _parse_optional(self, arg_string: str) -> Any:
        """Return None if this is no option, such as a word that a query excludes: ``-test``."""
        if self._takes_query() and _EXCLUDED_WORD.fullmatch(arg_string):
            return None
        return super()._parse_optional(arg_string)

    def _takes_query(self) -> bool:
        return any(action.dest == QUERY for action in self._get_positional_actions())


def describe(commands: "argparse._SubParsersAction[Any]") -> None:
    """Begin the help of each of these commands, and of theirs, with the sentence of it in the list of commands."""
    for listed in commands._choices_actions:  # noqa: SLF001 - argparse has no public name
        command, words = commands.choices[listed.dest], listed.help or ""
        command.description = f"{words[:1].upper()}{words[1:]}."
        for action in command._actions:  # noqa: SLF001 - as above
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
                describe(action)


def _is_text(argument: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in argument)


def _with_codes(argument: str) -> str:
    """Return an argument with the codes of its broken bytes."""
    return os.fsencode(argument).decode("utf-8", "backslashreplace")


def _did_you_mean(near: str) -> "Message":
    from search.messages import Message

    return Message("cli.did_you_mean", near=near)


def _search_for(query: str) -> "Message":
    from search.messages import Message

    if query.startswith("-"):
        return Message("cli.search_for", query=f"-- {shlex.quote(query)}")
    quoted = f'"{query}"' if _NEEDS_NO_ESCAPE.fullmatch(query) else shlex.quote(query)
    return Message("cli.search_for", query=quoted)


def _see(program: str) -> "Message":
    from search.messages import Message

    return Message("cli.usage.remedy", program=program)


def _filter_key(option: str) -> str:
    """Return the filter of the query language that an option such as ``--repository`` is meant for, or ""."""
    from search.query.filter_rules import COLUMN_OF_KEY  # imported late: only a wrong option needs it

    elsewhere = _NAMES_ELSEWHERE.get(option, "--")
    if not elsewhere.startswith("--"):
        return elsewhere
    word = option.removeprefix("--")
    return next((key for key, column in COLUMN_OF_KEY.items() if word in {key, column}), "")


def _resembling_option(option: str, known: list[str]) -> str:
    """Return the known option that other tools call so, or that is spelt like a long one, or ""."""
    elsewhere = _NAMES_ELSEWHERE.get(option, "")
    if elsewhere in known:
        return elsewhere
    return _nearest(option, known) if option.startswith("--") else ""


def _write_filter(key: str) -> "Message":
    from search.messages import Message

    return Message("cli.write_filter", filter=f"{key}:")


def _subcommand(commands: argparse.Action, word: str) -> str:
    """Return the command and subcommand that ``word`` names, such as ``engine stop`` for ``stop``, or ""."""
    for name, parser in dict(commands.choices or ()).items():
        for action in parser._actions:  # noqa: SLF001 - argparse has no public name
            if isinstance(action, argparse._SubParsersAction) and word in action.choices:  # noqa: SLF001 - as above
                return f"{name} {word}"
    return ""


def _name_of(action: argparse.Action) -> str:
    return action.metavar if isinstance(action.metavar, str) else action.dest


def _public_choices(action: argparse.Action) -> list[str]:
    """Return the choices as typed; of commands only those that the help lists."""
    if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - argparse has no public name
        return [choice.dest for choice in action._choices_actions]  # noqa: SLF001 - as above
    return [str(choice) for choice in action.choices or ()]


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that resembles a mistyped one most, or an empty text."""
    from search.spelling import nearest  # imported late: only mistyped words need it

    return next(iter(nearest(word, known, limit=1)), "")
