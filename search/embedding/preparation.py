"""Whether a model can be prepared on this machine, without preparing it."""

import errno
import glob
import os
from pathlib import Path

from search.embedding.cache import cache_folder
from search.embedding.converted import XML
from search.embedding.models import bundled_model
from search.embedding.settings import PACKAGED_MODEL
from search.messages import NOTHING, Message


def is_prepared(model: str) -> bool:
    """Return whether a model, the packaged one or that of a folder, is part of the installation or converted."""
    is_packaged = model == PACKAGED_MODEL
    if is_packaged and bundled_model() is not None:
        return True
    name = model if is_packaged else Path(model).expanduser().name
    return any(cache_folder(None).glob(f"{glob.escape(name)}-*/{XML}"))


def obstacle_to_preparing(model: str) -> Message:
    """Return why a model that is not prepared cannot be: the cache cannot be written. `NOTHING` if it can."""
    folder = cache_folder(None)
    around = next(path for path in (folder, *folder.parents) if path.exists())
    if is_prepared(model) or (around.is_dir() and os.access(around, os.W_OK | os.X_OK)):
        return NOTHING
    reason = errno.EACCES if around.is_dir() else errno.ENOTDIR
    return Message("model.converted_not_kept", folder=folder, reason=os.strerror(reason))
