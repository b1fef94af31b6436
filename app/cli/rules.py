"""``dowse rules``: turns groups of ignore rules off and on, without indexing anything again but the difference."""

import argparse
from pathlib import Path

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json
from app.installation.rule_groups import GROUPS, rule_states, switched
from search.types.filters import OWNER


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "rules", parents=[common], help="list the groups of ignore rules, or turn one on or off"
    )
    command.set_defaults(run=run)
    command.add_argument(
        "switch",
        nargs="?",
        choices=["on", "off"],
        help="turn the group on or off; without it, the groups are listed",
    )
    command.add_argument("group", nargs="?", choices=sorted(GROUPS), metavar="GROUP", help=", ".join(GROUPS))
    command.add_argument("--root", default="", metavar="LABEL", help="change it for this folder only")


def run(options: argparse.Namespace) -> int:
    """List the groups, or turn one on or off and say what that changed."""
    from app.installation.locations import settings_file
    from search.config.settings import load_settings
    from search.errors import BadInputError

    file = config_of(options) or settings_file()
    settings = load_settings(file)
    if options.switch is None:
        _tell(settings.docs.rules_off, as_json=options.json)
        return 0
    if options.group is None:
        raise BadInputError("cli.no_rule_group", switch=options.switch, known=", ".join(GROUPS))
    before = settings.docs.rules_off
    label = _label(options)
    off = switched(before, options.group, label=label, on=options.switch == "on")
    read = _hold(options, file, off) if off != before else 0
    if options.json:
        _tell(off, as_json=True)
        return 0
    where = f" for {label}" if label else ""
    line(f"{options.group} is {options.switch}{where}: {plural(read, 'file')} read")
    return 0


def _label(options: argparse.Namespace) -> str:
    """Return the label of the folder that is named by it or by its path; empty for all folders."""
    if not options.root:
        return ""
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        roots = [status.root for status in core.roots(OWNER) if not status.root.from_git]
    path = str(Path(options.root).resolve())
    label = next((root.repository for root in roots if options.root == root.repository or path == root.path), "")
    if label:
        return label
    from search.errors import NotFoundError

    labels = ", ".join(root.repository for root in roots) or "none"
    raise NotFoundError("roots.not_watched", name=options.root, known=labels)


def _hold(options: argparse.Namespace, file: Path, off: tuple[str, ...]) -> int:
    """Have the groups not hold from now on, here and at the next start; return how many files were read."""
    from app.cli.index import progress_unless
    from app.installation.settings_file import write_settings
    from search.config.settings import load_settings
    from search.storage.layout import Layout

    settings = load_settings(file)
    docs = settings.docs.model_copy(update={"rules_off": off})
    write_settings(file, settings.model_copy(update={"docs": docs}))
    index = index_of(options, writes=True)
    if not Layout(index).versions.exists():
        return 0
    with (
        opened_core(index, Opening(config_of(options), serves=True)) as core,
        progress_unless(core, quiet=options.json),
    ):
        return core.turn_rules_off(off)


def _tell(off: tuple[str, ...], *, as_json: bool) -> None:
    states = rule_states(off)
    if as_json:
        print_json(states)
        return
    for state in states:
        only = f" (off for {', '.join(state.off_for)})" if state.on and state.off_for else ""
        line(f"  {'on ' if state.on else 'off'}  {state.group:<13} {state.leaves_out}{only}")
