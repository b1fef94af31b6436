"""Edits the settings file of a person without changing anything else in it, comments included."""

from pathlib import Path

from search.atomic_write import atomic_write
from search.config.settings import Settings, parsed_settings
from search.errors import BadInputError

READABLE = 0o666
"""A settings file holds no secret; the user's mask says who may read it."""


def changed_text(text: str, name: str, settings: Settings) -> str:
    """Return the text of a settings file with these settings; only values that differ are touched.

    Raises:
        BadInputError: the text holds mistakes; ``name`` says where it stands.
    """
    import tomlkit

    before = parsed_settings(text, name).model_dump(mode="json")
    document = tomlkit.parse(text)
    for section, values in settings.model_dump(mode="json").items():
        differing = {key: value for key, value in values.items() if value != before[section][key]}
        if differing and section not in document:
            document[section] = tomlkit.table()
        for key, value in differing.items():
            document[section][key] = value
    return tomlkit.dumps(document)


def write_settings(file: Path, settings: Settings) -> None:
    """Write the settings, whole or not at all.

    Raises:
        BadInputError: the file holds mistakes, or cannot be written.
    """
    text = file.read_text("utf-8") if file.exists() else ""
    try:
        atomic_write(file, changed_text(text, str(file), settings).encode(), mode=READABLE)
    except OSError as error:
        raise BadInputError("settings.not_writable", path=file, reason=error.strerror) from error
