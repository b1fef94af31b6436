"""A pasted report, trace, message or diff leads to the code that it is about."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.filters import OWNER, Access
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from tests.contracts.service_parts import core_on, written

FILES = {
    ".dowse.toml": 'tenant = "acme"\n[[rules]]\nglob = "vault/**"\ngroups = ["board"]\n',
    "shop/worker.py": (
        "class Worker:\n    def renew_lease(self, job):\n"
        '        raise LeaseLost(f"lease {job} lost to {self.other}")\n\n\n'
        "def run_forever(worker):\n    while True:\n        worker.renew_lease(1)\n"
    ),
    "shop/client.py": "def send(request):\n    return request\n",
    "other/worker.py": "def start():\n    return 'worker lease renew lost job'\n",
    "vendor/http/client.py": "def send(request):\n    raise OSError('closed')\n",
    "src/Leases/LeaseManager.cs": (
        "namespace Shop.Leases;\npublic class LeaseManager\n{\n    public void Renew(int id)\n    {\n"
        '        throw new System.InvalidOperationException("Lease of " + id + " is no longer held");\n    }\n}\n'
    ),
    "vault/secret.py": 'def hide(job):\n    raise ValueError(f"vault {job} is sealed forever")\n',
    "docs/errors.md": "# Errors\n\nWhen a lease is lost, the worker stops. Lease lost to another worker.\n",
    "tests/test_worker.py": "def test_loss():\n    assert error == 'lease 42 lost to host-b'\n",
    "shop/quota.py": "def check():\n    raise ValueError('The quota of this shop is used up.')\n",
    "benchmarks/copy/of/shop/limits.py": "LIMIT = 1\n",
    "shop/limits.py": "LIMIT = 2\n",
    "tools/venv.py": "HOME = 'home me app venv site packages'  # lib of packages in a venv at home\n",
}
BOARD = Access("acme", ("board",))
STAFF = Access("acme", ())

PYTHON_TRACE = """Traceback (most recent call last):
  File "/home/me/app/shop/worker.py", line 8, in run_forever
    worker.renew_lease(1)
  File "/home/me/app/shop/worker.py", line 3, in renew_lease
    return send(request)
  File "/venv/site-packages/vendor/http/client.py", line 2, in send
