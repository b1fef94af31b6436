"""Answers questions such as "who calls renew_lease" from the dependency graph: which files rank first, and why."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from search.analysis.figures import figures_in
from search.analysis.grouped_codes import codes_in
from search.analysis.names import split_identifier
from search.analysis.question_language import language_of
from search.analysis.terms import query_terms
from search.graph.answers import CALLS, READS, USES, WRITES, Evidence, NameInGraph
from search.graph.dependency_graph import DependencyGraph
from search.messages import Message
from search.query.addresses import addresses_in
from search.query.graph_question import GraphQuestion, Relation, graph_question
from search.query.intent import looks_like_code
from search.query.parse import ParsedQuery
from search.ranking.constants import CHANGE_USES
from search.ranking.signals.wordings import USES_NAMED
from search.retrieval.corpus import Corpus
from search.retrieval.index_graph import NodeVisibility
from search.service.candidate_files import CandidateFiles
from search.service.figures import Holding, holding_figures
from search.service.rare_words import MOST_FILES_OF_WORDS, files_called, files_with_rare_words
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk, ChunkKind
from search.types.files import Flag
from search.types.filters import RowFilter
from search.types.graph import EdgeType
from search.types.ids import ChunkId, FileId
from search.types.results import GRAPH_SIGNAL, Signal

STRONGEST_RELATION = 0.3
"""Share of the strongest relation: only a clear lead in both text signals outweighs it among the graph's files."""
_MOST_FILES = 50
_MOST_HOLDING = 500
"""Chunks that are read to see whether they contain a name as it is typed, the best by their words first."""
_MOST_WORDS_BESIDE_CODE = 3
"""A longer query with a number or a code in it is a question."""
_SHORTEST_CODE = 4
"""Characters of a number or a code that identifies something beside other words."""
_SHORTEST_ALONE = 3
"""The same of one that is the whole query."""
_AROUND_CODES = "\"'`.,;:!?()[]"
"""Signs around a word that are no part of it."""
_OPTION = re.compile(r"--[a-z][a-z0-9]*(?:-[a-z0-9]+)+|[a-z][a-z0-9]*(?:-[a-z0-9]+){2,}")
"""An option of a program; fewer parts without dashes before them may be a word: ``pre-commit``."""
_ENDS_LARGER_AMOUNTS = re.compile(r"\d{3}[.,]\d{1,6}")
"""An amount that may be the end of a larger one: ``483,75`` is no part of ``12.483,75``."""
_NO_LARGER_AMOUNT = r"(?<!\d[.,'\u2019])"
_EVIDENCE_BONUS = 1.0
"""Ranks the chunk with the evidence before the other chunks of the file."""
_USE_BONUS = 0.9
"""The same for the use of a name."""
_DEFINITION_BONUS = 2.0
"""The same for the definition of a name: uses in its file have at most 0.9 and a blend of 1."""
_CODE_USES = tuple(edge for edge in USES if edge not in {EdgeType.LINKS_TO, EdgeType.MENTIONS})
"""How code uses a name; other files that contain it are found by its words."""


Graphs = Callable[[ParsedQuery, RowFilter, Sequence[str]], Sequence[DependencyGraph]]


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """The files that the graph returns, each with its signal, and the chunks that contain the evidence.

    Attributes:
        of_name: the query is a name or rare words alone. The definitions rank before the files that use it.
        of_words: only the words of files answer, of which documents are as good as code.
        defining: the chunks in which the definitions of that name begin.
        written: the files with the number, the amount, the date or the code that the query is, or with a long code
            in it, in whatever form.
    """

    signals: Mapping[FileId, Signal] = field(default_factory=dict)
    chunks: tuple[ChunkId, ...] = ()
    of_name: bool = False
    of_words: bool = False
    defining: tuple[ChunkId, ...] = ()
    written: frozenset[FileId] = frozenset()

    def applied(self, files: CandidateFiles) -> CandidateFiles:
        """Return the files; those of the graph rank before all others and carry the reason."""
        files = files.with_reasons(self.signals, pinned=not self.of_name, uses=self.of_name)
        files = files.with_bonus(frozenset(self.chunks), _USE_BONUS if self.of_name else _EVIDENCE_BONUS)
        return files.with_bonus(frozenset(self.defining), _DEFINITION_BONUS)


