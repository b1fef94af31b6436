"""A client that may see some folders is shown no trace of another one, which has the same paths and names."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given

from search.types.filters import OWNER, Access
from tests.contracts.differential import QUESTIONS, questions
from tests.contracts.differential_access import Within
from tests.contracts.service_parts import written
from tests.contracts.test_differential import HEAVY_S, calls, many, same
from tests.contracts.twin_worlds import BOARD, HIDDEN, LEDGER, SHOP, Twins, indexed, load_vectors, make_visible
from tests.fakes.encoder import BagOfWordsEncoder

OTHER = {
    **{path: text for path, text in {**HIDDEN, **BOARD}.items() if path != ".dowse.toml"},
    "pub/lease.py": "import boto\n\n\ndef renew_lease(quokka):\n    return quokka\n",
    "pub/guide.md": "# Leases\n\nThe lease of a quokka.\n",
    "pub/Order.cs": SHOP["pub/Order.cs"],
    "pub/tables.sql": SHOP["pub/tables.sql"],
    "book.py": LEDGER["book.py"],
}
"""The folder beside: files of the same paths, definitions of the same names, tables of the same names."""

SCOPES = ("all others", "the shop", "the ledger", "nothing", "all others of a tenant")


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    home = tmp_path_factory.mktemp("roots").resolve()
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
        make_visible(home)
        without = indexed(home, stack, "without")
        written(home / "board", OTHER)
        made = Twins(home, without, indexed(home, stack, "with", home / "board"))
        load_vectors(made)
        yield made


def _access(both: Twins, scope: str) -> Access:
    ids = {status.root.id: status.root.repository for status in both.without.roots(OWNER)}
    chosen = {
        "the shop": [root for root, name in ids.items() if name == "shop"],
        "the ledger": [root for root, name in ids.items() if name == "ledger"],
        "nothing": [],
    }
    tenant = "acme" if scope == "all others of a tenant" else None
    return Access(tenant=tenant, roots=tuple(chosen.get(scope, ids)))


def _hold(both: Twins, scope: str, operation: str, how) -> None:
    access = _access(both, scope)
    cores = Within(both.with_hidden, access), Within(both.without, access)

    @how
    @given(questions(operation))
    def hold(ask) -> None:
        same(cores, ask)

    hold()


@pytest.mark.parametrize("operation", QUESTIONS)
def test_no_operation_shows_a_trace_of_a_folder_that_is_out_of_scope(both: Twins, operation: str) -> None:
    for scope in ("all others", "the shop"):
        _hold(both, scope, operation, calls(2))


@pytest.mark.heavy
@pytest.mark.timeout(HEAVY_S)
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("operation", QUESTIONS)
def test_many_questions_show_no_trace_of_a_folder_that_is_out_of_scope(
    both: Twins, operation: str, scope: str
) -> None:
    _hold(both, scope, operation, many(40))
