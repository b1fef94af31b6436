"""Stack traces of six runtimes lead to one's own code first; those of other programs name no file of it."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from tests.contracts.service_parts import core_on, written
from tests.unit.search.query.trace_samples import TRACES, TraceSample

RENEW = "def renew_lease(self, job):\n    raise LeaseLost(job)\n"
FILES = {
    "shop/__init__.py": "def __init__(self):\n    pass\n",
    "shop/worker.py": f"class Worker:\n    {RENEW.replace(chr(10), chr(10) + '    ')}\n",
    "shop/api.py": "def handle_request(worker):\n    worker.renew_lease(42)\n",
    "admin/worker.py": "def start():\n    return 'the lease of a job was lost, renew it'\n",
    "vendor/httpx/_client.py": "def post(url):\n    raise ConnectTimeout('timed out')\n",
    "src/Leases/LeaseManager.cs": (
        "namespace Shop.Leases;\npublic class LeaseManager\n{\n    public void Renew(int id) { }\n"
        "    public async Task RenewAsync(int id) { }\n}\n"
    ),
    "src/Program.cs": (
        "namespace Shop;\npublic static class Program\n{\n    public static void Main(string[] args) { }\n}\n"
    ),
    "src/main/java/org/shop/lease/LeaseService.java": (
        "package org.shop.lease;\npublic class LeaseService {\n    public void renew(int id) { }\n}\n"
    ),
    "src/main/java/org/shop/web/OrderController.java": (
        "package org.shop.web;\npublic class OrderController {\n    public void handle() { }\n"
        "    public void close() { }\n}\n"
    ),
    "src/main/kotlin/org/shop/lease/Renewal.kt": (
        'package org.shop.lease\nfun renew(id: Int) {\n    throw JobCancellationException("lease $id lost")\n}\n'
        "fun main() = runBlocking { renew(42) }\n"
    ),
    "web/src/cart.js": "export class Cart {\n  addItem(item) { }\n  get total() { }\n}\n",
    "web/src/checkout.ts": "export async function checkout() { }\n",
    "web/src/index.js": "import './cart.js';\ncheckout();\n",
    "web/test/cart.test.js": "test('adds an item', () => {});\n",
    "internal/lease/lease.go": (
        "package lease\n\nfunc (m *Manager) Renew(id int) { }\n\nfunc Map[T any](items []T) { }\n"
    ),
    "internal/lease/lease_test.go": "package lease\n\nfunc TestRenew(t *testing.T) { }\n",
    "cmd/shop/main.go": "package main\n\nfunc main() { }\n",
    "crates/lease/src/manager.rs": "pub fn renew(id: u32) { }\n",
    "src/main.rs": "fn main() { }\n",
}
OTHER_PROGRAMS = {
    "a library's package": (
        'Traceback (most recent call last):\n  File "/x/site-packages/tenacity/__init__.py", line 4, in __call__\n'
        "    result = fn(*args)\nValueError: lease\n"
    ),
    "a file of the same name": (
        'Traceback (most recent call last):\n  File "/opt/robot/worker.py", line 3, in spin\nValueError: job\n'
    ),
    "a class of the same name": (
        "java.lang.IllegalStateException: lease\n\tat com.other.Cart.add(LeaseService.java:88)\n"
    ),
    "a runtime": (
        "thread 'main' panicked:\n   2: other::start\n             at /rustc/82e1/library/std/main.rs:9:1\n"
    ),
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def answers(core: LocalCore, text: str) -> tuple[FileHit, ...]:
    return core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD), pasted=True)).files


def is_named(file: FileHit) -> bool:
    return any(signal.name == "named_place" for signal in file.why.signals)


@pytest.mark.parametrize("sample", TRACES, ids=str)
def test_the_innermost_file_of_ones_own_comes_first(core: LocalCore, sample: TraceSample) -> None:
    first = answers(core, sample.text)[0]
    assert first.path == sample.path
    assert is_named(first)


def test_a_frame_of_an_older_version_leads_to_the_file_that_its_function_was_moved_to(core: LocalCore) -> None:
    frame = '  File "/venv/site-packages/shop/core.py", line 268, in renew_lease\n    self.again()\n'
    first = answers(core, f"Traceback (most recent call last):\n{frame}LeaseLost: 42\n")[0]
    assert (first.path, is_named(first)) == ("shop/worker.py", True)


def test_the_special_methods_of_a_trace_name_no_file(core: LocalCore) -> None:
    trace = OTHER_PROGRAMS["a library's package"].replace("__call__", "__init__", 1)
    names = {signal.name for file in answers(core, trace) for signal in file.why.signals}
    assert "exact_definition" not in names


@pytest.mark.parametrize("text", OTHER_PROGRAMS.values(), ids=OTHER_PROGRAMS)
def test_a_file_that_only_has_the_name_of_another_is_not_named(core: LocalCore, text: str) -> None:
    assert [file.path for file in answers(core, text) if is_named(file)] == []
