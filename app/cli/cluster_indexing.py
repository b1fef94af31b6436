"""``dowse index --engine ray``: a cluster reads and embeds new files; this process does the rest."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.composition import CUT_VERSION, encoder_settings, rules_of
from app.core.folder_roots import FolderRoots, readable_folders
from app.engine.lock import WriterLock
from app.installation.locations import settings_file
from app.installation.version import VERSION
from indexer.cluster.bulk import BulkIndexing, Cluster, Embedding, Loaded
from indexer.discovery.finder import FileFinder
from indexer.pipeline.reading import Reader
from search.config.settings import Settings, load_settings
from search.embedding.choose import open_encoder
from search.events import Event
from search.storage.storage import Storage
from search.storage.versions import Versions

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Folders:
    """Folders to add.

    Attributes:
        semantic: whether their texts are embedded.
        single: see `SearchCore.index`.
    """

    paths: Sequence[str]
    semantic: bool
    single: bool | None


def load_on_cluster(index: Path, config: Path | None, added: Folders, cluster: Cluster, tell: Tell) -> Loaded:
    """Add these folders and read new files on a cluster; the graph and changed files are left to this process.

    ``tell`` is called with the numbers of files done and to do, of each folder.

    Raises:
        IndexLockedError: an engine or a command has the index.
        NotFoundError: a path is not there; nothing is added then.
    """
    settings = load_settings(config or settings_file())
    folders, _refused = readable_folders(added.paths, _leave_to_the_core)
    embedding = _embedding(settings) if added.semantic and settings.embeddings.semantic else None
    versions = Versions(chunker=CUT_VERSION, program=VERSION)
    with (
        WriterLock(index, program=VERSION),
        closing(Storage(index, versions, options=settings.storage.options)) as storage,
    ):
        finder = FileFinder(rules_of(settings), storage.roots.all)
        loading = BulkIndexing(storage, finder, Reader(follow_links=settings.docs.follow_links), tell)
        roots = FolderRoots(storage.roots, finder, _leave_to_the_core).of(folders, single=added.single)
        done = [loading.load(root, cluster, embedding) for root in roots]
    return Loaded(sum(part.files for part in done), sum(part.embedded for part in done))


def _leave_to_the_core(_event: Event) -> None:
    """Drop a notice: the core, which indexes the folders next, emits it too."""


def _embedding(settings: Settings) -> Embedding:
    encoder = encoder_settings(settings)
    return Embedding(open_encoder(encoder), partial(open_encoder, encoder))
