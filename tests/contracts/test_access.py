"""product, "access": what an asker may not see changes nothing that he is shown, on any surface.

Two indexes are made of one folder: one before the files that are out of sight were there, one after. Whoever may
not see them must get the same answers from both: results, scores, facets, counts, trees, names, errors.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from app.core.local_core import LocalCore
from app.core.retrieval_runtime import IndexParts, runtime_of
from search.errors import KnownError
from search.pipeline.runner import parse_pipeline
from search.pipeline.state import PipelineState
from search.retrieval.conditions import filters_of
from search.types.context import ContextRequest
from search.types.filters import OWNER, Access
from search.types.graph import Direction, TreeRequest
from search.types.query import Fusion, Mode, RankSettings, Rerank, SearchQuery
from search.types.results import SearchResult, Timings
from search.types.status import WhyAnswer
from tests.contracts.service_parts import core_on
from tests.examples import examples
from tests.fakes.encoder import BagOfWordsEncoder

PUBLIC = {
    ".dowse.toml": (
        'tenant = "acme"\n[[rules]]\nglob = "vault/**"\ngroups = ["board"]\n'
        '[[rules]]\nglob = "partner/**"\ntenant = "partner"\n[[rules]]\nglob = "tagged/**"\ntags = ["open"]\n'
    ),
    "pub/lease.py": "def renew_lease(job):\n    return retry(job)\n\n\ndef retry(job):\n    return job\n",
    "pub/invoice.py": "from pub.lease import renew_lease\n\n\ndef send_invoice(order):\n    renew_lease(order)\n",
    "pub/shift.py": (
        "from pub.invoice import send_invoice\nfrom pub.lease import renew_lease\n\n\n"
        "def close_shift(lease):\n    renew_lease(lease)\n    send_invoice(lease)\n"
    ),
    "pub/guide.md": "# Leases\n\nA lease is renewed by a worker.\n\n## Retry\n\nWith a pause.\n",
    "pub/tables.sql": "CREATE TABLE dbo.Lease (Id INT);\n",
    "pub/gnu.md": "# Gnu\n\nA gnu.\n",
    "pub/elk.md": "# Elk\n\nAn elk.\n",
    "pub/elks.md": "# Elks\n\nMany an elk.\n",
    "tagged/notes.md": "# Notes\n\nThe lease of a session token.\n",
}
SECRET = {
    "vault/quokka.py": (
        "from pub.lease import renew_lease, retry\n\n\ndef open_quokka_vault(job):\n    renew_lease(job)\n"
        "    retry(job)\n    return job\n"
    ),
    "vault/quokka.md": "# Quokka lease\n\nThe lease of the quokka is renewed with a secret pause. lease lease\n",
    "vault/quokka_lease.py": "def renew_lease(quokka):\n    return quokka\n",
    "vault/quokka.sql": "CREATE VIEW dbo.QuokkaLease AS SELECT Id FROM dbo.Lease;\n",
    **{f"vault/gnu{number}.md": "# Gnu\n\nA gnu of the quokka.\n" for number in range(6)},
    "vault/quokka.bin": "\0\1\2quokka",
    "partner/quokka_partner.py": "from pub.lease import renew_lease\n\n\ndef quokka(job):\n    renew_lease(job)\n",
}
PIPELINE = """
settings: {{max_depth: 2, max_nodes: 50, edges: [calls, imports, defines, references], max_context_tokens: 9000}}
steps:
  - {{action: search_nodes, search_type: {search_type}, top_k: 20, query_parser: JsonishQueryParser}}
  - action: expand_dependency_tree
    max_depth_from_settings: max_depth
    max_nodes_from_settings: max_nodes
    edge_allowlist_from_settings: edges
  - {{action: fetch_node_texts}}
  - {{action: render_context_blocks, format: indented}}