OSError: closed
"""


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def answers(core: LocalCore, text: str, access: Access = OWNER, *, typed: bool = False) -> list[FileHit]:
    ranking = RankSettings(mode=Mode.KEYWORD)
    return list(core.search(SearchQuery(text, ranking, access=access, typed=typed)).files)


def signals(file: FileHit) -> dict[str, str]:
    return {signal.name: signal.detail for signal in file.why.signals}


def test_the_files_of_a_trace_come_first_own_code_before_libraries(core: LocalCore) -> None:
    files = answers(core, PYTHON_TRACE)
    assert files[0].path == "shop/worker.py"
    assert signals(files[0])["named_place"] == "worker.py:3 (renew_lease)"
    assert "vendor/http/client.py" in [file.path for file in files]


def test_the_folders_in_the_lines_of_a_trace_are_no_words_of_the_report(core: LocalCore) -> None:
    assert "tools/venv.py" not in [file.path for file in answers(core, PYTHON_TRACE)]


def test_the_chunk_of_the_innermost_function_supports_the_file(core: LocalCore) -> None:
    assert "def renew_lease" in answers(core, PYTHON_TRACE)[0].chunks[0].text


def test_a_name_with_a_line_leads_to_the_place(core: LocalCore) -> None:
    file = answers(core, "shop/worker.py:7")[0]
    assert file.path == "shop/worker.py"
    assert file.chunks[0].start_line <= 7 <= file.chunks[0].end_line


@pytest.mark.parametrize("text", ["quota.py", "shop/quota.py", "shop\\quota.py", " QUOTA.py "])
def test_the_name_of_a_file_leads_to_the_file(core: LocalCore, text: str) -> None:
    file = answers(core, text)[0]
    assert file.path == "shop/quota.py"
    assert signals(file)["named_place"] == text.strip().replace("\\", "/").rpartition("/")[2]


def test_of_files_with_one_name_the_one_in_the_shallowest_folder_comes_first(core: LocalCore) -> None:
    files = answers(core, "limits.py")
    assert [file.path for file in files[:2]] == ["shop/limits.py", "benchmarks/copy/of/shop/limits.py"]


def test_a_name_that_only_looks_like_a_file_is_a_name(core: LocalCore) -> None:
    file = answers(core, "Worker.renew_lease")[0]
    assert file.path == "shop/worker.py"
    assert "named_place" not in signals(file)


def test_a_trace_without_files_is_found_by_its_names(core: LocalCore) -> None:
    files = answers(core, "it failed\n   at Shop.Leases.LeaseManager.Renew(Int32 id)\n   at Shop.Program.Main()\n")
    assert files[0].path == "src/Leases/LeaseManager.cs"


@pytest.mark.parametrize(
    ("text", "path", "literal"),
    [
        ("lease 42 lost to bob", "shop/worker.py", "lease {job} lost to {self.other}"),
        ("ERROR worker: lease 42 lost to bob\nat noon\n", "shop/worker.py", "lease {job} lost to {self.other}"),
        (
            "System.InvalidOperationException: Lease of 7 is no longer held\n   at X()\n",
            "src/Leases/LeaseManager.cs",
            "Lease of ... is no longer held",
        ),
    ],
)
def test_a_message_leads_to_the_literal_that_formatted_it(
    core: LocalCore, text: str, path: str, literal: str
) -> None:
    file = answers(core, text)[0]
    assert (file.path, signals(file).get("formats_message")) == (path, literal)


def test_a_diff_leads_to_the_files_that_it_changes(core: LocalCore) -> None:
    diff = "--- a/shop/client.py\n+++ b/shop/client.py\n@@ -1,2 +1,2 @@\n-    return request\n+    return 1\n"
    assert answers(core, diff)[0].path == "shop/client.py"


def test_a_trace_shows_no_file_that_is_out_of_sight(core: LocalCore) -> None:
    trace = 'Traceback\n  File "vault/secret.py", line 2, in hide\nValueError: vault 3 is sealed forever\n'
    assert "vault/secret.py" not in [file.path for file in answers(core, trace, STAFF)]
    assert answers(core, trace, BOARD)[0].path == "vault/secret.py"


def test_a_trace_of_another_program_is_answered_by_its_words(core: LocalCore) -> None:
    files = answers(core, 'Traceback\n  File "/x/elsewhere.py", line 2, in nowhere\nKeyError: lease\n')
    assert files
    assert all("named_place" not in signals(file) for file in files)


def test_ten_thousand_lines_are_answered(core: LocalCore) -> None:
    assert answers(core, "worker lost the lease\n" + "12:00 some line of a log\n" * 10_000)


def test_a_last_line_of_filters_narrows_a_report(core: LocalCore) -> None:
    assert {file.language for file in answers(core, f"{PYTHON_TRACE}lang:csharp")} <= {"csharp"}


def test_the_query_language_applies_on_request(core: LocalCore) -> None:
    assert answers(core, 'lease\n"no such phrase anywhere"', typed=True) == []


def test_a_test_that_expects_a_message_does_not_make_it(core: LocalCore) -> None:
    making = {file.path for file in answers(core, "lease 42 lost to host-b") if "formats_message" in signals(file)}
    assert making == {"shop/worker.py"}


def test_a_message_without_values_is_known_by_its_end(core: LocalCore) -> None:
    file = answers(core, "The quota of this shop is used up.")[0]
    assert (file.path, signals(file).get("formats_message")) == (
        "shop/quota.py",
        "The quota of this shop is used up.",
    )
