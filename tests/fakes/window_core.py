"""A search core in memory for the window: every answer is computed from its files and the question.

Keyword is the share of the query's words that a chunk holds, meaning the share of its letter groups.
"""

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from search.analysis.terms import joined_terms, query_terms
from search.errors import BadInputError, NotFoundError, QueryError
from search.events import Event, FilesChanged
from search.exact.lines import matching_lines
from search.exact.pattern import LinePattern, line_pattern
from search.letters import matched_letters
from search.messages import Message
from search.query.line_terms import line_terms
from search.query.parse import parse
from search.ranking.rerank import order_hits, rerank
from search.storage.predicate import passes
from search.types.commits import CommitRequest, CommitText
from search.types.context import ContextAnswer, ContextPiece, ContextRequest, LeftOut
from search.types.files import Root
from search.types.filters import OWNER, Access, RowFilter
from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeDebug, TreeNode, TreeRequest
from search.types.ids import NodeId, chunk_id, file_id, path_hash
from search.types.line_columns import MatchingLine, columns_of
from search.types.line_history import BlamedLine, ChangedLinesRequest
from search.types.lines import FileLines, LinePage, LinePosition, LineQuery, LinesRequest
from search.types.locations import (
    ChangeLocations,
    CoveringTest,
    EvidenceKind,
    LocatedDefinition,
    LocatedFile,
    LocateRequest,
    LocationEvidence,
)
from search.types.query import Mode, RankSettings, Rerank, SearchQuery
from search.types.results import ChunkHit, Facet, FileHit, Ready, SearchResult
from search.types.status import (
    AccessView,
    Activity,
    FileText,
    IndexReport,
    IndexStatus,
    RootStatus,
    Speed,
    StepCounts,
    VisibleFile,
    WhyAnswer,
)
from search.types.symbols import FILE, Symbol, SymbolRequest

READY = Ready(names=1.0, keyword=1.0, graph=1.0, semantic=1.0)
LANGUAGES = {
    "py": "python",
    "md": "markdown",
    "rs": "rust",
    "sql": "sql",
    "ts": "typescript",
    "yml": "yaml",
    "go": "go",
}
CHUNK_LINES = 12


