"""The reference of all settings, written from the classes that read them."""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from app.cli.environment import VARIABLES
from indexer.discovery import root_settings
from search.config.settings import Settings

_HEAD = """\
# Configuration

<!-- Written by `make reference` from search/config/settings.py. Change the classes there, not this page. -->

Dowse needs no configuration: every setting has a default. Your own settings are in one TOML file;
[Install][install] names its location on each system, and `--config FILE` chooses another. A mistake in it is
reported with its line and value, and nothing starts with half of the settings. The settings dialog of the window
changes the same file and keeps its comments. `resources/config/default.toml` shows the file with all defaults.

An option of the command line overrides the file, and the file overrides the defaults.

[install]: ../guide/install.md
"""

_TABLE_HEAD = "| setting | values | default | meaning |\n|---|---|---|---|\n"

_FOLDER_HEAD = f"""\
## Labels of a folder: `{root_settings.SETTINGS_FILE}`

This file in the root of an indexed folder labels the files of that folder ([Access rights](../guide/access.md)).

"""

_VARIABLES_HEAD = """\
## Environment variables

| variable | meaning |
|---|---|
"""


def configuration_page() -> str:
    """Return the page in Markdown."""
    sections = [_section(name, field.annotation) for name, field in Settings.model_fields.items()]
    variables = "".join(f"| `{name}` | {text} |\n" for name, text in VARIABLES.items())
    return "\n".join([_HEAD, *sections, _FOLDER_HEAD + _folder_example(), _VARIABLES_HEAD + variables])


def described_settings(section: type[BaseModel]) -> dict[str, str]:
    """Return the description of each setting from the docstring of its section."""
    _, _, attributes = (inspect.getdoc(section) or "").partition("Attributes:\n")
    entries = re.findall(r"^ {4}(\w+): ((?:.+\n?)(?: {8}.+\n?)*)", attributes, re.MULTILINE)
    return {name: " ".join(text.split()).replace("``", "`") for name, text in entries}


def _section(name: str, section: Any) -> str:
    summary = (inspect.getdoc(section) or "").split("\n\n")[0]
    meanings = described_settings(section)
    schema = section.model_json_schema()
    rows = "".join(
        f"| `{setting}` | {_cell(_values(_resolved(field, schema)))} | {_cell(_shown(field['default']))} |"
        f" {_cell(meanings[setting])} |\n"
        for setting, field in _fields(section, schema)
    )
    return f"## `[{name}]`\n\n{summary.replace('``', '`')}\n\n{_TABLE_HEAD}{rows}"


def _fields(section: type[BaseModel], schema: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for setting, field in section.model_fields.items():
        default = field.get_default(call_default_factory=True)
        yield setting, {**schema["properties"][setting], "default": default}


def _resolved(field: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    reference = field.get("$ref", "")
    return schema["$defs"][reference.rpartition("/")[2]] if reference else field


def _values(field: Mapping[str, Any]) -> str:
    """Return which values a setting takes, for a person."""
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    kinds = {
        "boolean": "`true`, `false`",
        "string": "text",
        "array": "list of texts",
        "object": "table of texts",
        "integer": "whole number",
        "number": "number",
    }
    return kinds[field["type"]] + _bounds(field)


def _bounds(field: Mapping[str, Any]) -> str:
    limits = {"minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most"}
    words = [f"{words} {field[key]:g}" for key, words in limits.items() if key in field]
    return f", {', '.join(words)}" if words else ""


def _shown(default: object) -> str:
    """Return a default as TOML writes it."""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, str):
        return f'`"{default}"`'
    if isinstance(default, tuple | dict):
        return "`[]`" if isinstance(default, tuple) else "`{}`"
    return f"`{default}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _folder_example() -> str:
    _, _, example = (inspect.getdoc(root_settings) or "").partition("::\n\n")
    return f"```toml\n{inspect.cleandoc(example)}\n```\n"
