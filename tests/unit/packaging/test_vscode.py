"""What the VS Code extension expects of the program, held against the program."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.cli.main import parser
from app.cli.reference import ANSWERS as COMMANDS
from app.cli.reference import schema_of
from search.errors import AmbiguousNameError, NotFoundError
from search.types.tree_answer import TreeAnswer

EXTENSION = Path(__file__).parents[3] / "packaging" / "vscode"
ANSWERS = (EXTENSION / "src" / "answers.ts").read_text("utf-8")
PROGRAM = (EXTENSION / "src" / "program.ts").read_text("utf-8")
INTERFACES = {
    "Chunk": ("search", "SupportingChunk"),
    "RankedFile": ("search", "RankedFile"),
    "SearchAnswer": ("search", "SearchAnswer"),
    "Root": ("roots", "RootAnswer"),
    "TreeNode": ("tree", "TreeNodeAnswer"),
    "DependencyTree": ("tree", "TreeAnswer"),
    "LocationsAnswer": ("where", "LocationsAnswer"),
    "FileToChange": ("where", "FileToChange"),
    "LocatedDefinition": ("where", "LocatedDefinition"),
    "ChangeEvidence": ("where", "ChangeEvidence"),
    "TestToRun": ("where", "TestToRun"),
}
"""The interfaces of answers.ts, with the command and the type of its schema that they read."""


def fields(interface: str) -> set[str]:
    body = re.search(rf"interface {interface} {{(.*?)\n}}", ANSWERS, re.DOTALL)
    assert body is not None
    return set(re.findall(r"readonly (\w+):", body[1]))


def definition(command: str, name: str) -> dict[str, Any]:
    definitions: dict[str, dict[str, Any]] = schema_of(command)["$defs"]
    return definitions[name]


@pytest.mark.parametrize("interface", [name for name, (command, _) in INTERFACES.items() if command in COMMANDS])
def test_every_field_that_the_extension_reads_is_always_in_the_answer(interface: str) -> None:
    missing = fields(interface) - set(definition(*INTERFACES[interface])["required"])
    assert missing == set()


def test_every_interface_of_the_extension_is_compared() -> None:
    assert set(re.findall(r"export interface (\w+)", ANSWERS)) == set(INTERFACES)


def test_directions_are_those_of_the_program() -> None:
    written = re.search(r"type Direction = (.*);", ANSWERS)
    assert written is not None
    assert set(json.loads(f"[{written[1].replace('|', ',')}]")) == set(
        msgspec.json.schema(TreeAnswer)["$defs"]["Direction"]["enum"]
    )


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        (r"^there is no index in ", NotFoundError("index.none", folder="/code/index")),
        (r" stands for \d+ things", AmbiguousNameError("graph.ambiguous_name", name="Cart", count=2, ids="a, b")),
    ],
)
def test_the_extension_knows_the_errors_that_it_helps_with(pattern: str, error: Exception) -> None:
    assert f"/{pattern}/" in PROGRAM
    assert re.search(pattern, str(error))


@pytest.mark.parametrize(
    "command",
    [
        ["search", "--json", "--quiet", "--index", "DIR", "-", "--top", "3", "--weight", "0.5"],
        ["tree", "--json", "--quiet", "--direction", "used-by", "--depth", "2", "--", "-odd"],
        ["roots", "--json", "--quiet"],
        ["index", "FOLDER", "--index", "DIR"],
    ],
)
def test_the_program_takes_what_the_extension_passes(command: list[str]) -> None:
    assert callable(parser().parse_args(command).run)


def test_both_languages_name_the_same_texts() -> None:
    english = json.loads((EXTENSION / "package.nls.json").read_text("utf-8"))
    german = json.loads((EXTENSION / "package.nls.de.json").read_text("utf-8"))
    assert english.keys() == german.keys()


def test_every_message_of_the_extension_is_translated() -> None:
    german = json.loads((EXTENSION / "l10n" / "bundle.l10n.de.json").read_text("utf-8"))
    calls = r'l10n\.t\(\s*"((?:[^"\\]|\\.)*)"'
    sources = "".join(path.read_text("utf-8") for path in (EXTENSION / "src").glob("*.ts"))
    assert {json.loads(f'"{text}"') for text in re.findall(calls, sources)} == german.keys()


def test_the_extension_has_no_dependencies_at_run_time() -> None:
    assert "dependencies" not in json.loads((EXTENSION / "package.json").read_text("utf-8"))