class WindowCore:
    """Answers from ``files`` (``repository/path`` to text); ``gates`` holds queries back until they are set."""

    def __init__(self, files: Mapping[str, str], *, levels: Mapping[str, str] | None = None) -> None:
        self.files = dict(files)
        self.levels = dict(levels or {})
        self.gates: dict[str, threading.Event] = {}
        self.gathering: dict[str, threading.Event] = {}  # hold evidence back, as ``gates`` do answers
        self.queries: list[SearchQuery] = []
        self.line_queries: list[LineQuery] = []
        self.files_of_a_page = 2
        self.gathered: list[ContextRequest] = []
        self.added: list[tuple[str, ...]] = []
        self.moved: list[tuple[str, str]] = []
        self.repositories: dict[str, tuple[str, ...]] = {}
        self.single: bool | None = None
        self.failing: dict[str, Exception] = {}
        self.closed: frozenset[str] = frozenset()  # names of files that only the owner sees
        self.further = 0
        """Files that match and are only counted, as a search by word does in a large index."""
        self.paused = False
        self.ready = READY
        self.device = "CPU, 8 threads"
        self.speed = Speed.NORMAL
        self.rules_off: tuple[str, ...] = ()
        self.activity = Activity()
        self.steps: dict[str, StepCounts] = {}
        self.by_word: set[str] = set()
        self.trees_grow = threading.Event()
        """Trees are answered as soon as this is set."""
        self.trees_grow.set()
        self.model_reads = threading.Event()
        """The reader and the cross-encoder answer, this one the last file first, as soon as this is set."""
        self.model_reads.set()
        self.reader: Callable[[FileHit], float] | None = None
        """Gives each file the score of the reader, which counts half; None where there is no reader."""
        self.notes: tuple[Message, ...] = ()  # by the status of the index and beside every answer
        self._listeners: list[Callable[[Event], None]] = []

    def search(self, query: SearchQuery, /) -> SearchResult:
        self.queries.append(query)
        if query.text in self.failing:
            raise self.failing[query.text]
        if query.text in self.gates:
            self.gates[query.text].wait(20)
        parsed = parse(query.text or self.text_of(query.like) or query.like_text)
        if parsed.problems:
            raise QueryError(parsed.problems[0].message)
        visible = RowFilter((*parsed.conditions, *parsed.ranges))
        hits = [hit for name in sorted(self.files) if (hit := self._hit(name, parsed.words, visible)) is not None]
        listed = not parsed.words.strip() and not query.like
        results = [hit for hit in hits if listed or _matters(hit, query.ranking.mode)]
        numbered = tuple(structs.replace(hit, rank=position) for position, hit in enumerate(results, start=1))
        ordered = numbered if listed else order_hits(results, query.ranking)
        if query.ranking.rerank is Rerank.CROSS_ENCODER:
            self.model_reads.wait(20)
            ordered = tuple(
                structs.replace(hit, rank=position) for position, hit in enumerate(reversed(ordered), start=1)
            )
        retained = ordered if query.all_candidates else ordered[: query.top]
        answer = SearchResult(
            query=query.text,
            searched=parsed.words,
            ranking=query.ranking,
            took_ms=21.0,
            ready=self.ready,
            files=retained,
            total_files=len(ordered) + self.further,
            total_chunks=0 if listed else sum(len(file.chunks) for file in ordered),
            terms=tuple(query_terms(parsed.words)),
            facets=tuple(_facets(ordered)) if query.facets else (),
            notes=self.notes,
        )
        return answer if listed else self._read(query, answer)

    def _read(self, query: SearchQuery, answer: SearchResult) -> SearchResult:
        if self.reader is None or not query.ranking.reads or not answer.files:
            return answer
        if query.reads_later:
            return replace(answer, reading=Message("reader.later"))
        self.model_reads.wait(20)
        files = tuple(structs.replace(file, reranked=self.reader(file)) for file in answer.files)
        read = Message("reader.read", n=len(files), ms=21)
        answer = replace(answer, files=files, reader_share=0.5, reading=read, reranking_applied=True)
        return replace(answer, files=rerank(answer, query.ranking))

    def text_of(self, like: str) -> str:
        """Return the words of the file that an example names; empty for none."""
        path = like.partition(":file:")[2]
        text = next((text for name, text in self.files.items() if path and name.endswith(path)), "")
        return " ".join(word for word in text.split() if word.isalpha())

    def _hit(self, name: str, words: str, visible: RowFilter) -> FileHit | None:
        repository, _, path = name.partition("/")
        ext = path.rsplit(".", 1)[-1]
        row = {
            "repository": repository,
            "branch": "main",
            "path": path,
            "language": LANGUAGES.get(ext, ext),
            "ext": ext,
            "doc_type": "guide" if ext == "md" else "code",
            "level": self.levels.get(name, "standard"),
            "product": repository,
            "component": path.split("/", 1)[0],
            "flags": ("test",) if "test" in path else (),
            "state": "indexed",
            "size_bytes": len(self.files[name]),
        }
        if not passes(visible, row):
            return None
        file = file_id(repository, "main", path)
        chunks = tuple(_chunks(repository, path, self.files[name], words))
        return FileHit(
            rank=1,
            file_id=file,
            path=path,
            repository=repository,
            branch="main",
            root_path=f"/home/someone/{repository}",
            language=str(row["language"]),
            doc_type=str(row["doc_type"]),
            level=str(row["level"]),
            flags=tuple(row["flags"]),
            rank_score=0.0,
            confidence=0.9 * max((chunk.keyword for chunk in chunks), default=0.0),
            relevance=0.0,
            keyword=0.0,
            semantic=0.0,
            structure=0.0,
            demotion=1.0,
            chunk_count=len(chunks),
            chunks=chunks,
        )

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        self.trees_grow.wait(20)
        path = request.target.split(":file:", 1)[-1].split("#", 1)[0]
        stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        users = [name for name in sorted(self.files) if stem in self.files[name] and not name.endswith(path)]
        root = NodeId(request.target)
        nodes = [_tree_node(root, path, 0, None, NodeState.EXPANDED, Direction.BOTH)]
        for name in users[: request.max_nodes]:
            repository, _, user = name.partition("/")
            node = NodeId(file_id(repository, "main", user))
            nodes.append(_tree_node(node, user, 1, root, NodeState.LEAF, Direction.USED_BY))
        debug = TreeDebug(1, len(nodes), len(nodes) - 1, truncated=False, reason="")
        return DependencyTree(root, request.direction, tuple(nodes), (), debug)

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        """Return the best chunk of each file that holds a word of the question, counted in words."""
        self.gathered.append(request)
        if request.text in self.gathering:
            self.gathering[request.text].wait(20)
        files = self.search(
            SearchQuery(request.text, RankSettings(mode=Mode.KEYWORD), access=request.access)
        ).files
        chunks = [(file.path, max(file.chunks, key=lambda chunk: chunk.keyword)) for file in files]
        scope = (files[0].repository, files[0].branch) if files else ("", "")
        pieces, left_out, left = [], [], request.budget
        for path, chunk in chunks:
            tokens = len(chunk.text.split())
            if tokens > left:
                left_out.append(LeftOut(chunk.id, tokens))
                continue
            left -= tokens
            pieces.append(
                ContextPiece(
                    chunk.id,
                    path,
                    chunk.header_path,
                    "",
                    chunk.start_line,
                    chunk.end_line,
                    0,
                    None,
                    tokens,
                    chunk.text,
                )
            )
        return ContextAnswer(
            request.text,
            *scope,
            request.budget,
            request.budget - left,
            tuple(pieces),
            tuple(left_out),
            self.ready,
            self.notes,
        )

    def find_lines(self, query: LineQuery, /) -> LinePage:
        self.line_queries.append(query)
        terms = line_terms(query.text, regex=query.options.regex)
        (term,), visible = terms.wanted, RowFilter((*terms.filters.conditions, *terms.filters.ranges))
        pattern = line_pattern(term.text, replace(query.options, regex=term.regex))
        done = query.after.line if query.after is not None else 0  # a page here is a number of files
        names = sorted(self.files)[done : done + self.files_of_a_page]
        parts = [part for name in names if (part := self._lines_of(name, pattern, visible))]
        left = done + len(names) < len(self.files)
        return LinePage(
            files=tuple(parts) if query.most_lines else (),
            file_count=len(parts),
            line_count=sum(len(part.lines) for part in parts),
            searched_files=len(self.files),
            took_ms=3.0,
            next=LinePosition("", "", "", done + len(names)) if left else None,
            facets=tuple(_facets([part.file for part in parts])),
        )

    def locate_change(self, request: LocateRequest, /) -> ChangeLocations:
        files = self.search(SearchQuery(request.text, top=request.top, access=request.access, pasted=True)).files
        use = Message("uses.at_line", use=Message("uses.calls", name="backoff"), line=2)
        located = [
            LocatedFile(
                file.rank,
                file.file_id,
                file.path,
                file.repository,
                file.branch,
                file.rank_score,
                file.stale,
                (
                    LocatedDefinition(
                        NodeId(f"{file.file_id}:f"), "renew", "function", 1, 2, (EvidenceKind.WORDS,)
                    ),
                ),
                (
                    LocationEvidence(EvidenceKind.COMMIT, "Renew a lease", 0.1, "1a2b3c4d"),
                    LocationEvidence(EvidenceKind.GRAPH, use, line=2),
                ),
                file.root_path,
            )
            for file in files
        ]
        covering = [
            CoveringTest(
                file.file_id,
                file.path,
                file.repository,
                file.branch,
                (located[0].path,),
                (EvidenceKind.GRAPH,),
                Message("uses.from_test", user="test_lease_is_renewed", name="renew"),
                1,
                2,
                file.root_path,
            )
            for file in self.search(SearchQuery("assert")).files
        ]
        return ChangeLocations(0, 1, tuple(located), tuple(covering) if located else (), 2.0, self.ready)

    def defined_names(self, prefix: str, access: Access, /) -> tuple[tuple[str, int], ...]:
        words = Counter(word for text in self.files.values() for word in set(text.replace("(", " ").split()))
        return tuple((word, count) for word, count in words.most_common() if word.startswith(prefix.lower()))

    def symbols(self, request: SymbolRequest, access: Access, /) -> tuple[Symbol, ...]:
        if request.line:
            return ()
        every = [symbol for name in sorted(self.files) for symbol in self._symbols_of(name)]
        matching = [symbol for symbol in every if _has_letters(request.text, symbol)]
        return tuple(sorted(matching, key=lambda symbol: symbol.kind != FILE))

    def _symbols_of(self, name: str) -> Iterator[Symbol]:
        repository, _, path = name.partition("/")
        file = file_id(repository, "main", path)
        parts = (file, repository, "main", path)
        yield Symbol(NodeId(file), FILE, path.rpartition("/")[2], *parts, 1)
        for number, line in enumerate(self.files[name].splitlines(), start=1):
            if match := _DEFINITION.match(line):
                kind = _DEFINITION_KINDS[match[1].strip()]
                yield Symbol(NodeId(f"{file}#{match[2]}"), kind, match[2], *parts, number)

    def _lines_of(self, name: str, pattern: LinePattern, visible: RowFilter) -> FileLines | None:
        text = self.files[name].encode()
        hit = self._hit(name, "", visible)
        lines = []
        for line in matching_lines(text, pattern, 0):
            shown, start = text[line.start : line.end].decode(), line.match[0] - line.start
            number, span = text.count(b"\n", 0, line.start) + 1, (start, line.match[1] - line.start)
            lines.append(MatchingLine(number, start + 1, shown, spans=(span,)))
        return FileLines(hit, columns_of(lines)) if hit is not None and lines else None

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        wanted = set(ids)
        every = (
            chunk
            for name, text in self.files.items()
            for chunk in _chunks(name.partition("/")[0], name.partition("/")[2], text, "")
        )
        return {chunk.id: chunk.text for chunk in every if chunk.id in wanted}

    def file_text(self, file: str, access: Access, /) -> FileText:
        scope, _, path = file.partition(":file:")
        repository = scope.partition("@")[0]
        text = self.files.get(f"{repository}/{path}")
        if text is None:
            raise NotFoundError(f"{path} is not in the index", remedy="Index it again.")
        language = LANGUAGES.get(path.rsplit(".", 1)[-1], "text")
        lines = text.count("\n") + 1
        return FileText(
            file, path, f"/home/someone/{repository}", language, "UTF-8", text, lines, "disk", len(text)
        )

    def permalink(self, request: LinesRequest, access: Access, /) -> str:
        scope, _, path = request.file.partition(":file:")
        if path.endswith(".sql"):
            raise BadInputError("permalink.no_remote", path=path)
        return f"https://github.com/acme/{scope.partition('@')[0]}/blob/1a2b/{path}#L{request.first_line}"

    def commit(self, request: CommitRequest, access: Access, /) -> CommitText:
        path = request.file.partition(":file:")[2]
        name, change = request.commit.ljust(40, "0"), f"--- a/{path}\n+++ b/{path}\n-old\n+new"
        return CommitText(name, "Somebody", "2026-03-01T10:00:00+01:00", f"Change {path}\n\nWhy.", (path,), change)

    def blame(self, request: LinesRequest, access: Access, /) -> tuple[BlamedLine, ...]:
        path = request.file.partition(":file:")[2]
        if path.endswith(".sql"):
            raise BadInputError("history.no_repository", path=path)
        lines = range(request.first_line, max(request.first_line, request.last_line) + 1)
        return tuple(
            BlamedLine(line, f"{line:040x}", "Ada", 1_700_000_000, f"Change line {line}") for line in lines
        )

    def changed_lines(self, request: ChangedLinesRequest, access: Access, /) -> tuple[tuple[int, int], ...]:
        if request.revision != "main":
            raise BadInputError("git.no_commit")
        return ((1, 1), (3, 3))

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        return WhyAnswer(path, "indexed", (f"{path} is indexed",))

    def status(self, access: Access, /) -> IndexStatus:
        roots = self.roots(access)
        chunks = sum(root.chunks for root in roots)
        return IndexStatus(
            index="/index",
            files=len(self.files),
            chunks=chunks,
            nodes=0,
            edges=0,
            states=(("indexed", len(self.files)),),
            reasons=(),
            roots=roots,
            versions=(),
            disk_bytes=0,
            ready=self.ready,
            activity=replace(self.activity, paused=self.paused, speed=self.speed),
            device=self.device if roots else "",
            notices=self.notes,
        )

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        counts = Counter(name.partition("/")[0] for name in self.files)
        return tuple(
            RootStatus(
                Root(
                    path_hash(f"/home/someone/{name}"),
                    f"/home/someone/{name}",
                    name,
                    "main",
                    semantic=name not in self.by_word,
                ),
                count,
                count * 4,
                1000,
                watching="events",
                steps=self.steps.get(name, StepCounts(indexed=count, embedded=count)),
            )
            for name, count in sorted(counts.items())
        )

    def repositories_in(self, folder: str, /) -> tuple[str, ...]:
        return self.repositories.get(folder, ())

    def index(
        self,
        paths: Sequence[str],
        /,
        *,
        semantic: bool | None = None,
        branches: Sequence[str] = (),
        single: bool | None = None,
    ) -> IndexReport:
        self.added.append((*paths, *branches))
        self.single = single
        for path in paths:
            self.files[f"{path.rstrip('/').rsplit('/', 1)[-1]}/readme.md"] = f"# {path}\n"
        self.tell(FilesChanged(tuple(paths)))
        return IndexReport(len(paths), len(paths), 0, 0, 0, 0, 0.1)

    def forget(self, root: str, /) -> RootStatus:
        known = next(
            (item for item in self.roots(Access()) if root in {item.root.path, item.root.repository}), None
        )
        if known is None:
            raise NotFoundError(f"{root} is no root", remedy="dowse roots lists them.")
        prefix = f"{known.root.repository}/"
        self.files = {name: text for name, text in self.files.items() if not name.startswith(prefix)}
        return known

    def move(self, root: str, folder: str, /) -> RootStatus:
        self.moved.append((root, folder))
        return next(item for item in self.roots(Access()) if item.root.path == root)

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        self.rules_off = tuple(groups)
        return len(groups)

    def pause(self, *, paused: bool) -> None:
        self.paused = paused
        self.activity = replace(self.activity, paused=paused)

    def visible(self, access: Access, limit: int, /) -> AccessView:
        seen = [name for name in sorted(self.files) if access == OWNER or name not in self.closed]
        files = tuple(
            VisibleFile(file_id(repository, "main", path), path, "indexed", "default", (), ())
            for repository, _, path in (name.partition("/") for name in seen[:limit])
        )
        return AccessView(len(seen), len(self.files) - len(seen), (("indexed", len(seen)),), (), files)

    def set_speed(self, speed: Speed) -> None:
        self.speed = speed

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def close(self) -> None:
        for gate in (*self.gates.values(), *self.gathering.values(), self.trees_grow, self.model_reads):
            gate.set()