class GraphAnswers:
    """Queries the dependency graphs.

    Args:
        graphs: returns the graphs that cover the scope of a query, as far as it concerns some names.
    """

    def __init__(self, graphs: Graphs, corpus: Corpus, chunks: ChunksTable) -> None:
        self._graphs = graphs
        self._corpus = corpus
        self._chunks = chunks

    def to(self, parsed: ParsedQuery, scope: Scope) -> GraphAnswer:
        """Return the answer of the graphs; empty if the name is unknown.

        If the query is not such a question, the few files that contain all of two or three words answer it.
        """
        question = graph_question(parsed)
        if question is None:
            return self._of_rare_words(parsed, scope)
        visibility = NodeVisibility(scope.visible)
        graphs = self._graphs(parsed, scope.visible, (question.name,))
        named = [NameInGraph(graph, question.name, visibility) for graph in graphs]
        if not any(name.exists for name in named):
            return GraphAnswer()
        evidence = [item for name in named if name.exists for item in _evidence(name, question)]
        if question.relation is Relation.TESTS:
            evidence = [*evidence, *self._mentioning(question, scope)]
            evidence = [item for item in evidence if self._is_test(item.file_id)]
        return self._answer(evidence, scope)

    def to_addresses(self, text: str, parsed: ParsedQuery, scope: Scope) -> GraphAnswer:
        """Return the files that declare and handle the routes of addresses in a text; empty without a route."""
        addresses = addresses_in(text)
        if not addresses:
            return GraphAnswer()
        visibility = NodeVisibility(scope.visible)
        graphs = self._graphs(parsed, scope.visible, addresses)
        named = [NameInGraph(graph, address, visibility) for address in addresses for graph in graphs]
        evidence = [item for name in named for item in (*name.definitions(), *name.dependencies(CALLS))]
        return self._answer(evidence, scope)

    def to_name(
        self, name: str, parsed: ParsedQuery, scope: Scope, defining: Sequence[ChunkId] = ()
    ) -> GraphAnswer:
        """Return the files that use the definition of a bare name or contain it; empty if there are none.

        An identifier of several words, such as ``LogAndApply``, counts wherever it stands as a whole: declarations
        and documents are in no edge of the graph, and neither are uses in code that cannot be resolved. A plain
        word counts if few files contain it.

        Args:
            name: as typed.
            parsed: the query.
            scope: what is searched.
            defining: a chunk of each file that defines the name.
        """
        visibility = NodeVisibility(scope.visible)
        graphs = self._graphs(parsed, scope.visible, (name,))
        named = [NameInGraph(graph, name, visibility) for graph in graphs]
        evidence = [use for each in named if each.exists for use in each.users(_CODE_USES)]
        definitions = [definition for each in named for definition in each.definitions()]
        with self._corpus.lock:
            defining_files = self._corpus.catalogue.chunks_by_file(defining).keys()
        containing: Sequence[Evidence] = self._holding(_last_part(name), scope)
        if name.isidentifier() and not looks_like_code(name):
            containing = files_with_rare_words(name, scope, self._corpus, self._chunks)
        is_used = bool(evidence or definitions or defining)
        if not is_used and (codes := self._of_long_codes([name], scope)):
            return self._of_written(codes, scope)
        if not is_used:
            containing = [*files_called(name, scope, self._corpus), *containing]
        holding = [item for item in containing if item.file_id not in defining_files]
        answered = {item.file_id for item in evidence}
        apart = [item for item in holding if item.file_id not in answered]
        answer = self._answer([*evidence, *apart], scope, definitions, most=len(evidence) + len(apart))
        is_of_words = bool(apart) and not is_used
        chunks = dict.fromkeys((*answer.chunks, *(item.chunk for item in holding if isinstance(item, Holding))))
        return replace(answer, chunks=tuple(chunks), of_name=True, of_words=is_of_words)

    def _of_rare_words(self, parsed: ParsedQuery, scope: Scope) -> GraphAnswer:
        """Return the few files that contain all of some plain words, or a number or a code among them.

        A name among the words decides by itself.
        """
        words = [word.strip(_AROUND_CODES) for word in parsed.words.split()]
        if not (parsed.symbols or parsed.phrases) and (codes := self._of_long_codes(words, scope)):
            return self._of_written(codes, scope)
        if parsed.symbols or parsed.phrases or language_of(parsed.words).code:
            return GraphAnswer()
        evidence: Sequence[Evidence] = ()
        if _OPTION.fullmatch(parsed.words) and (evidence := self._of_option(parsed.words, scope)):
            return replace(self._answer(evidence, scope), of_name=True)
        written: frozenset[FileId] = frozenset()
        if any(map(str.isdigit, parsed.words)):
            evidence = self._of_codes(words, scope)
            figures, others = figures_in(words)
            written = frozenset(item.file_id for item in evidence if len(figures) + len(others) == 1)
        elif any(map(looks_like_code, words)):
            return GraphAnswer()
        else:
            called = files_called(parsed.words, scope, self._corpus)
            evidence = [*called, *files_with_rare_words(parsed.words, scope, self._corpus, self._chunks)]
        answer = self._answer(evidence, scope)
        return replace(answer, of_name=bool(evidence), of_words=bool(evidence), written=written)

    def _of_long_codes(self, words: Sequence[str], scope: Scope) -> list[Holding]:
        """Return where the few files that contain one of some IBANs, telephone numbers and the like have it."""
        holding = holding_figures(codes_in(words), scope, self._corpus, self._chunks)
        return holding if _is_few(holding, _MOST_FILES) else []

    def _of_written(self, codes: Sequence[Holding], scope: Scope) -> GraphAnswer:
        written = frozenset(item.file_id for item in codes)
        return replace(self._answer(codes, scope), of_name=True, of_words=True, written=written)

    def _of_codes(self, words: Sequence[str], scope: Scope) -> list[Holding]:
        """Return where the few files that contain one of some numbers, amounts, dates or codes have it.

        Beside other words a code has more digits than letters: ``E1042``, but not ``http2``.
        """
        figures, others = figures_in(words)
        alone = len(figures) + len(others) == 1
        most = _MOST_FILES if alone else MOST_FILES_OF_WORDS
        if len(figures) + len(others) > _MOST_WORDS_BESIDE_CODE:
            return []
        plain = [figure.typed for figure in figures if figure.words == 1]
        codes = [code for code in (*plain, *others) if any(map(str.isdigit, code))]
        chosen = [code for code in codes if (len(code) >= _SHORTEST_ALONE if alone else _is_long_code(code))]
        typed = {code: self._holding(code, scope) for code in chosen}
        holding = [item for items in typed.values() for item in items]
        written = [figure for figure in figures if figure.sure or not typed.get(figure.typed)]
        forms = holding_figures(written, scope, self._corpus, self._chunks)
        return next((each for each in ([*holding, *forms], holding) if _is_few(each, most)), [])

    def using(self, names: Sequence[str], parsed: ParsedQuery, scope: Scope) -> dict[FileId, Signal]:
        """Return a signal for each file that uses something with one of the names; the strongest use counts."""
        visibility = NodeVisibility(scope.visible)
        graphs = self._graphs(parsed, scope.visible, names) if names else ()
        named = [NameInGraph(graph, name, visibility) for graph in graphs for name in names]
        uses = sorted((use for name in named if name.exists for use in name.users(USES)), key=lambda use: use.rank)
        by_file: dict[FileId, list[Evidence]] = {}
        for use in uses:
            by_file.setdefault(use.file_id, []).append(use)
        signals = {file: _signal(uses_in_file) for file, uses_in_file in by_file.items()}
        return {
            file: Signal(USES_NAMED, signal.value, signal.value * CHANGE_USES, signal.reason)
            for file, signal in signals.items()
        }

    def _answer(
        self,
        evidence: Sequence[Evidence],
        scope: Scope,
        definitions: Sequence[Evidence] = (),
        *,
        most: int = _MOST_FILES,
    ) -> GraphAnswer:
        using = _by_file(sorted(evidence, key=lambda item: item.rank), most)
        defined = _by_file(definitions)
        read = list(dict.fromkeys((*defined, *using)))
        chunks: dict[FileId, list[Chunk]] = {}
        for chunk in self._chunks.of_files(read, scope.wanted) if read else ():
            chunks.setdefault(chunk.file_id, []).append(chunk)
        return GraphAnswer(
            signals={file: _signal(using[file]) for file in using if file in chunks},
            chunks=tuple(
                chunk for file in chunks if file in using for chunk in _chunks_with(chunks[file], using[file])
            ),
            defining=tuple(
                chunk for file in chunks if file in defined for chunk in _chunks_at(chunks[file], defined[file])
            ),
        )

    def _is_test(self, file: FileId) -> bool:
        known = self._corpus.catalogue.get(file)
        return known is not None and Flag.TEST.value in known.record.flags

    def _holding(self, name: str, scope: Scope) -> list[Holding]:
        """Return the chunks that contain an identifier of several words, a number or a code as a whole.

        The best keyword score comes first. Only if none has it as it is typed, those with letters in other case
        count.
        """
        terms = query_terms(name) if looks_like_code(name) else []
        before = _NO_LARGER_AMOUNT if _ENDS_LARGER_AMOUNTS.fullmatch(name) else ""
        whole = rf"(?<!\w){before}{re.escape(name)}(?!\w)"
        words = (re.compile(whole, flags) for flags in (re.NOFLAG, re.IGNORECASE))
        return self._matching(terms[:1] if name.isidentifier() else terms, words, scope)

    def _of_option(self, option: str, scope: Scope) -> list[Holding]:
        """Return the chunks that contain the option of a program in any spelling, if few files do."""
        parts = split_identifier(option)
        spelling = "[-_]?".join(map(re.escape, parts))
        pattern = re.compile(rf"(?<![^\W_]){spelling}(?![^\W_])", re.IGNORECASE)
        holding = self._matching(query_terms(" ".join(parts)), (pattern,), scope)
        return holding if _is_few(holding, _MOST_FILES) else []

    def _matching(self, terms: Sequence[str], patterns: Iterable[re.Pattern[str]], scope: Scope) -> list[Holding]:
        """Return the best chunks by some terms that a pattern matches; the first one that matches any counts."""
        lexical, (wanted, visible) = self._corpus.snapshot(scope.wanted, scope.visible)
        slots, _ = lexical.top(terms, wanted, visible, _MOST_HOLDING) if terms else ((), None)
        rows = self._chunks.rows([lexical.slots[int(slot)] for slot in slots], scope.wanted)
        texts = [chunk for chunk in rows.values() if chunk.kind is not ChunkKind.CARD]
        for pattern in patterns:
            matches = [(chunk, match) for chunk in texts if (match := pattern.search(chunk.text))]
            if matches:
                return [_match_in(chunk, match) for chunk, match in matches]
        return []

    def _mentioning(self, question: GraphQuestion, scope: Scope) -> list[Evidence]:
        """Return the files that contain the name as a word, best keyword score first."""
        term = query_terms(_last_part(question.name))[:1]
        lexical, (wanted, visible) = self._corpus.snapshot(scope.wanted, scope.visible)
        slots, _ = lexical.top(term, wanted, visible, _MOST_FILES * 4) if term else ((), None)
        with self._corpus.lock:
            files = self._corpus.catalogue.chunks_by_file(lexical.slots[int(slot)] for slot in slots)
        reason = Message("uses.mentions", name=question.name)
        return [Evidence(file, 0, reason, len(EdgeType)) for file in files]


