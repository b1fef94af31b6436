"""The composition root: builds a core from its parts, and the engine around it."""

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.branch_graphs import BranchGraphs
from app.core.encoder_slot import EncoderSlot, Load
from app.core.event_hub import EventHub
from app.core.folder_roots import FolderRoots
from app.core.graph_cache import GraphCache
from app.core.indexing import Indexing
from app.core.line_texts import LineTexts
from app.core.local_core import LocalCore, Parts
from app.core.named_graphs import NamedGraphs
from app.core.reader_slot import reader_of
from app.core.remote_reading import RemoteReading
from app.core.rerank_model import chosen_scorer, rerank_model
from app.core.staleness import is_stale
from app.core.visible_graphs import VisibleGraphs
from app.engine.lock import WriterLock
from app.engine.process import Engine, stop_on_signals
from app.installation.locations import ignore_file, settings_file
from app.installation.logs import configure_logging
from app.installation.version import VERSION
from indexer.chunking.chunks import CHUNKER_VERSION
from indexer.discovery.finder import FileFinder
from indexer.discovery.rules import Rules, rules_off
from indexer.facts.versions import all_extractors_version
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from indexer.watching.watcher import Watcher
from search.config.settings import Settings, load_settings
from search.embedding.choose import open_encoder
from search.embedding.openvino_encoder import precision_in
from search.embedding.ports import Encoder
from search.embedding.preparation import obstacle_to_preparing
from search.embedding.settings import Device, EncoderSettings, Precision
from search.errors import IndexDamagedError
from search.events import Event, Notice, Pausing
from search.messages import Message
from search.retrieval.array_folder import tidy
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.service.line_search import LineSearch
from search.service.search_service import SearchDependencies, SearchService, no_notes
from search.service.visible_files import VisibleFiles
from search.storage.checkpoint import restore_checkpoint
from search.storage.heap import limit_heap
from search.storage.layout import Layout
from search.storage.location import IndexLocation
from search.storage.recovery import refuse_marked, renew
from search.storage.remote import remote_of
from search.storage.storage import Storage
from search.storage.versions import Versions

if TYPE_CHECKING:
    from app.core.retrieval_runtime import Retrieval

SWITCH_S = 0.0005
"""Seconds after which a thread of the engine yields the interpreter lock to another, a tenth of Python's default.

A query takes the lock again after each read; while a folder was indexed, it waited 5 ms each time.
"""

CUT_VERSION = 1_000 * CHUNKER_VERSION + all_extractors_version()
"""Version of the chunks; they follow definitions, so that a new extractor also means new chunks."""

EXIT_S = 20.0
"""Seconds after which a closed engine exits even if a thread hangs, so that no orphan keeps its memory."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a core is used for.

    Attributes:
        follows: watch the roots and load the encoder in the background, as an engine does, and rebuild a damaged
            index. Otherwise the first question that needs the encoder loads it, and a damaged index is an error.
        serves: other processes ask it while it indexes, so that it watches what it indexes, too.
        after_crash: the previous process did not end in order; a file may have crashed it.
    """

    follows: bool
    serves: bool = False
    after_crash: bool = False


