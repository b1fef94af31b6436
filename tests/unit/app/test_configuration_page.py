"""The reference of settings names every setting, variable and label that the code reads."""

import re
import tomllib
from pathlib import Path

import pytest

from app.cli.configuration_page import configuration_page, described_settings
from app.cli.environment import VARIABLES
from indexer.discovery.root_settings import parse_settings
from search.config.settings import Settings

SOURCE_FOLDERS = ("app", "ui", "search", "indexer")
REPOSITORY = Path(__file__).parents[3]


@pytest.mark.parametrize("section", Settings.model_fields)
def test_every_setting_is_described(section: str):
    annotation = Settings.model_fields[section].annotation
    assert annotation is not None
    assert described_settings(annotation).keys() == annotation.model_fields.keys()


def test_a_row_has_values_default_and_meaning():
    rows = configuration_page().splitlines()
    assert (
        '| `mode` | `hybrid`, `semantic`, `keyword` | `"hybrid"` | whether words, meaning or both find files. |'
        in rows
    )
    assert any(
        row.startswith("| `max_file_size_mb` | number, more than 0, at most 1000 | `10.0` |") for row in rows
    )
    assert all(len(re.findall(r"(?<!\\)\|", row)) in (3, 5) for row in rows if row.startswith("|"))


def test_defaults_are_those_of_the_settings():
    shown = dict(re.findall(r"^\| `(\w+)` \|.*\| `([^`]*)` \| [^|]*\|$", configuration_page(), re.MULTILINE))
    values = {key: value for part in Settings().model_dump(mode="json").values() for key, value in part.items()}
    assert {key: tomllib.loads(f"v = {text}")["v"] for key, text in shown.items()} == values


def test_every_variable_that_the_program_reads_is_named():
    sources = "".join(
        path.read_text("utf-8") for folder in SOURCE_FOLDERS for path in Path(REPOSITORY, folder).rglob("*.py")
    )
    assert set(re.findall(r'"(DOWSE_[A-Z_]+)"', sources)) == {
        name for name in VARIABLES if name.startswith("DOWSE_")
    }


def test_the_example_of_a_folder_is_one_that_is_read():
    example = re.search(r"```toml\n(.*?)```", configuration_page(), re.DOTALL)
    assert example is not None
    settings = parse_settings(example[1])
    assert settings.problems == ()
    assert settings.rules[0].doc_type == "decision"