def _match_in(chunk: Chunk, match: re.Match[str]) -> Holding:
    line = chunk.start_line + chunk.text.count("\n", 0, match.start())
    reason = Message("uses.mentions", name=match.group())
    return Holding(chunk.file_id, line, reason, len(EdgeType), chunk.id)


def _evidence(named: NameInGraph, question: GraphQuestion) -> list[Evidence]:
    relation = question.relation
    if relation is Relation.DEFINITION:
        return named.definitions()
    if relation is Relation.DEPENDENCIES:
        return named.dependencies()
    edge_types = {Relation.CALLERS: CALLS, Relation.READERS: READS, Relation.WRITERS: WRITES}
    return named.users(edge_types.get(relation, USES))


def _signal(evidence: Sequence[Evidence]) -> Signal:
    value = 1.0 - evidence[0].rank / (len(EdgeType) + 1)
    lines = {item.line for item in evidence}
    reason = evidence[0].reason
    if len(lines) > 1:
        reason = Message("uses.and_more", use=reason, count=len(lines) - 1)
    return Signal(GRAPH_SIGNAL, value, value * STRONGEST_RELATION, reason)


def _by_file(evidence: Iterable[Evidence], most: int = _MOST_FILES) -> dict[FileId, list[Evidence]]:
    """Return the evidence of each of the first files, in its order."""
    by_file: dict[FileId, list[Evidence]] = {}
    for item in evidence:
        by_file.setdefault(item.file_id, []).append(item)
    return dict(list(by_file.items())[:most])


def _chunks_with(chunks: Sequence[Chunk], evidence: Sequence[Evidence]) -> list[ChunkId]:
    """Return the chunks that contain a line of evidence, otherwise the first chunk of the file."""
    first = [chunk.id for chunk in chunks if chunk.kind is not ChunkKind.CARD][:1]
    return _chunks_at(chunks, evidence) or first


def _chunks_at(chunks: Sequence[Chunk], evidence: Sequence[Evidence]) -> list[ChunkId]:
    """Return the chunks that contain a line of evidence."""
    texts = (chunk for chunk in chunks if chunk.kind is not ChunkKind.CARD)
    return [chunk.id for chunk in texts if any(chunk.start_line <= e.line <= chunk.end_line for e in evidence)]


def _is_few(holding: Sequence[Holding], most: int) -> bool:
    return len({item.file_id for item in holding}) <= most


def _is_long_code(word: str) -> bool:
    signs = [sign for sign in word if sign.isalnum()]
    return len(word) >= _SHORTEST_CODE and 2 * sum(map(str.isdigit, signs)) > len(signs)


def _last_part(name: str) -> str:
    return name.removesuffix("()").replace("::", ".").replace("#", ".").rsplit(".", 1)[-1]