def make_core(index: Path, settings: Settings, role: Role) -> LocalCore:
    """Return a core on the index in this folder; the caller holds its writer lock.

    Raises:
        IndexDamagedError: the index cannot be read.
        IndexTooNewError: a newer Dowse wrote it.
        IndexWriteError: it cannot be written.
    """
    events = EventHub()
    storage, corpus, renewed = _opened(index, settings, renews=role.follows)
    load = _loader(settings, events.emit) if settings.embeddings.semantic else None
    encoder = EncoderSlot(load, events.emit, lambda: obstacle_to_preparing(settings.embeddings.model))
    finder = FileFinder(rules_of(settings), storage.roots.all)
    files = Reader(follow_links=settings.docs.follow_links)
    indexer = Indexer(storage, finder, files, events.emit, corpus, after_crash=role.after_crash)
    watches = settings.docs.watch_for_changes and _watches(role, storage.location)
    notices = events.emit if role.follows else _drop  # a command that ends soon complains about no missing watches
    watcher = Watcher(indexer.apply, notices, finder.entering) if watches else None
    folders = FolderRoots(storage.roots, finder, events.emit)
    indexing = Indexing(storage.roots, folders, indexer, encoder, watcher, events.emit, Layout(index).paused)
    current = _current_encoder(storage, encoder, waits=not role.follows)
    retriever = Retriever(corpus, storage.chunks, current)
    model = rerank_model(settings)
    graph, named, branches = _graphs_of(storage, files)
    graphs = named.of_few_meanings, branches.of_branch
    behind = no_notes if role.follows else indexing.behind
    reader = reader_of(settings, _precision_of(encoder))
    around = SearchDependencies(
        *(indexing.ready, is_stale, model, reader, *graphs),
        meaning=settings.embeddings.semantic,
        behind=behind,
        meaning_off=encoder.off_because,
    )
    service = SearchService(storage, corpus, retriever, around)
    visible = VisibleFiles(storage, corpus)
    lines = LineSearch(storage, visible, LineTexts(storage), is_stale, learns=role.follows)

    @cache
    def retrieval() -> "Retrieval":
        # Its import takes a twentieth of the start time, and only agents need it.
        from app.core.retrieval_runtime import IndexParts, retrieval_of

        scorer = chosen_scorer(settings, reader, model)
        relevance = settings.search.relevance
        parts = IndexParts(storage, corpus, branches, current, scorer, relevance, encoder.off_because)
        return retrieval_of(parts, service, indexing.ready)

    core = LocalCore(
        Parts(
            *(events, storage, finder, corpus, encoder, service, lines, visible),
            *(graph, branches, indexing, indexer.answering, retrieval),
        )
    )
    if role.follows:
        _begin(indexing, storage, corpus, compares=settings.docs.index_on_startup or renewed)
    return core


def _graphs_of(storage: Storage, files: Reader) -> tuple[GraphCache, NamedGraphs, BranchGraphs]:
    """Return the graph of all roots, those of the roots that have some names, and those of branches."""
    graph = GraphCache(storage)
    checked_out = VisibleGraphs(storage, files, graph.graph).of
    named = NamedGraphs(storage, checked_out)
    return graph, named, BranchGraphs(storage, files, checked_out, named)


def _drop(_event: Event) -> None:
    """Emit nothing."""


def _watches(role: Role, location: IndexLocation) -> bool:
    """Return whether changes are followed: where this process writes, and others ask it."""
    return location.writes if role.follows else role.serves and not location.is_remote


def _begin(indexing: Indexing, storage: Storage, corpus: Corpus, *, compares: bool) -> None:
    """Follow the roots, or the tables where only another machine writes; ``compares`` reads what changed since."""
    if storage.location.writes:
        indexing.begin(compare=compares)
    else:
        indexing.begin_reading(RemoteReading(storage, corpus))


def _opened(index: Path, settings: Settings, *, renews: bool) -> tuple[Storage, Corpus, bool]:
    """Return the storage, its copy in memory, and whether the index had to be renewed or has lost commits."""
    try:
        refuse_marked(Layout(index))
        if remote_of(index) is None and restore_checkpoint(Layout(index)):
            return *_open(index, settings, Message("index.restored")), True
        return *_open(index, settings), False
    except IndexDamagedError as error:
        if not renews or remote_of(index) is not None:
            raise
        aside = renew(Layout(index))
        notice = Message("index.renewed", folder=aside, reason=error)
        return *_open(index, settings, notice), True


def _open(index: Path, settings: Settings, *notices: Message) -> tuple[Storage, Corpus]:
    versions = Versions(chunker=CUT_VERSION, program=VERSION)
    storage = Storage(index, versions, notices, settings.storage.options)
    storage.sweep()
    for folder in storage.layout.array_folders:
        tidy(folder)
    corpus = Corpus(storage)
    if not (
        storage.location.is_remote and storage.location.writes
    ):  # a job on object storage answers no questions
        corpus.load()
    return storage, corpus


