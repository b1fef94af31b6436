import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

from search.embedding.choose import open_encoder
from search.embedding.generator import EmbeddingGenerator
from search.embedding.settings import Device, EncoderSettings, Precision

NO_NETWORK = """
import socket
connect = socket.socket.connect
def noted(*args, **kwargs):
    with open({log!r}, "a") as log:
        log.write(repr(args))
    raise OSError("the network was asked")
def local_only(self, *args):
    return noted(*args) if self.family in (socket.AF_INET, socket.AF_INET6) else connect(self, *args)
socket.socket.connect = socket.socket.connect_ex = socket.socket.sendto = local_only
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = noted
"""

CONVERTER = """
import sys
from search.embedding.convert import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""

ENGINE = """
import sys
from pathlib import Path
from search.embedding.choose import open_encoder
from search.embedding.settings import Device, EncoderSettings
from search.embedding.tokens import PackagedTokenCounter
settings = EncoderSettings(
    cache_folder=Path(sys.argv[1]), device=Device.CPU, convert_command=(sys.executable, sys.argv[2])
)
encoder = open_encoder(settings, print)
encoder.encode(["one", "two"])
encoder.encode_query("three")
PackagedTokenCounter().count("four")
heavy = {"torch", "transformers", "sentence_transformers", "openvino_telemetry"}
print(*sorted(heavy & {name for name, module in sys.modules.items() if module is not None}))
"""


@dataclass(frozen=True)
class FirstUse:
    """What the first use of a model on a machine did."""

    cache: Path
    output: str
    imported: str
    network: str


@pytest.fixture(scope="session")
def first_use(tmp_path_factory):
    """Convert and encode in processes that note every use of the network."""
    folder = tmp_path_factory.mktemp("model")
    log = folder / "network.log"
    scripts = {"converter.py": CONVERTER, "engine.py": ENGINE}
    for name, code in scripts.items():
        (folder / name).write_text(NO_NETWORK.format(log=str(log)) + textwrap.dedent(code))
    command = [sys.executable, folder / "engine.py", folder / "cache", folder / "converter.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    message, imported = done.stdout.split("\n")[:2]
    return FirstUse(folder / "cache", message, imported, log.read_text() if log.exists() else "")


@pytest.fixture(scope="session")
def model_cache(first_use):
    return first_use.cache


@pytest.fixture(scope="session")
def f32(model_cache):
    return open_encoder(EncoderSettings(cache_folder=model_cache, device=Device.CPU, precision=Precision.F32))


@pytest.fixture(scope="session")
def reference(tmp_path_factory):
    return EmbeddingGenerator(device="cpu", cache=tmp_path_factory.mktemp("reference"))
