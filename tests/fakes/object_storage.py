"""Object storage on this machine's loopback, in memory: moto's server in a process of its own."""

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

_SERVER = """
import sys, logging
from moto.server import ThreadedMotoServer
logging.getLogger("werkzeug").disabled = True
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
server.stop()
"""
BUCKET = "company"


@contextmanager
def object_storage() -> Iterator[dict[str, str]]:
    """Yield the storage options that reach a fresh server with one bucket, `BUCKET`; it ends with the context."""
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            endpoint = f"http://127.0.0.1:{int(server.stdout.readline())}"
            made = urllib.request.Request(f"{endpoint}/{BUCKET}", method="PUT")
            with urllib.request.urlopen(made, timeout=20):
                yield {
                    "aws_endpoint": endpoint,
                    "allow_http": "true",
                    "aws_region": "us-east-1",
                    "aws_access_key_id": "test",
                    "aws_secret_access_key": "test",
                }
        finally:
            server.kill()
