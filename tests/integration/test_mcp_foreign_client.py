"""A client of another implementation, the TypeScript SDK, asks the server over stdio and over HTTP."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integration.mcp_parts import command, make_index, stop_engine, write_shop

SOURCE = Path(__file__).parent / "foreign_client"
INSTALLED = Path(__file__).parents[2] / "build" / "foreign_client"
INSTALL = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
CART = "shop@-:file:src/cart.py"
CALLS: list[dict[str, Any]] = [
    {"tool": "search_code", "arguments": {"query": "checkout"}},
    {"tool": "search_documentation", "arguments": {"query": "authenticate"}},
    {"tool": "dependency_tree", "arguments": {"target": "checkout"}},
    {"tool": "get_context", "arguments": {"query": "total", "budget": 200}},
    {"tool": "get_file", "arguments": {"file": CART}},
    {"tool": "list_products", "arguments": {}},
    {"tool": "index_status", "arguments": {}},
    {"tool": "get_file", "arguments": {"file": "../../etc/passwd"}},
    {"resource": f"dowse://file/{CART}"},
    {"prompt": "explain_dependency", "arguments": {"source": "checkout", "target": "total"}},
]


@pytest.fixture(scope="module")
def client() -> Path:
    """Return the folder of the client, installed once as its lock file says."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} is not installed")
    lock = hashlib.sha256((SOURCE / "package-lock.json").read_bytes()).hexdigest()[:12]
    folder = INSTALLED / lock
    folder.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        shutil.copy(file, folder)
    if not (folder / "node_modules").is_dir():
        done = subprocess.run(INSTALL, cwd=folder, capture_output=True, text=True, timeout=110, check=False)
        if done.returncode != 0:
            shutil.rmtree(folder / "node_modules", ignore_errors=True)
            pytest.skip(f"the client cannot be installed: {done.stderr.strip()[-200:]}")
    return folder


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("foreign")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("PYTHONPATH", str(Path.cwd()))
        settings = folder / "config" / "dowse" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text("[embeddings]\nsemantic = false\n")
        write_shop(folder / "shop")
        make_index(folder / "index", folder / "shop")
        yield folder / "index"
        stop_engine(folder / "index")


def _answers(client: Path, transport: dict[str, Any]) -> dict[str, Any]:
    answer = json.dumps({"transport": transport, "calls": CALLS})
    done = subprocess.run(
        ["node", "client.mjs"], cwd=client, input=answer, capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def _holds(results: dict[str, Any]) -> None:
    """Check what the client was told: tools with schemas, structured answers, a refusal, a resource, a prompt."""
    assert results["server"]["name"] == "dowse"
    tools = {tool["name"]: tool for tool in results["tools"]}
    assert {call["tool"] for call in CALLS if "tool" in call} <= set(tools)
    assert all(tool["inputSchema"]["type"] == "object" and tool["outputSchema"] for tool in tools.values())
    assert [prompt["name"] for prompt in results["prompts"]] == ["explain_dependency"]
    assert results["resourceTemplates"][0]["uriTemplate"].startswith("dowse://file/")
    code, documents, tree, context, file, products, status, refusal, resource, prompt = results["answers"]
    assert code["structuredContent"]["files"][0]["path"] == "src/cart.py"
    assert "guide/install/setup.md" in {
        result["file_path"] for result in documents["structuredContent"]["results"]
    }
    assert "total" in {node["name"] for node in tree["structuredContent"]["nodes"]}
    assert context["structuredContent"]["tokens"] <= 200
    assert "def checkout" in file["structuredContent"]["text"]
    assert products["structuredContent"]["total"] == 4
    assert status["structuredContent"]["ready"]["keyword"] == 1
    assert refusal["isError"]
    assert "leads out" in refusal["content"][0]["text"]
    assert resource["contents"][0]["text"] == file["structuredContent"]["text"]
    assert "--calls-->" in prompt["messages"][0]["content"]["text"]


def test_it_lists_and_calls_the_tools_over_stdio(client: Path, index: Path) -> None:
    program, *arguments = command(index)
    _holds(_answers(client, {"command": program, "args": arguments}))


def test_it_lists_and_calls_the_tools_over_http_and_needs_the_token(client: Path, index: Path) -> None:
    with subprocess.Popen(command(index, "--http", "0"), stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        address = re.search(r"http://\S+/mcp", server.stderr.readline())
        assert address
        token = (index / "mcp.token").read_text().strip()
        try:
            _holds(_answers(client, {"url": address[0], "token": token}))
            with pytest.raises(AssertionError, match="token"):
                _answers(client, {"url": address[0], "token": "false"})
        finally:
            server.terminate()
            server.wait(30)
