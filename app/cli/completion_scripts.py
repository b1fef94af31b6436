"""Scripts that complete the command line in a shell, written from the parser, so that none can be stale."""

from collections.abc import Callable, Iterable, Mapping

from app.cli.parser_view import Argument, Command

PROGRAM = "dowse"


def bash(program: Command) -> str:
    """Return a script for bash."""
    keys = "\n".join(
        f'            "{_parent(command)} {_last(command)}") key="{command.name}" ;;' for command in _tree(program)
    )
    values = "\n".join(
        _bash_value(command, option) for command in _all(program) for option in command.options if option.value
    )
    words = "\n".join(f'        "{command.name}") words="{_words(command)}" ;;' for command in _all(program))
    return f"""# bash completion for {PROGRAM}; load it with: eval "$({PROGRAM} completion bash)"
_{PROGRAM}() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" key="" words="" place
    COMPREPLY=()
    for ((place = 1; place < COMP_CWORD; place++)); do
        case "$key ${{COMP_WORDS[place]}}" in
{keys}
        esac
    done
    case "$key $before" in
{values}
    esac
    case "$key" in
{words}
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _{PROGRAM} {PROGRAM}
"""


def zsh(program: Command) -> str:
    """Return a script for zsh."""
    commands = "\n".join(
        f"        {_quoted(f'{_colons(command.name)}:{command.help}')}" for command in program.children
    )
    cases = "\n".join(
        f"        {command.name}) _arguments {_zsh_specs(command)} ;;" for command in program.children
    )
    return f"""#compdef {PROGRAM}
# zsh completion for {PROGRAM}; load it with: eval "$({PROGRAM} completion zsh)"
_{PROGRAM}_commands() {{
    local -a commands
    commands=(
{commands}
    )
    _describe -t commands command commands
}}
_{PROGRAM}() {{
    local context state state_descr line
    typeset -A opt_args
    _arguments -C {_zsh_options(program.options)} '1: :_{PROGRAM}_commands' '*:: :->arguments'
    [[ $state == arguments ]] || return
    case $words[1] in
{cases}
    esac
}}
compdef _{PROGRAM} {PROGRAM}
"""


def fish(program: Command) -> str:
    """Return a script for fish."""
    lines = [f"# fish completion for {PROGRAM}; load it with: {PROGRAM} completion fish | source"]
    lines += [_fish_option(option, "") for option in program.options]
    for command in program.children:
        lines.append(
            f"complete -c {PROGRAM} -f -n __fish_use_subcommand -a {command.name} -d {_quoted(command.help)}"
        )
        seen = f"__fish_seen_subcommand_from {command.name}"
        lines += [
            f"complete -c {PROGRAM} -f -n {_quoted(seen)} -a {_last(child)} -d {_quoted(child.help)}"
            for child in command.children
        ]
        lines += [_fish_option(option, seen) for option in _with_children(command)]
    return "\n".join(lines) + "\n"


SCRIPTS: Mapping[str, Callable[[Command], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
"""The writer for each shell."""


def _tree(command: Command) -> Iterable[Command]:
    for child in command.children:
        yield child
        yield from _tree(child)


def _all(program: Command) -> Iterable[Command]:
    return (program, *_tree(program))


def _parent(command: Command) -> str:
    return command.name.rpartition(" ")[0]


def _last(command: Command) -> str:
    return command.name.rpartition(" ")[2]


def _words(command: Command) -> str:
    options = [name for option in command.options for name in option.names]
    choices = [choice for argument in command.positionals for choice in argument.choices]
    return " ".join((*map(_last, command.children), *choices, *options))


def _bash_value(command: Command, option: Argument) -> str:
    keys = "|".join(f'"{command.name} {name}"' for name in option.names)
    words = " ".join(option.choices)
    reply = f'mapfile -t COMPREPLY < <(compgen -W "{words}" -- "$current"); ' if words else ""
    return f"        {keys}) {reply}return ;;"


def _with_children(command: Command) -> tuple[Argument, ...]:
    """Return the options of a command and of those below it, each once."""
    options = (*command.options, *(option for child in command.children for option in child.options))
    return tuple({option.names: option for option in options}.values())


def _zsh_specs(command: Command) -> str:
    positionals = [_zsh_positional(argument) for argument in command.positionals]
    if command.children:
        listed = " ".join(f'{_last(child)}\\:"{child.help}"' for child in command.children)
        positionals.append(_quoted(f"1:action:(({listed}))"))
    return " ".join((_zsh_options(_with_children(command)), *positionals))


def _zsh_options(options: Iterable[Argument]) -> str:
    return " ".join(_zsh_option(option) for option in options)


def _zsh_option(option: Argument) -> str:
    text = _colons(option.help).replace("[", "\\[").replace("]", "\\]")
    value = f":{_colons(option.value)}:{_zsh_values(option)}" if option.value else ""
    many = "*" if option.repeats else ""
    return " ".join(_quoted(f"{many}{name}[{text}]{value}") for name in option.names)


def _zsh_positional(argument: Argument) -> str:
    return _quoted(f"{'*' if argument.repeats else ''}:{_colons(argument.value)}:{_zsh_values(argument)}")


def _zsh_values(argument: Argument) -> str:
    if argument.choices:
        return f"({' '.join(argument.choices)})"
    return "_files" if argument.takes_files else " "


def _fish_option(option: Argument, seen: str) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    condition = f" -n {_quoted(seen)}" if seen else ""
    if not option.value:
        value = " -f"
    elif option.choices:
        value = f" -x -a {_quoted(' '.join(option.choices))}"
    else:
        value = " -r -F" if option.takes_files else " -x"
    return f"complete -c {PROGRAM}{condition} {names}{value} -d {_quoted(option.help)}"


def _colons(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")


def _quoted(text: str) -> str:
    """Return a text in single quotes for a shell."""
    return "'" + text.replace("'", "'\\''") + "'"
