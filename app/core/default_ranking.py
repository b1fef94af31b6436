"""How results are ranked where a request says nothing else."""

from pathlib import Path

from app.installation.locations import settings_file
from search.types.query import RankSettings


def usual_ranking(config: Path | None) -> RankSettings:
    """Return the ranking of a settings file, or of the user's own; it is read only where there is one.

    Raises:
        BadInputError: the file holds mistakes or cannot be read.
    """
    file = config or settings_file()
    if _is_absent(file):
        return RankSettings()
    from search.config.settings import load_settings

    chosen = load_settings(file).search
    return RankSettings(
        mode=chosen.mode, weight=chosen.hybrid_weight, min_score=chosen.min_score, rerank=chosen.rerank
    )


def _is_absent(file: Path) -> bool:
    """Return whether a file does not exist; where that cannot be told, reading it gives the reason."""
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False