_DEFINITION = re.compile(r"(def |fn |CREATE TABLE |# )(\w[\w ]*\w)")
_DEFINITION_KINDS = {"def": "function", "fn": "function", "CREATE TABLE": "table", "#": "section"}


def _has_letters(text: str, symbol: Symbol) -> bool:
    texts = [symbol.name, symbol.path] if symbol.kind == FILE else [symbol.name]
    return any(matched_letters(text, each) is not None for each in texts)


def _chunks(repository: str, path: str, text: str, words: str) -> Iterator[ChunkHit]:
    lines = text.split("\n")
    for position, first in enumerate(range(0, len(lines), CHUNK_LINES)):
        part = "\n".join(lines[first : first + CHUNK_LINES])
        last = min(first + CHUNK_LINES, len(lines))
        title = next((line.strip(" #:") for line in lines[first:last] if line.strip()), "")[:48]
        keyword, semantic = _shared_words(words, part), _shared_groups(words, part)
        yield ChunkHit(
            id=chunk_id(repository, "main", path, "part", position),
            node_id=NodeId(f"{repository}@main:file:{path}#{position}"),
            kind="section" if path.endswith(".md") else "function",
            start_line=first + 1,
            end_line=last,
            header_path=title.removeprefix("async ").removeprefix("def ").split("(")[0],
            keyword=keyword,
            semantic=semantic,
            keyword_rank=1 + position,
            semantic_rank=1 + position,
            relevance=0.0,
            text=part,
            words=keyword,
            meaning=semantic,
        )


