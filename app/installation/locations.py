"""Where things are on this machine: the index, the settings file, the sample index."""

import os
from pathlib import Path

import platformdirs

from search.errors import BadInputError, NotFoundError

PROGRAM = "dowse"
READER_VARIABLE = "DOWSE_READER"
INDEX_VARIABLE = "DOWSE_INDEX"
LOG_FOLDER = "logs"
"""In the index folder."""


def index_folder(option: str | None, *, writes: bool = False) -> Path:
    """Return the real path of the index: as given, else from DOWSE_INDEX, else in the user's data folder.

    For an address such as ``s3://bucket/path`` it is a folder in the user's cache that stands for it, one for
    those that ask and one for a job that ``writes``.

    Raises:
        BadInputError: something that is no folder has this name, an address names no object storage, or this user
            has no home.
        IndexWriteError: the folder that stands for an address cannot be made.
    """
    _require_home()
    chosen = option or os.environ.get(INDEX_VARIABLE, "")
    if "://" in chosen:
        from search.storage.remote import is_address, remote_at, stand_in

        if is_address(chosen):
            return stand_in(cache_folder() / "remote", remote_at(chosen, writes=writes))
    try:
        path = Path(chosen).expanduser().resolve() if chosen else usual_index()
        if path.exists() and not path.is_dir():
            raise BadInputError("index.not_a_folder", path=path)
    except (OSError, ValueError, RuntimeError) as error:  # the last for `~name` where there is no such user
        raise BadInputError("index.bad_path", path=repr(chosen), reason=error) from error
    return path


def usual_index() -> Path:
    """Return the real path of the index in the user's data folder, which is opened where none is named."""
    return (Path(platformdirs.user_data_path(PROGRAM, False)) / "index").resolve()


def _require_home() -> None:
    try:
        Path.home()
    except RuntimeError as error:  # as in a container that runs with a number which names no user
        raise BadInputError("index.no_home") from error


def require_index(index: Path) -> None:
    """Refuse an index that was never made.

    Raises:
        NotFoundError: naming the folder. Whether one lies on object storage is known when it is opened.
    """
    from search.storage.remote import remote_of

    if remote_of(index) is None and not (index / "index.json").is_file():
        raise NotFoundError("index.none", folder=index)


def settings_file() -> Path:
    """Return where the user's settings stand, whether the file is there or not."""
    return Path(platformdirs.user_config_path(PROGRAM, False)) / "config.toml"


def ignore_file() -> Path:
    """Return where the user's own ignore rules stand, for every root; the file need not be there."""
    return Path(platformdirs.user_config_path(PROGRAM, False)) / "ignore"


def state_folder() -> Path:
    """Return where the window keeps how it was left, and where crash reports are.

    Where the system has one folder for all data of a program, as Windows and macOS do, this is a folder inside it:
    the index and the settings are there too.
    """
    folder = Path(platformdirs.user_state_path(PROGRAM, False))
    return folder / "window" if folder == Path(platformdirs.user_data_path(PROGRAM, False)) else folder


def cache_folder() -> Path:
    """Return the folder for what can be made again, such as the converted model."""
    return Path(platformdirs.user_cache_path(PROGRAM, False))
