"""``make reference``: writes the manual page and the JSON schemas in docs/ from the code."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from app.cli.json_shapes import SHAPES
from app.cli.main import parser
from app.cli.manual import manual_page
from app.cli.parser_view import view_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def pages() -> dict[str, str]:
    """Return the text of each generated file by its path below ``docs/``."""
    schemas = {
        f"reference/schemas/{name.replace(' ', '-')}.json": json.dumps(schema_of(name), indent=2) + "\n"
        for name in SHAPES
    }
    return {"man/dowse.1": manual_page(view_of(parser())), **schemas}


def schema_of(command: str) -> dict[str, Any]:
    """Return the schema of what a command prints with ``--json``: what it may hold, and what it always holds."""
    found = msgspec.json.schema(SHAPES[command], schema_hook=_anything)
    _close(found)
    return {"$schema": DIALECT, "title": f"dowse {command} --json", **found}


def _anything(kind: type) -> dict[str, Any]:
    """Return the schema of a value that may be of any type."""
    if kind is not object:
        raise NotImplementedError(f"{kind} has no schema")
    return {"description": "Any value."}


def _close(schema: Any) -> None:
    """Allow no other keys, and demand those of a type whose defaults are always written."""
    if isinstance(schema, list):
        for one in schema:
            _close(one)
    if not isinstance(schema, dict):
        return
    for one in schema.values():
        _close(one)
    if isinstance(schema.get("properties"), dict):
        schema["additionalProperties"] = False
        with_defaults = [name for name, one in schema["properties"].items() if "default" in one]
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
