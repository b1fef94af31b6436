"""Where the files that ship with Dowse are."""

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """Return the absolute path of a shipped file or folder, such as ``resource("icons", "search.svg")``.

    Raises:
        FileNotFoundError: if the installation lacks it.
    """
    path = _FOLDER.joinpath(*parts)
    if not path.exists():
        message = f"{'/'.join(parts)} is missing from the installation at {_FOLDER}; reinstall Dowse"
        raise FileNotFoundError(message)
    return path


def resources_below(folder: str) -> list[Path]:
    """Return what a shipped folder holds, sorted by name; nothing where this installation lacks the folder."""
    path = _FOLDER / folder
    return sorted(path.iterdir()) if path.is_dir() else []
