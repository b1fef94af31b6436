"""``make reference``: writes the manual page, the configuration page and the JSON schemas in docs/."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.cli.checks.result import Finding
from app.cli.configuration_page import configuration_page
from app.cli.footprint import StoredItem
from app.cli.main import parser
from app.cli.manual import manual_page
from app.cli.parser_view import view_of
from app.core.answers import engine, graph
from app.core.answers.context import ContextText
from app.core.answers.documents import DocumentsAnswer
from app.core.answers.index import IndexAnswer, RootAnswer, StatusAnswer
from app.core.answers.lines import LinesAnswer
from app.core.answers.locations import LocationsAnswer
from app.core.answers.menu import MenuState
from app.core.answers.search import SearchAnswer
from app.core.dry_run import IndexPreview
from app.desktop.window_calls import WindowCall
from app.installation.rule_groups import RuleState
from search.types.status import AccessView, WhyAnswer
from search.types.tree_answer import TreeAnswer

DOCS = Path(__file__).resolve().parents[2] / "docs"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

ANSWERS: Mapping[str, object] = {
    "index": IndexAnswer,
    "index --dry-run": IndexPreview,
    "search": SearchAnswer,
    "search --regex": LinesAnswer,
    "search --documents": DocumentsAnswer,
    "search --sections": DocumentsAnswer,
    "search --external": DocumentsAnswer,
    "where": LocationsAnswer,
    "tree": TreeAnswer,
    "path": graph.PathAnswer,
    "impact": graph.ImpactAnswer,
    "table": graph.TableAnswer,
    "cycles": graph.CyclesAnswer,
    "architecture": graph.ArchitectureAnswer,
    "unused": graph.UnusedAnswer,
    "unreadable": graph.UnreadableAnswer,
    "context": ContextText,
    "status": StatusAnswer,
    "why": WhyAnswer,
    "roots": list[RootAnswer],
    "forget": RootAnswer,
    "move": RootAnswer,
    "rules": list[RuleState],
    "doctor": list[Finding],
    "engine start": engine.EngineStarted,
    "engine stop": engine.EngineStopped,
    "engine status": engine.EngineStatus,
    "engine pause": engine.EnginePaused,
    "engine resume": engine.EnginePaused,
    "engine speed": engine.EngineSpeed,
    "engine autostart": engine.EngineAutostart,
    "access": AccessView,
    "menu": MenuState,
    "uninstall": tuple[StoredItem, ...],
    "open": WindowCall,
}
"""The type of what each command prints with ``--json``; ``mcp`` and ``completion`` print none."""


def pages() -> dict[str, str]:
    """Return the text of each generated file by its path below ``docs/``."""
    schemas = {
        f"reference/schemas/{name.replace(' --', '-').replace(' ', '-')}.json": json.dumps(
            schema_of(name), indent=2
        )
        + "\n"
        for name in ANSWERS
    }
    return {
        "man/dowse.1": manual_page(view_of(parser())),
        "reference/configuration.md": configuration_page(),
        **schemas,
    }


def schema_of(command: str) -> dict[str, Any]:
    """Return the schema of a command's ``--json`` output, with optional and required members."""
    schema = msgspec.json.schema(ANSWERS[command])
    _close(schema)
    return {"$schema": DIALECT, "title": f"dowse {command} --json", **schema}


def _close(schema: Any) -> None:
    """Allow no other keys, and require those of a type whose defaults are always written."""
    if isinstance(schema, list):
        for item in schema:
            _close(item)
    if not isinstance(schema, dict):
        return
    for value in schema.values():
        _close(value)
    if isinstance(schema.get("properties"), dict):
        schema["additionalProperties"] = False
        with_defaults = [name for name, value in schema["properties"].items() if "default" in value]
        schema["required"] = sorted({*schema.get("required", ()), *with_defaults})


def main() -> int:
    """Write every page; return the exit status."""
    for name, text in pages().items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
