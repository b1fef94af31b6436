"""What a limited client may ask of a core: one strategy of questions for each operation of the table."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from search.ports import SearchCore
from search.retrieval.conditions import filters_of
from search.types.commits import CommitRequest
from search.types.context import ContextRequest
from search.types.documents import DocumentRequest, DocumentSearch
from search.types.expansion import ExpansionLimits
from search.types.filters import OWNER, Access, Condition, Operator
from search.types.graph import Direction, EdgeType, TreeRequest
from search.types.graph_queries import ChangedFile, CycleScope, ImpactRequest, PathRequest, TableRequest
from search.types.line_history import ChangedLinesRequest
from search.types.lines import LineOptions, LinePosition, LineQuery, LinesRequest
from search.types.locations import LocateRequest
from search.types.query import Fusion, Mode, RankSettings, Rerank, SearchQuery
from search.types.retrieval import SearchRequest, SearchType
from search.types.symbols import SymbolRequest
from tests.contracts.twin_worlds import HIDDEN, LEDGER, SHOP

Question = Callable[[SearchCore], object]

ACCESSES = st.sampled_from(
    [
        Access(tenant="acme", groups=("staff",)),
        Access(tenant="acme", groups=()),
        Access(groups=("staff", "cooks"), tenant="acme"),
        Access(tenant="acme", groups=(), tags=("open",)),
        Access(tenant="nobody"),
    ]
)
"""None of these sees a hidden file."""

ALL_WORDS = [
    *("lease", "renew_lease", "retry", "quokka", "ignite", "send_invoice", "gnu", "elk", "pause", "Worker", "run"),
    *("Order", "Pay", "Log.Write", "IStore", "QuokkaLease", "dbo.Lease", "crm.Lease", "requests", "boto", "post"),
    *(
        "quoka",
        "renew_leese",
        "renew_lea",
        "gnuu",
        "audit_quokka",
        "close_shift",
        "total",
        "cart",
        "unused_quokka",
    ),
    *("who", "calls", "uses", "tests", "for", "what", "breaks", "if", "I", "change", "where", "is", "the"),
    *(
        "renew_lease?",
        "ignite?",
        "lease?",
        "zebra",
        "hidden.tools",
        "hidden/engine.py",
        "pub/lease.py",
        "lease.py:4",
    ),
]
FILTERS = [
    *(
        "-lease",
        '"secret pause"',
        '"lease is renewed"',
        "path:hidden",
        "-path:pub",
        "path:**/hidden*",
        "repo:shop",
    ),
    *("repo:board", "repo:bord", "repo:ledger", "branch:next", "branch:main", "branch:*", "sym:ignite", "sym:run"),
    *("repo:shpo", "repo:ledgr", "branch:nxet", "branch:mian", "branch:audits", "branch:audti"),
    *(
        "sym:post",
        "is:skipped",
        "-is:skipped",
        "is:stale",
        "reason:binary",
        "lang:python",
        "lang:csharp",
        "ext:md",
    ),
    *(
        "type:document",
        "level:critical",
        "is:document",
        "is:external",
        "is:test",
        "groups:board",
        "tenant:partner",
    ),
]
GERMAN_WORDS = ("Mietvertrag", "erneuern", "Schlüssel", "Rechnungen", "prüfen", "abgelaufen")
"""Words whose translations are in both indexes, or in what is hidden alone."""
QUERIES = st.one_of(
    st.lists(st.sampled_from(ALL_WORDS), min_size=1, max_size=5).map(" ".join),
    st.tuples(
        st.lists(st.sampled_from(ALL_WORDS), max_size=3),
        st.lists(st.sampled_from(FILTERS), min_size=1, max_size=2),
    ).map(lambda parts: " ".join([*parts[0], *parts[1]])),
    st.sampled_from(ALL_WORDS),
    st.lists(st.sampled_from([*ALL_WORDS, *GERMAN_WORDS]), min_size=1, max_size=4).map(
        lambda words: f"Wo wird {' '.join(words)} und nicht"
    ),
    st.text(max_size=12),
)
PATHS = [
    *SHOP,
    *HIDDEN,
    *LEDGER,
    "hidden_audit.py",
    "hidden",
    "pub",
    "nothing.py",
    "hidden/nothing.py",
    "",
    "lease.py",
]
NAMES = st.one_of(
    st.sampled_from(
        [
            *(
                "renew_lease",
                "retry",
                "ignite",
                "ignit",
                "send_invoice",
                "send_invoic",
                "close_shift",
                "quokka",
                "run",
            ),
            *("Worker", "Worker.run", "Quokka", "Order", "Shop.Order", "Order.Pay", "Log", "Log.Write", "IStore"),
            *(
                "dbo.Lease",
                "Lease",
                "crm.Lease",
                "dbo.Term",
                "dbo.Extend",
                "dbo.Open",
                "QuokkaLease",
                "requests",
                "boto",
                "total",
                "a",
                "post",
            ),
            *("Refund.Give", "Refund.Give()", "Refund.Give(int)", "Refund.Give(string)", "Refund.Give(object)"),
            *(
                "Refund.Take",
                "Refund.Take()",
                "Refund.Take(int)",
                "Desk.Ask",
                "Shop.Refund",
                "ledger@audit:post",
                "ledger@audit:run",
            ),
            *("hidden.engine", "hidden.tools", "hidden", "balance", "audit_quokka", "unused_quokka", "leases"),
            *("shop@-:py:pub.lease:renew_lease", "shop@-:py:hidden.engine:ignite", "ledger@next:py:book:post"),
            *(
                "ledger@next:py:hidden_audit:audit_quokka",
                "ledger@next:post",
                "ledger@main:file:book.py",
                "fil",
                "M",
            ),
            *(
                f"shop@-:file:{path}"
                for path in ("pub/lease.py", "hidden/engine.py", "pub/Order.cs", "pub/guide.md")
            ),
        ]
    ),
    st.sampled_from(PATHS),
    st.text(max_size=10),
)
REPOSITORIES = st.sampled_from(
    ["", "shop", "ledger", "ledger@next", "ledger@audit", "board", "bord", "shoop", "nothing"]
)
EDGES = st.lists(st.sampled_from(list(EdgeType)), max_size=4, unique=True).map(tuple)
IDS = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *(f"shop@-:file:{path}" for path in (*SHOP, *HIDDEN)),
                *(f"ledger@next:file:{path}" for path in (*LEDGER, "hidden_audit.py")),
                *("shop@-:py:pub.lease:renew_lease", "shop@-:py:hidden.engine:ignite", "shop@-:cs:Shop.Order"),
                *("shop@-:sql:dbo.Lease", "shop@-:sql:dbo.QuokkaLease", "ledger@next:py:book:post", "nothing"),
            ]
        ),
        st.sampled_from(
            [
                *("shop@-:chunk:pub/lease.py#renew_lease/0", "shop@-:chunk:hidden/engine.py#ignite/0"),
                *(
                    "shop@-:chunk:hidden/quokka.md#Quokka lease/0",
                    "ledger@next:chunk:hidden_audit.py#audit_quokka/0",
                ),
            ]
        ),
        NAMES,
    ),
    max_size=6,
)
SETTINGS = st.builds(
    RankSettings,
    mode=st.sampled_from(Mode),
    weight=st.sampled_from([0.0, 0.5, 0.8, 1.0]),
    fusion=st.sampled_from(Fusion),
    rerank=st.sampled_from([Rerank.NONE, Rerank.KEYWORD]),
    structure=st.booleans(),
)
SCOPES = st.sampled_from(
    [
        ("shop", "-"),
        *(("ledger", branch) for branch in ("main", "next", "audit")),
        ("board", "-"),
        ("nothing", "-"),
    ]
)


FILE_SCOPES = ("shop@-", "ledger@main", "ledger@next", "ledger@audit", "board@-")


def _search(draw: st.DrawFn) -> Question:
    query = SearchQuery(
        draw(QUERIES),
        draw(SETTINGS),
        top=draw(st.sampled_from([1, 3, 50])),
        access=draw(ACCESSES),
        all_candidates=draw(st.booleans()),
        facets=draw(st.booleans()),
        grouped=draw(st.booleans()),
        like=draw(st.sampled_from(["", "", "", "pub/lease.py", "hidden/engine.py", "lease.py:3"])),
    )
    return lambda core: core.search(query)


def _lines(draw: st.DrawFn) -> Question:
    access = draw(ACCESSES)
    after = draw(
        st.sampled_from([None, LinePosition("shop", "-", "hidden/engine.py", 1), LinePosition("board", "-", "")])
    )
    options = LineOptions(
        regex=draw(st.booleans()), whole_word=draw(st.booleans()), match_case=draw(st.booleans())
    )
    query = LineQuery(draw(QUERIES), options, access, after, draw(st.sampled_from([0, 2, 1_000])))
    return lambda core: core.find_lines(query)


def _locations(draw: st.DrawFn) -> Question:
    request = LocateRequest(
        draw(QUERIES),
        draw(st.sampled_from([1, 20])),
        draw(st.sampled_from([0, 20])),
        draw(ACCESSES),
        draw(SETTINGS),
    )
    return lambda core: core.locate_change(request)


def _names(draw: st.DrawFn) -> Question:
    prefix, access = draw(st.sampled_from(["", "r", "re", "renew", "i", "q", "S", "o", "po"])), draw(ACCESSES)
    return lambda core: core.defined_names(prefix, access)


def _symbols(draw: st.DrawFn) -> Question:
    letters = draw(
        st.sampled_from(["r", "re", "renew", "ignite", "q", "Ord", "Order.Pay", "po", "shop pub", "hid"])
    )
    scope = draw(st.sampled_from(FILE_SCOPES))
    file = draw(st.just("") | st.sampled_from([f"{scope}:file:{path}" for path in PATHS]))
    request, access = SymbolRequest(letters, draw(st.sampled_from([1, 60])), file), draw(ACCESSES)
    return lambda core: core.symbols(request, access)


def _tree(draw: st.DrawFn) -> Question:
    request = TreeRequest(
        draw(NAMES),
        draw(st.sampled_from(Direction)),
        draw(st.integers(1, 4)),
        draw(st.sampled_from([2, 8, 200])),
        draw(EDGES),
        overloads=draw(st.booleans()),
    )
    access = draw(ACCESSES)
    return lambda core: core.tree(request, access)


def _path(draw: st.DrawFn) -> Question:
    source, target, access = draw(NAMES), draw(NAMES), draw(ACCESSES)
    return lambda core: core.path(source, target, access)


def _paths(draw: st.DrawFn) -> Question:
    via = draw(st.one_of(st.just(""), NAMES))
    ends, most, apart = (draw(NAMES), draw(NAMES)), draw(st.sampled_from([1, 5])), draw(st.booleans())
    request, access = PathRequest(*ends, via, most, apart), draw(ACCESSES)
    return lambda core: core.paths(request, access)


def _impact(draw: st.DrawFn) -> Question:
    paths = draw(st.lists(st.sampled_from(PATHS), max_size=3))
    lines = draw(st.sampled_from([(), ((1, 3),), ((4, 9),)]))
    branch = draw(st.sampled_from(["", "", "next"]))
    changes = tuple(ChangedFile(path, lines, branch) for path in paths)
    targets = tuple(draw(st.lists(NAMES, max_size=2)))
    most = draw(st.sampled_from([1, 5, 200]))
    request = ImpactRequest(targets, changes, draw(EDGES), most, draw(st.booleans()))
    access = draw(ACCESSES)
    return lambda core: core.impact(request, access)


def _table(draw: st.DrawFn) -> Question:
    request = TableRequest(draw(NAMES), draw(st.sampled_from([1, 200])))
    access = draw(ACCESSES)
    return lambda core: core.table(request, access)


def _cycles(draw: st.DrawFn) -> Question:
    repository, scope, access = draw(REPOSITORIES), draw(st.sampled_from(CycleScope)), draw(ACCESSES)
    return lambda core: core.cycles(repository, scope, access)


def _architecture(draw: st.DrawFn) -> Question:
    repository, access = draw(REPOSITORIES), draw(ACCESSES)
    return lambda core: core.architecture(repository, access)


def _unused(draw: st.DrawFn) -> Question:
    repository, access = draw(REPOSITORIES), draw(ACCESSES)
    return lambda core: core.unused(repository, access)


def _unreadable(draw: st.DrawFn) -> Question:
    repository, access = draw(REPOSITORIES), draw(ACCESSES)
    return lambda core: core.unreadable(repository, access)


def _context(draw: st.DrawFn) -> Question:
    request = ContextRequest(draw(QUERIES), draw(st.sampled_from([40, 300, 4_000])), draw(ACCESSES))
    return lambda core: core.context(request)


def _documents(draw: st.DrawFn) -> Question:
    request = DocumentRequest(
        draw(QUERIES),
        draw(st.sampled_from(DocumentSearch)),
        draw(st.sampled_from([None, 1, 20])),
        draw(st.sampled_from([None, 0.0])),
        draw(ACCESSES),
    )
    return lambda core: core.documents(request)


def _retrieve(draw: st.DrawFn) -> Question:
    repository, branch = draw(SCOPES)
    extra = draw(st.sampled_from([{}, {"language": "python"}, {"path": "hidden"}, {"doc_type": "code"}]))
    request = SearchRequest(
        draw(st.sampled_from(SearchType)),
        draw(QUERIES.filter(str.strip)),
        draw(st.sampled_from([1, 3, 40])),
        repository,
        branch,
        {**filters_of(draw(ACCESSES)), **extra},
    )
    return lambda core: core.retrieve(request)


def _fetch_texts(draw: st.DrawFn) -> Question:
    (repository, branch), ids, filters = draw(SCOPES), draw(IDS), filters_of(draw(ACCESSES))
    return lambda core: core.fetch_texts(ids=ids, repository=repository, branch=branch, retrieval_filters=filters)


def _expand(draw: st.DrawFn) -> Question:
    (repository, branch), seeds, filters = draw(SCOPES), draw(IDS), filters_of(draw(ACCESSES))
    limits = ExpansionLimits(draw(st.integers(0, 3)), draw(st.sampled_from([1, 5, 100])), draw(EDGES))
    return lambda core: core.expand(
        seeds=seeds, repository=repository, branch=branch, retrieval_filters=filters, limits=limits
    )


def _rows(draw: st.DrawFn):
    rows = draw(ACCESSES).row_filter()
    return rows.and_(Condition("repository", Operator.IN, ("shop",))) if draw(st.booleans()) else rows


def _nearest(draw: st.DrawFn) -> Question:
    text, rows, limit = draw(QUERIES), _rows(draw), draw(st.sampled_from([1, 3, 40]))
    return lambda core: core.nearest_chunks(text, rows, limit)


def _parents(draw: st.DrawFn) -> Question:
    ids, rows = draw(IDS), _rows(draw)
    return lambda core: core.parents(ids, rows)


def _texts(draw: st.DrawFn) -> Question:
    ids, access = draw(IDS), draw(ACCESSES)
    return lambda core: core.texts(ids, access)


def _file_text(draw: st.DrawFn) -> Question:
    scope = draw(st.sampled_from(FILE_SCOPES))
    file, access = f"{scope}:file:{draw(st.sampled_from(PATHS))}", draw(ACCESSES)
    return lambda core: core.file_text(file, access)


def _permalink(draw: st.DrawFn) -> Question:
    scope = draw(st.sampled_from(FILE_SCOPES))
    file, access = f"{scope}:file:{draw(st.sampled_from(PATHS))}", draw(ACCESSES)
    return lambda core: core.permalink(LinesRequest(file, 2, 5), access)


def _commit(draw: st.DrawFn) -> Question:
    """Draw a commit; who does not see all of its folders may read none, so that one who does asks too."""
    if draw(st.booleans()):
        return lambda core: core.commit(
            CommitRequest("board@-:file:quokka_plan.py", "abcdef12"), _all_but_board(core)
        )
    scope = draw(st.sampled_from(FILE_SCOPES))
    file, access = f"{scope}:file:{draw(st.sampled_from(PATHS))}", draw(ACCESSES)
    request = CommitRequest(file, draw(st.sampled_from(["abcdef12", "no hash"])))
    return lambda core: core.commit(request, access)


def _all_but_board(core: SearchCore) -> Access:
    """Return the access of a client of whole folders, all but the hidden one."""
    return Access(roots=tuple(each.root.id for each in core.roots(OWNER) if each.root.repository != "board"))


def _blame(draw: st.DrawFn) -> Question:
    scope = draw(st.sampled_from(FILE_SCOPES))
    file, access = f"{scope}:file:{draw(st.sampled_from(PATHS))}", draw(ACCESSES)
    return lambda core: core.blame(LinesRequest(file, 1, 3), access)


def _changed_lines(draw: st.DrawFn) -> Question:
    scope = draw(st.sampled_from(FILE_SCOPES))
    file, access = f"{scope}:file:{draw(st.sampled_from(PATHS))}", draw(ACCESSES)
    return lambda core: core.changed_lines(ChangedLinesRequest(file, "main"), access)


def _why(draw: st.DrawFn) -> Question:
    path, access, absolute = (
        draw(st.sampled_from(PATHS)),
        draw(ACCESSES),
        draw(st.sampled_from(["", "shop", "ledger", "board"])),
    )

    def ask(core: SearchCore) -> object:
        home = core.roots(OWNER)[0].root.path.rpartition("/")[0]
        answer = core.why(f"{home}/{absolute}/{path}" if absolute else path, access)
        return replace(answer, lines=tuple(line for line in answer.lines if not line.startswith("Indexed at")))

    return ask


def _status(draw: st.DrawFn) -> Question:
    access = draw(ACCESSES)
    return lambda core: replace(core.status(access), index="")


def _roots(draw: st.DrawFn) -> Question:
    access = draw(ACCESSES)
    return lambda core: core.roots(access)


def _visible(draw: st.DrawFn) -> Question:
    access, limit = draw(ACCESSES), draw(st.sampled_from([0, 3, 500]))
    return lambda core: replace(core.visible(access, limit), hidden=0)


QUESTIONS: dict[str, Callable[[st.DrawFn], Question]] = {
    "search": _search,
    "find_lines": _lines,
    "locate_change": _locations,
    "defined_names": _names,
    "symbols": _symbols,
    "tree": _tree,
    "path": _path,
    "paths": _paths,
    "impact": _impact,
    "table": _table,
    "cycles": _cycles,
    "architecture": _architecture,
    "unused": _unused,
    "unreadable": _unreadable,
    "context": _context,
    "documents": _documents,
    "retrieve": _retrieve,
    "fetch_texts": _fetch_texts,
    "expand": _expand,
    "nearest_chunks": _nearest,
    "parents": _parents,
    "texts": _texts,
    "file_text": _file_text,
    "permalink": _permalink,
    "commit": _commit,
    "blame": _blame,
    "changed_lines": _changed_lines,
    "why": _why,
    "status": _status,
    "roots": _roots,
    "visible": _visible,
}
"""For each operation that answers within an access, what draws a question. With ``visible`` the owner sees what a
client sees; only its number of hidden files differs."""

OWNER_ONLY = {
    *("index", "forget", "move", "turn_rules_off", "pause", "set_speed"),
    *("added", "keyword_check", "repositories_in", "ping", "engine_state", "send_events", "keep_running"),
    "stop_engine",
}
"""Operations without an access, which no tool of an agent reaches; `send_events` has a test of its own."""


def questions(operation: str) -> st.SearchStrategy[Question]:
    """Return a strategy of questions of one operation."""
    return st.composite(QUESTIONS[operation])()
