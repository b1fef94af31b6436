"""``dowse completion``: the script that completes commands and options in a shell."""

import argparse

from app.cli.arguments import Commands
from app.cli.output import write

SHELLS = ("bash", "zsh", "fish")


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("completion", parents=[common], help="print a script that completes in a shell")
    command.set_defaults(run=run)
    command.add_argument("shell", choices=SHELLS, help='load it with: eval "$(dowse completion bash)"')


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from app.cli.completion_scripts import SCRIPTS
    from app.cli.parser_view import view_of

    write(SCRIPTS[options.shell](view_of(options.whole)))
    return 0
