"""``dowse index --engine ray``: what is new is read and embedded by a cluster; the rest follows as always."""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from app.composition import CUT_VERSION, encoder_settings, rules_of
from app.core.indexing import readable_folder
from app.engine.lock import WriterLock
from app.installation.locations import settings_file
from app.installation.version import VERSION
from indexer.cluster.bulk import BulkIndexing, Cluster, Embedding, Loaded
from indexer.discovery.finder import FileFinder
from indexer.discovery.root_settings import read_settings
from indexer.pipeline.reading import Reader
from search.config.settings import Settings, load_settings
from search.embedding.choose import open_encoder
from search.storage.storage import Storage
from search.storage.versions import Versions

Tell = Callable[[int, int], None]


def load_on_cluster(
    index: Path, config: Path | None, paths: Sequence[str], cluster: Cluster, *, semantic: bool, tell: Tell
) -> Loaded:
    """Add these folders and have a cluster read what is new in them; the graph and what changed is left to do.

    ``tell`` is called with the numbers of files done and to do, of each folder.

    Raises:
        IndexLockedError: an engine or a command has the index.
        NotFoundError: a path is not there; nothing is added then.
    """
    settings = load_settings(config or settings_file())
    folders = [readable_folder(path) for path in paths]
    embedding = _embedding(settings) if semantic and settings.embeddings.semantic else None
    versions = Versions(chunker=CUT_VERSION, program=VERSION)
    with (
        WriterLock(index, program=VERSION),
        closing(Storage(index, versions, options=settings.storage.options)) as storage,
    ):
        loading = BulkIndexing(storage, FileFinder(rules_of(settings)), Reader(), tell)
        named = [(folder, read_settings(folder).repository) for folder in folders]
        roots = [storage.roots.add(folder, repository=name) for folder, name in named]
        done = [loading.load(root, cluster, embedding) for root in roots]
    return Loaded(sum(part.files for part in done), sum(part.embedded for part in done))


def _embedding(settings: Settings) -> Embedding:
    encoder = encoder_settings(settings)
    return Embedding(open_encoder(encoder), partial(open_encoder, encoder))
