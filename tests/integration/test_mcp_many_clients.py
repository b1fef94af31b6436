"""Several agents at once, over both transports: no error, one engine, and nothing left when they are gone."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.clients_bench import ServedIndex, agents, left_behind, served
from tests.integration.mcp_parts import make_index, write_shop

CLIENT = """
import asyncio, sys
from pathlib import Path
from tests.benchmarks.clients_bench import ServedIndex, connected

async def stay():
    served_index = ServedIndex(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
    async with connected(served_index, sys.argv[4]) as client:
        await client.call_tool("index_status", {})
        print("connected", flush=True)
        await asyncio.sleep(100)

asyncio.run(stay())
"""


pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def served_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedIndex]:
    folder = tmp_path_factory.mktemp("many")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]))
        settings = folder / "config" / "dowse" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text("[embeddings]\nsemantic = false\n")
        write_shop(folder / "shop")
        (folder / "shop" / "README.md").write_text("# Shop\n\nRefunds, invoices and leases.\n")
        make_index(folder / "index", folder / "shop")
        with served(folder / "index") as path:
            yield path


@pytest.mark.parametrize(("transport", "count"), [("http", 6), ("stdio", 2)])
def test_agents_at_once_meet_no_error_and_one_engine(
    served_index: ServedIndex, transport: str, count: int
) -> None:
    before = served_index.engine()
    seen = asyncio.run(agents(served_index, transport, count, 2.0))
    assert seen.errors == []
    assert len(seen.latencies) >= count
    assert served_index.engine()[0] == before[0]
    _settled(served_index)


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_a_killed_agent_leaves_no_process_and_no_connection(served_index: ServedIndex, transport: str) -> None:
    where = [str(served_index.index), str(served_index.port), served_index.token, transport]
    with subprocess.Popen([sys.executable, "-c", CLIENT, *where], stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == "connected\n"
        client.kill()
    _settled(served_index)


def _settled(served_index: ServedIndex) -> None:
    """Return when only the HTTP server is connected to the engine and no other server runs; fail after a while."""
    give_up = time.monotonic() + 30
    while (left := left_behind(served_index)) != (0, 1):
        assert time.monotonic() < give_up, left
        time.sleep(0.05)