def _precision_of(encoder: EncoderSlot) -> Callable[[], Precision]:
    """Return a function that gives the precision that suits the encoder here, which suits the reader too."""

    def precision() -> Precision:
        loaded = encoder.now()
        return Precision.AUTO if loaded is None else precision_in(loaded.model)

    return precision


@contextmanager
def hosted_core(
    index: Path, *, config: Path | None, serves: bool, follows: bool, interrupt: Callable[[], None] = lambda: None
) -> Iterator[LocalCore]:
    """Yield a core of this process and close it afterwards; ``serves`` lets other commands use it meanwhile.

    A core that does not serve only answers questions, and works where nothing can be written, as on a full disk.
    Of one that serves, ``interrupt`` is called from another thread when a command asks it to end.

    Raises:
        IndexLockedError: another process has the index.
    """
    settings = load_settings(config or settings_file())
    if serves:
        limit_heap()
    with WriterLock(index, program=VERSION, only_asks=not serves) as lock:
        configure_logging(index, level=settings.logging.level, only_asks=not serves)
        core = make_core(index, settings, Role(follows=follows, serves=serves, after_crash=lock.follows_a_crash))
        engine = Engine(core, index, lock, keep=True) if serves else None
        try:
            if engine is not None:
                engine.start()
                engine.interrupt_when_stopped(interrupt)
            yield core
            if engine is not None:
                engine.finish()
        finally:
            if engine is not None:
                engine.close()
            core.close()


def run_engine(index: Path, *, config: Path | None, keep: bool, grace_s: float | None) -> None:
    """Run the engine of an index until its lifetime ends.

    Raises:
        IndexLockedError: another process has the index.
    """
    settings = load_settings(config or settings_file())
    grace = settings.engine.grace_seconds if grace_s is None else grace_s
    sys.setswitchinterval(SWITCH_S)
    limit_heap()
    with WriterLock(index, program=VERSION) as lock:
        configure_logging(index, level=settings.logging.level)
        core = make_core(index, settings, Role(follows=True, after_crash=lock.follows_a_crash))
        gc.freeze()  # objects of the start stay: walking them took 0.1 s of each full collection
        engine = Engine(
            core,
            index,
            lock,
            keep=keep or settings.engine.keep_running,
            grace_s=grace,
            is_working=core.is_working,
            confirms_damage=core.confirms_damage,
        )
        stop_on_signals(engine)
        try:
            engine.start()
            engine.wait()
        finally:
            _end_anyway_after(EXIT_S)
            engine.finish()
            engine.close()
            core.close(save=lock.holds())


def rules_of(settings: Settings) -> Rules:
    """Return the ignore rules of the user's settings, which apply in addition to those in the folders."""
    docs = settings.docs
    return Rules(
        patterns=docs.ignore,
        user_file=ignore_file(),
        max_bytes=int(docs.max_file_size_mb * 1_000_000),
        follow_links=docs.follow_links,
        off=rules_off(docs.rules_off),
    )


def _loader(settings: Settings, emit: Callable[[Event], None]) -> Load:
    requested = encoder_settings(settings)
    return lambda stopped: open_encoder(
        requested, lambda message: emit(Notice(message, pausing=Pausing.STOPS)), stopped
    )


def encoder_settings(settings: Settings) -> EncoderSettings:
    """Return the user's settings for the encoder."""
    wanted = settings.embeddings
    return EncoderSettings(
        model=wanted.model, device=Device(wanted.device), threads=wanted.threads, batch_size=wanted.batch_size
    )


def _current_encoder(storage: Storage, slot: EncoderSlot, *, waits: bool) -> Callable[[], Encoder | None]:
    """Return a function that returns the encoder whose vectors are in the index, or None while there are none."""

    def current() -> Encoder | None:
        written = storage.database.written_with.model
        encoder = (slot.wait() if waits else slot.now()) if written else None
        return encoder if encoder is not None and encoder.model == written else None

    return current


def _end_anyway_after(seconds: float) -> None:
    timer = threading.Timer(seconds, os._exit, args=(1,))
    timer.daemon = True
    timer.start()
