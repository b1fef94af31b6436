"""A search core without an index: every answer is made from the question, so a test can tell them apart."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from search.errors import AmbiguousNameError, NotFoundError, QueryError
from search.events import Event
from search.types.architecture import ArchitectureRule, CheckedRule, Violation
from search.types.context import ContextAnswer, ContextPiece, ContextRequest
from search.types.files import Root
from search.types.filters import OWNER, Access
from search.types.graph import (
    DependencyPath,
    DependencyPaths,
    DependencyTree,
    EdgeType,
    Node,
    NodeState,
    PathStep,
    TreeDebug,
    TreeEdge,
    TreeNode,
    TreeRequest,
)
from search.types.graph_queries import (
    Added,
    AddedRequest,
    Cycle,
    CycleScope,
    Dependent,
    Doubt,
    Impact,
    ImpactRequest,
    PathRequest,
    TableRequest,
    TableUse,
    UnreadFile,
    UnusedDefinition,
)
from search.types.ids import FileId, NodeId, RootId, path_hash
from search.types.query import SearchQuery
from search.types.results import ChunkHit, FileHit, Ready, SearchResult
from search.types.status import (
    AccessView,
    FileText,
    IndexReport,
    IndexStatus,
    KeywordCheck,
    RootStatus,
    Speed,
    WhyAnswer,
)

READY = Ready(names=1.0, keyword=1.0, graph=1.0, semantic=0.25)


class EchoCore:
    """Finds one file for each word of a query; query and folder ``wait`` wait until `gate` is set."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.waiting = threading.Event()
        self.searches: list[str] = []
        self.indexed: list[str] = []
        self.closed = False
        self.paused = False
        self.ready = READY
        self.rules_off: tuple[str, ...] = ()
        self.speed = Speed.NORMAL
        self._listeners: list[Callable[[Event], None]] = []

    def search(self, query: SearchQuery, /) -> SearchResult:
        self.searches.append(query.text)
        words = query.text.split()
        if not words:
            raise QueryError("the query is empty", remedy="Type a word.")
        if words == ["crash"]:
            raise ZeroDivisionError("a bug")
        if words == ["wait"]:
            self.waiting.set()
            self.gate.wait(30)
        files = tuple(_file(rank, word) for rank, word in enumerate(words[: query.top], 1))
        return SearchResult(query.text, query.text, query.ranking, 1.5, READY, files, len(words), len(words))

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        if request.target == "twice":
            raise AmbiguousNameError("twice is two nodes", remedy="Name one.", candidates=("r@-:py:a", "r@-:py:b"))
        root = NodeId(request.target)
        line = TreeNode(root, root, "file", root, 1, 0, None, (), NodeState.LEAF, direction=request.direction)
        debug = TreeDebug(1, 1, 0, truncated=False, reason="")
        return DependencyTree(root, request.direction, (line,), (), debug)

    def path(self, source: str, target: str, access: Access, /) -> DependencyPath | None:
        if target < source:
            return None
        ends = (_node(source), _node(target))
        edge = TreeEdge(ends[0].id, ends[1].id, EdgeType.CALLS, f"{source}.py", 3)
        return DependencyPath(*ends, (PathStep(*ends, (edge,)),))

    def paths(self, request: PathRequest, access: Access, /) -> DependencyPaths:
        path = self.path(request.source, request.target, access)
        ways = (path,) * min(request.most, 2) if path is not None else ()
        return DependencyPaths(ways, (_node(request.source).id,), (_node(request.target).id,))

    def impact(self, request: ImpactRequest, access: Access, /) -> Impact:
        named = tuple(_node(target) for target in request.targets)
        changed = tuple(_node(change.path.rpartition("/")[2]) for change in request.changes)
        user = _node("user")
        called = [(each, TreeEdge(user.id, each.id, EdgeType.CALLS, "user.py", 7)) for each in (*named, *changed)]
        affected = tuple(Dependent(user, "user", 1, each.id, (edge,)) for each, edge in called)
        return Impact((*named, *changed), (), affected[:1], ("user.py",), unknown=("gone.py",))

    def added(self, request: AddedRequest, /) -> Added:
        first, second = _node("a"), _node("b")
        step = PathStep(first, second, (TreeEdge(first.id, second.id, EdgeType.CALLS, "a.py", 1),))
        cycles, rules = self.cycles("", CycleScope.FILES, OWNER), self.architecture("", OWNER)
        return Added("r@-", "c0ffee" * 6, (step, step), 3, cycles, rules[:1])

    def table(self, request: TableRequest, access: Access, /) -> TableUse:
        if request.table == "none":
            raise NotFoundError('No table or view is called "none"', remedy="Did you mean nine?")
        table, reader = _node(request.table), _node("reader")
        edge = TreeEdge(
            reader.id, table.id, EdgeType.READS_TABLE, "reader.py", 9, "literal", 0.95, ("Id", "Total")
        )
        return TableUse(table, (Dependent(reader, "reader", 1, table.id, (edge,)),), (), (), (), (), (), ())

    def cycles(self, repository: str, of: CycleScope, access: Access, /) -> tuple[Cycle, ...]:
        first, second = _node(f"{repository}a"), _node(f"{repository}b")
        there = TreeEdge(first.id, second.id, EdgeType.IMPORTS, "a.py", 1)
        back = TreeEdge(
            second.id, first.id, EdgeType.CALLS if of is CycleScope.DEFINITIONS else EdgeType.IMPORTS, "b.py", 2
        )
        return (Cycle((first, second), (there, back)),)

    def architecture(self, repository: str, access: Access, /) -> tuple[CheckedRule, ...]:
        first, second = _node(f"{repository}a"), _node(f"{repository}b")
        edge = TreeEdge(first.id, second.id, EdgeType.CALLS, "a.py", 1)
        way = Violation(first, second, (PathStep(first, second, (edge,)),))
        rules = (
            ArchitectureRule("layers", ("path:a",), ("path:b",)),
            ArchitectureRule("other", ("path:c",), ("kind:d",)),
        )
        return CheckedRule("r@-", rules[0], 1, (way, way)), CheckedRule("r@-", rules[1], 0, ())

    def unused(self, repository: str, access: Access, /) -> tuple[UnusedDefinition, ...]:
        buried = UnusedDefinition(_node(f"{repository}buried"), (Doubt.NAMED, Doubt.BASE))
        return (UnusedDefinition(_node(f"{repository}dead"), (Doubt.TESTS,)), buried)

    def unreadable(self, repository: str, access: Access, /) -> tuple[UnreadFile, ...]:
        return (UnreadFile(f"{repository}@-:file:x.sql", repository, "x.sql", "sql", "syntax: line 3"),)

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        narrowed_text = " ".join(filter(None, (request.text, request.filters)))
        piece = ContextPiece("id", request.text, "", "text", 1, 1, 0, None, 1, f"text of {narrowed_text}")
        return ContextAnswer(request.text, "r", "-", request.budget, 1, (piece,), (), READY)

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        return {item: f"text of {item}" for item in ids}

    def file_text(self, file: str, access: Access, /) -> FileText:
        if file == "gone":
            raise NotFoundError(f"{file} is not in the index", remedy="Index it.")
        return FileText(file, file, "/root", "text", "utf-8", f"body of {file}", 1, "disk")

    def keyword_check(self) -> KeywordCheck:
        return KeywordCheck(0, 0, 0, 0)

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        return WhyAnswer(path, "indexed", (f"{path} is indexed",))

    def status(self, access: Access, /) -> IndexStatus:
        return IndexStatus("/index", len(self.indexed), 0, 0, 0, (), (), self.roots(access), (), 0, self.ready)

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        return tuple(_root(path) for path in self.indexed)

    def repositories_in(self, folder: str, /) -> tuple[str, ...]:
        return (f"{folder}/inner",)

    def index(
        self,
        paths: Sequence[str],
        /,
        *,
        semantic: bool | None = None,
        branches: Sequence[str] = (),
        single: bool | None = None,
    ) -> IndexReport:
        self.indexed.extend(paths)
        self.indexed.extend(branches)
        if any(Path(path).name == "wait" for path in paths):
            self.waiting.set()
            self.gate.wait(30)
        return IndexReport(len(paths), 0, 0, 0, 0, 0, 0.5, embedded=int(semantic is not False))

    def forget(self, root: str, /) -> RootStatus:
        if root not in self.indexed:
            raise NotFoundError(f"{root} is no root", remedy="dowse roots lists them.")
        self.indexed.remove(root)
        return _root(root)

    def move(self, root: str, folder: str, /) -> RootStatus:
        self.indexed = [folder if path == root else path for path in self.indexed]
        return _root(folder)

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        self.rules_off = tuple(groups)
        return len(groups)

    def pause(self, *, paused: bool) -> None:
        self.paused = paused

    def visible(self, access: Access, limit: int, /) -> AccessView:
        return AccessView(0, 0, (), (), ())

    def set_speed(self, speed: Speed) -> None:
        self.speed = speed

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def close(self) -> None:
        self.gate.set()
        self.closed = True


def _node(name: str) -> Node:
    file = FileId(f"r@-:file:{name}.py")
    return Node(
        NodeId(f"r@-:py:{name}"), "function", name, name, "python", "r", "-", RootId("h"), file, name, 1, 2
    )


def _root(path: str) -> RootStatus:
    return RootStatus(Root(RootId(path_hash(path)), path, path.rsplit("/", 1)[-1], "-"), 1, 1, 10)


def _file(rank: int, word: str) -> FileHit:
    chunk = ChunkHit(f"c:{word}", f"n:{word}", "text", 1, 2, word, 0.5, 0.25, 1, 2, 0.4, f"text of {word}")
    return FileHit(
        rank=rank,
        file_id=f"r@-:file:{word}",
        path=f"{word}.py",
        repository="r",
        branch="-",
        root_path="/root",
        language="python",
        doc_type="code",
        level="standard",
        flags=(),
        rank_score=1 / rank,
        relevance=0.4,
        keyword=0.5,
        semantic=0.25,
        structure=0.1,
        demotion=1.0,
        chunk_count=1,
        chunks=(chunk,),
    )
