"""Data of a model folder: size, dimension, language, licence."""

import json
import re
from pathlib import Path

from search.embedding.models import PACKAGE, packaged_file
from search.embedding.settings import PACKAGED_MODEL
from search.errors import ModelError
from ui.services import ModelCard

_LANGUAGES = {"en": "English", "de": "German", "fr": "French", "multilingual": "many languages"}
_README_CHARS = 4_000
"""The front matter of a model's README is at its top."""


def packaged_card() -> ModelCard:
    """Return the data of the packaged model."""
    try:
        folder = packaged_file("config.json").parent
    except ModelError:
        folder = Path(PACKAGE)
    return card_of(folder, key=PACKAGED_MODEL, name=PACKAGED_MODEL)


def card_of(folder: Path, *, key: str = "", name: str = "") -> ModelCard:
    """Return the data of a folder with a sentence-transformers model; unknown values are empty."""
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) if folder.is_dir() else 0
    readme = _text(folder / "README.md")[:_README_CHARS]
    language = _front_matter(readme, "language")
    return ModelCard(
        key=key or str(folder),
        name=name or folder.name,
        size_bytes=size,
        dimension=_dimension(folder),
        language=_LANGUAGES.get(language, language),
        licence=_front_matter(readme, "license"),
        installed=size > 0,
    )


def _dimension(folder: Path) -> int:
    try:
        dimension = json.loads(_text(folder / "config.json")).get("hidden_size", 0)
    except (ValueError, AttributeError):
        return 0
    return dimension if isinstance(dimension, int) else 0


def _front_matter(readme: str, field: str) -> str:
    """Return a field's value, or the first of its list; `indexer.parsing` reads front matter in full."""
    match = re.search(rf"^{field}:[ \t]*(?:\n[ \t]*-[ \t]*)?([^\n\[\]]+)$", readme, re.MULTILINE)
    return match[1].strip().strip("\"'") if match else ""


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
