"""Completion of the command line, in the shells themselves, and the manual page as man shows it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from app.cli.completion_scripts import SCRIPTS
from app.cli.main import main, parser
from app.cli.manual import manual_page
from app.cli.parser_view import Command, all_commands, view_of

ASK_BASH = """
source {script}
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_dowse
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def program() -> Command:
    return view_of(parser())


@pytest.fixture(scope="module")
def scripts(program: Command, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("scripts")
    results = {shell: folder / f"dowse.{shell}" for shell in SCRIPTS}
    for shell, path in results.items():
        path.write_text(SCRIPTS[shell](program))
    return results


def _shell(name: str, script: str) -> str:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    done = subprocess.run([name, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("words", "results"),
    [
        ("dowse sea", ["search"]),
        ("dowse search --agg", ["--aggregate"]),
        ("dowse search lease --mode ''", ["hybrid", "semantic", "keyword"]),
        ("dowse --index here tree Cart --direction used", ["used-by"]),
        ("dowse engine sta", ["start", "status"]),
        ("dowse engine start --k", ["--keep"]),
        ("dowse completion b", ["bash"]),
        ("dowse search --top ''", [""]),
        ("dowse why --index ''", [""]),
    ],
)
def test_bash_completes_commands_options_and_their_values(
    scripts: dict[str, Path], words: str, results: list[str]
) -> None:
    message = _shell("bash", ASK_BASH.format(script=scripts["bash"], words=words))
    assert message.removesuffix("\n").split("\n") == results


def test_zsh_reads_its_script(scripts: dict[str, Path]) -> None:
    load = f"autoload -U compinit && compinit -D -u; source {scripts['zsh']}; print $_comps[dowse]"
    assert _shell("zsh", load) == "_dowse\n"


def test_fish_completes_commands_options_and_their_values(scripts: dict[str, Path]) -> None:
    def completions(line: str) -> list[str]:
        message = _shell("fish", f"source {scripts['fish']}; complete -C '{line}'")
        return [item.split("\t")[0] for item in message.splitlines()]

    assert completions("dowse sear") == ["search"]
    assert completions("dowse search --agg") == ["--aggregate"]
    assert set(completions("dowse search --mode ")) == {"hybrid", "semantic", "keyword"}
    assert {"start", "stop", "status"} <= set(completions("dowse engine "))


@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_command_and_option_is_in_the_script(shell: str, program: Command, scripts: dict[str, Path]) -> None:
    script = scripts[shell].read_text()
    for command in all_commands(program):
        assert command.name.rpartition(" ")[2] in script
        for option in command.options:
            assert all(name.lstrip("-") in script for name in option.names)
    assert "engine run" not in script


def test_the_command_prints_the_script(capsys: pytest.CaptureFixture[str], scripts: dict[str, Path]) -> None:
    assert main(["completion", "fish"]) == 0
    assert capsys.readouterr().out == scripts["fish"].read_text()
    assert main(["completion", "tcsh"]) == 2


def test_the_manual_page_has_every_command_and_option_and_formats_without_a_warning(program: Command) -> None:
    page = manual_page(program)
    for command in all_commands(program):
        assert f".SS dowse {command.name}".replace("-", r"\-") in page
        for option in command.options:
            assert option.names[-1].replace("-", r"\-") in page
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-z"],
        input=page,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