def _shared_words(words: str, text: str) -> float:
    wanted = set(query_terms(words))
    contents = set(joined_terms(text).split())
    return len(wanted & contents) / len(wanted) if wanted else 0.0


def _shared_groups(words: str, text: str) -> float:
    wanted = _groups(words)
    return len(wanted & _groups(text)) / len(wanted) if wanted else 0.5


def _groups(text: str) -> set[str]:
    low = " ".join(text.lower().split())
    return {low[position : position + 4] for position in range(len(low) - 3)}


def _matters(hit: FileHit, mode: Mode) -> bool:
    keyword = max(chunk.keyword for chunk in hit.chunks)
    semantic = max(chunk.semantic for chunk in hit.chunks)
    return (mode is not Mode.SEMANTIC and keyword > 0) or (mode is not Mode.KEYWORD and semantic > 0.3)


def _facets(files: Sequence[FileHit]) -> Iterator[Facet]:
    for column in ("repository", "language", "doc_type", "level", "branch"):
        counts = Counter(str(getattr(file, column)) for file in files)
        yield Facet(column, tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))


def _tree_node(
    node: NodeId, path: str, depth: int, parent: NodeId | None, state: NodeState, direction: Direction
) -> TreeNode:
    types = () if parent is None else (EdgeType.IMPORTS,)
    return TreeNode(
        node, path.rsplit("/", 1)[-1], "file", path, 1, depth, parent, types, state, direction=direction
    )
