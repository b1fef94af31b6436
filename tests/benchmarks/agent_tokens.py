"""What an agent reads of each tool, in tokens: ``python tests/benchmarks/agent_tokens.py FOLDER QUESTION NAME``.

Indexes a folder, starts the server of ``dowse mcp`` as an agent does, lists its tools and calls each once: the
question for what searches, the name of a definition for what walks the dependency graph. Counts the description
of each tool and the text of each answer with the packaged model's tokenizer. ``--checkout DIR`` asks another
checkout of Dowse with this environment, so that two versions can be compared; an argument that one of them does
not know is left out.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.embedding.tokens import PackagedTokenCounter

ROOT = Path(__file__).resolve().parents[2]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked about a folder: in words, by the name of a definition, and by the path of a file."""

    words: str
    name: str
    path: str

    def arguments(self, tool: str) -> dict[str, Any] | None:
        """Return how an agent calls a tool, None for one that these questions do not fit."""
        calls: dict[str, dict[str, Any]] = {
            "search_documentation": {"query": self.words},
            "search_code": {"query": self.words},
            "find_lines": {"pattern": self.name},
            "locate_change": {"report": self.words},
            "get_context": {"query": self.words},
            "dependency_tree": {"target": self.name},
            "dependency_path": {"source": self.name, "target": self.path},
            "change_impact": {"targets": [self.name]},
            "get_file": {"file": self.path, "start_line": 1, "end_line": 60},
            "index_status": {},
            "list_products": {},
            "list_components": {},
            "unused_definitions": {},
            "dependency_cycles": {},
        }
        return calls.get(tool)


class Server:
    """A server of ``dowse mcp`` on its standard input and output."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._number = 0
        self.call("initialize", **HELLO)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Return the result of a request, or its error."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        while True:
            message: dict[str, Any] = json.loads(self._process.stdout.readline())
            if message.get("id") == self._number:
                result: dict[str, Any] = message.get("result") or message["error"]
                return result

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@contextmanager
def serving(checkout: Path, folder: Path, home: Path) -> Iterator[Server]:
    """Index a folder with the Dowse of a checkout and yield its server for agents."""
    program = [sys.executable, "-P", "-m", "app"]
    person = {"PYTHONPATH": str(checkout), "HOME": str(home), "DOWSE_INDEX": str(home / "index")}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | person
    subprocess.run([*program, "index", str(folder)], env=environment, cwd=checkout, check=True, stdout=sys.stderr)
    command = [*program, "mcp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=checkout
    ) as process:
        try:
            yield Server(process)
        finally:
            process.stdin.close() if process.stdin else None
            subprocess.run(
                [*program, "engine", "stop"], env=environment, cwd=checkout, check=False, stdout=sys.stderr
            )


def answer_text(server: Server, tool: str, arguments: dict[str, Any]) -> str | None:
    """Return what the agent reads of an answer, None where the tool refused."""
    result = server.call("tools/call", name=tool, arguments=arguments)
    if result.get("isError") or "content" not in result:
        sys.stderr.write(f"{tool}: {json.dumps(result)[:300]}\n")
        return None
    return "\n".join(part.get("text", "") for part in result["content"])


def _print_rows(server: Server, questions: Questions, count: Callable[[str], int]) -> None:
    tools = server.call("tools/list")["tools"]
    answers: list[int] = []
    for tool in tools:
        arguments = questions.arguments(tool["name"])
        text = answer_text(server, tool["name"], arguments) if arguments is not None else None
        answers += [count(text)] if text is not None else []
        shown = f"{count(text):,}" if text is not None else ""
        print(f"| `{tool['name']}` | {count(json.dumps(tool)):,} | {shown} |", flush=True)
    print(f"| together | {count(json.dumps(tools)):,} | {sum(answers):,} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", help="a question in words")
    parser.add_argument("name", help="the name of a definition")
    parser.add_argument("path", help="a file, below the folder")
    parser.add_argument("--checkout", type=Path, default=ROOT)
    options = parser.parse_args()
    count = PackagedTokenCounter().count
    questions = Questions(options.words, options.name, options.path)
    print("| tool | tokens of its description | of an answer |\n|---|---|---|")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        serving(options.checkout.resolve(), options.folder.resolve(), Path(home)) as server,
    ):
        _print_rows(server, questions, count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