"""
STAFF = Access(tenant="acme", groups=("staff",))
"""Sees what has no group, and nothing of the partner's."""
BOARD = Access(tenant="acme", groups=("board",))
FEW = settings(
    max_examples=examples(20, 60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
LARGE = "lease " * 17_000

WORDS = st.sampled_from(
    [
        "lease",
        "renew_lease",
        "retry",
        "quokka",
        "open_quokka_vault",
        "QuokkaLease",
        "quoka",
        "renew_leese",
        "-lease",
        '"secret pause"',
        "groups:board",
        "groups:staff,board",
        "tenant:partner",
        "-tenant:acme",
        "path:vault",
        "-path:pub",
        "path:**",
        "repo:shop",
        "sym:open_quokka_vault",
        "is:skipped",
        "-is:skipped",
        "is:stale",
        "reason:binary",
        "lang:python",
        "ext:md",
        "type:document",
        "level:critical",
        "' OR 1=1 --",
        "'); DROP TABLE chunks; --",
        "nul\0l",
        "🦊",
        "%",
        "_",
        "*",
        "\\",
        '"',
    ]
)
QUERIES = st.one_of(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), st.text(max_size=30))
NAMES = st.one_of(
    st.sampled_from(
        [
            "renew_lease",
            "open_quokka_vault",
            "open_quokka_vaul",
            "quokka",
            "QuokkaLease",
            "dbo.Lease",
            "vault/quokka.py",
            "pub/lease.py",
            "shop@-:file:vault/quokka.py",
            "shop@-:py:vault.quokka:open_quokka_vault",
            "shop@-:py:pub.lease:renew_lease",
            "' OR 1=1 --",
            "nul\0l",
        ]
    ),
    st.text(max_size=20),
)


@dataclass(frozen=True)
class Both:
    """An index without the files that are out of sight, and one with them."""

    folder: Path
    without: LocalCore
    with_secrets: LocalCore

    @property
    def roots(self) -> tuple[str, ...]:
        """Return the hash of the folder, for clients that may see all of it."""
        return tuple(status.root.id for status in self.with_secrets.roots(OWNER))


def written(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    home = tmp_path_factory.mktemp("access")
    folder = home / "shop"
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
        written(folder, PUBLIC)
        without = stack.enter_context(core_on(home / "without", folder))
        written(folder, SECRET)
        with_secrets = stack.enter_context(core_on(home / "with", folder))
        yield Both(folder, without, with_secrets)


def answer(ask: Callable[[], object]) -> object:
    """Return the answer without its times, or the error with all that it says."""
    try:
        result = ask()
    except KnownError as error:
        return type(error), str(error), error.remedy, getattr(error, "candidates", ())
    if isinstance(result, SearchResult):
        return replace(result, took_ms=0.0, timings=Timings())
    if isinstance(result, WhyAnswer):
        return replace(result, lines=tuple(line for line in result.lines if not line.startswith("Indexed at")))
    return result


def same(both: Both, ask: Callable[[LocalCore], object]) -> None:
    """Hold both indexes to one answer."""
    assert answer(lambda: ask(both.with_secrets)) == answer(lambda: ask(both.without))


def test_the_two_indexes_differ_for_the_owner(both: Both) -> None:
    query = SearchQuery("quokka lease", top=50)
    assert both.with_secrets.search(query).total_files > both.without.search(query).total_files
    assert both.with_secrets.status(OWNER).files == both.without.status(OWNER).files + len(SECRET)


def test_the_board_sees_the_vault_and_not_the_partner(both: Both) -> None:
    files = both.with_secrets.search(SearchQuery("quokka", top=50, access=BOARD)).files
    assert {file.path for file in files} >= {"vault/quokka.py", "vault/quokka.md"}
    assert not any(file.path.startswith("partner/") for file in files)


@pytest.mark.examples
@FEW
@given(
    QUERIES,
    st.sampled_from(Mode),
    st.sampled_from(Fusion),
    st.sampled_from([Rerank.NONE, Rerank.KEYWORD]),
    st.booleans(),
)
@example("quokka", Mode.HYBRID, Fusion.WEIGHTED, Rerank.NONE, True)
@example("quoka wombt", Mode.HYBRID, Fusion.WEIGHTED, Rerank.NONE, True)
@example("gnu elk", Mode.KEYWORD, Fusion.RRF, Rerank.NONE, False)
@example("renew_lease", Mode.KEYWORD, Fusion.WEIGHTED, Rerank.NONE, True)
@example(LARGE, Mode.HYBRID, Fusion.RRF, Rerank.KEYWORD, False)
def test_no_query_shows_a_trace_of_what_is_out_of_sight(
    both: Both, query, mode, fusion, rerank, structure
) -> None:
    ranking = RankSettings(mode=mode, fusion=fusion, rerank=rerank, structure=structure)
    parsed = SearchQuery(query, ranking, top=50, access=STAFF, all_candidates=True, facets=True)
    same(both, lambda core: core.search(parsed))


@pytest.mark.examples
@FEW
@given(
    QUERIES, st.sampled_from([STAFF, Access(tenant="acme", groups=()), Access(tags=("open",)), Access(tenant="x")])
)
def test_every_result_is_one_that_the_access_allows(both: Both, query: str, access: Access) -> None:
    try:
        result = both.with_secrets.search(SearchQuery(query, top=50, access=access, facets=True))
    except KnownError:
        return
    assert not any(file.path.startswith(("vault/", "partner/")) for file in result.files)
    if access.tags:
        assert all(file.path.startswith("tagged/") for file in result.files)
    if access.tenant == "x":
        assert (result.files, result.total_files, result.total_chunks) == ((), 0, 0)
        assert all(not facet.values for facet in result.facets)


@pytest.mark.examples
@FEW
@given(NAMES, st.sampled_from(Direction), st.integers(1, 4))
def test_no_tree_and_no_suggestion_names_what_is_out_of_sight(both: Both, name, direction, depth) -> None:
    same(both, lambda core: core.tree(TreeRequest(name, direction, depth), STAFF))


@pytest.mark.examples
@FEW
@given(NAMES, NAMES)
def test_no_path_leads_through_what_is_out_of_sight(both: Both, source: str, target: str) -> None:
    same(both, lambda core: core.path(source, target, STAFF))


@pytest.mark.examples
@FEW
@given(QUERIES, st.integers(1, 2000))
@example("quokka", 2000)
@example("renew_lease", 2000)
def test_no_evidence_holds_or_counts_what_is_out_of_sight(both: Both, query: str, budget: int) -> None:
    same(both, lambda core: core.context(ContextRequest(query, budget, STAFF)))


def test_no_evidence_follows_a_dependency_to_what_is_out_of_sight(tmp_path: Path) -> None:
    vault = "def open_quokka_vault(job):\n    return job\n"
    door = "from vault.quokka import open_quokka_vault\n\n\ndef open_door(job):\n    open_quokka_vault(job)\n"
    rights = 'tenant = "acme"\n[[rules]]\nglob = "vault/**"\ngroups = ["board"]\n'
    written(tmp_path / "shop", {".dowse.toml": rights, "pub/door.py": door, "vault/quokka.py": vault})
    with core_on(tmp_path, tmp_path / "shop", semantic=False) as core:
        of_board = core.context(ContextRequest("open_door", 4000, BOARD))
        of_staff = core.context(ContextRequest("open_door", 4000, STAFF))
    assert {piece.path for piece in of_board.pieces} == {"pub/door.py", "vault/quokka.py"}
    assert {piece.path for piece in of_staff.pieces} == {"pub/door.py"}
    assert not of_staff.left_out


PAYLOAD_KEYS = st.sampled_from(
    [
        "tenant",
        "groups",
        "tags",
        "roots",
        "repository",
        "branch",
        "path_hash",
        "path",
        "data_type",
        "owner",
        "query",
    ]
)


@pytest.mark.examples
@FEW
@given(
    st.dictionaries(PAYLOAD_KEYS, st.sampled_from(["acme", "partner", ["board"], "**", "vault", None, 3])),
    st.sampled_from(["semantic", "bm25", "hybrid"]),
)
def test_no_parsed_payload_widens_what_a_pipeline_sees(both: Both, filters: dict, search_type: str) -> None:
    payload = json.dumps({**filters, "query": "quokka lease", "filters": filters})
    pipeline = parse_pipeline(PIPELINE.format(search_type=search_type), name="access")

    def ask(core: LocalCore) -> tuple[object, ...]:
        state = PipelineState(payload, "shop", "-", filters_of(STAFF))
        parts = core._parts
        pipeline.run(state, runtime_of(IndexParts(parts.storage, parts.corpus, parts.branches, BagOfWordsEncoder)))
        return state.retrieval_hits, state.graph_edges, state.graph_debug, state.node_texts, state.context_blocks

    same(both, ask)


def every_id(core: LocalCore) -> list[str]:
    """Return the identifiers of all chunks, files and nodes."""
    files = core.search(SearchQuery("lease retry quokka invoice session", top=100)).files
    chunks = [chunk for file in files for chunk in file.chunks]
    ids = [item for chunk in chunks for item in (chunk.id, chunk.node_id)]
    return sorted({*ids, *(file.file_id for file in files)})


def test_no_list_of_identifiers_gets_a_text_that_is_out_of_sight(both: Both) -> None:
    ids = every_id(both.with_secrets)
    assert any("quokka" in item for item in ids)
    texts = both.with_secrets.texts(ids, STAFF)
    assert not any("quokka" in text.lower() for text in texts.values())
    same(both, lambda core: core.texts(ids, STAFF))
    assert len(both.with_secrets.texts(ids, OWNER)) > len(texts)


@pytest.mark.parametrize("path", [*SECRET, "vault/nothing.py", "nothing"])
def test_a_file_that_is_out_of_sight_is_as_one_that_is_not_there(both: Both, path: str) -> None:
    same(both, lambda core: core.file_text(f"shop@-:file:{path}", STAFF))


PATHS = [
    *PUBLIC,
    *SECRET,
    "vault",
    "partner",
    "vault/nothing",
    "pub",
    "",
    ".",
    "/",
    "/etc/passwd",
    "../shop/vault",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("absolute", [True, False])
def test_why_says_the_same_of_a_file_out_of_sight_as_of_one_that_never_was(
    both: Both, path: str, absolute
) -> None:
    request = str(both.folder / path) if absolute else path
    same(both, lambda core: core.why(request, STAFF))


def test_why_does_not_look_at_the_disk_for_who_may_not_see_it(both: Both) -> None:
    there = both.with_secrets.why(str(both.folder / "vault/quokka.py"), STAFF)
    not_there = both.with_secrets.why(str(both.folder / "vault/wombat.py"), STAFF)
    assert there.state == not_there.state == "unknown"
    assert there.lines == not_there.lines


@pytest.mark.parametrize("access", [Access(tenant="nobody"), Access(roots=())])
def test_why_names_no_folder_of_which_nothing_may_be_seen(both: Both, access: Access) -> None:
    for path in ("pub/lease.py", str(both.folder / "pub/lease.py"), "/etc/passwd"):
        message = both.with_secrets.why(path, access)
        assert message.state == "unknown"
        assert not any(str(both.folder) in line.replace(path, "") for line in message.lines)


def test_mistakes_in_a_settings_file_are_quoted_to_the_owner_alone(both: Both) -> None:
    file = both.folder / ".dowse.toml"
    before = file.read_text()
    file.write_text(f"quokka_vault = 1\n{before}")
    try:
        quoted = {
            access: "quokka_vault" in str(answer(partial(both.with_secrets.architecture, "", access)))
            for access in (OWNER, STAFF, Access(roots=both.roots))
        }
    finally:
        file.write_text(before)
    assert quoted == {OWNER: True, STAFF: False, Access(roots=both.roots): False}


@pytest.mark.parametrize("access", [STAFF, Access(tenant="nobody"), Access(tags=("open",)), Access(roots=())])
def test_no_count_of_the_status_counts_what_is_out_of_sight(both: Both, access: Access) -> None:
    same(both, lambda core: replace(core.status(access), index=""))
    same(both, lambda core: core.roots(access))


def test_who_sees_nothing_is_told_of_nothing(both: Both) -> None:
    status = both.with_secrets.status(Access(tenant="nobody"))
    assert (status.files, status.chunks, status.nodes, status.edges) == (0, 0, 0, 0)
    assert (status.states, status.reasons, status.roots, status.disk_bytes) == ((), (), (), 0)


def test_the_log_of_a_question_holds_neither_its_text_nor_a_row(both: Both) -> None:
    with capture_logs() as lines:
        for text in ("salary of Mrs Smith", "lease of Mrs Smith is:skipped", "Smith lease path:vault"):
            both.with_secrets.search(SearchQuery(text, access=STAFF))
        answer(lambda: both.with_secrets.tree(TreeRequest("open_quokka_vault"), STAFF))
        both.with_secrets.why("vault/quokka.py", STAFF)
    assert lines
    assert "Smith" not in repr(lines)
    assert "quokka" not in repr(lines)
