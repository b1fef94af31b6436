"""A settings file that the window changes stays the person's own."""

from pathlib import Path

import pytest

from app.installation.settings_file import changed_text, write_settings
from search.config.settings import Settings, parsed_settings
from search.errors import BadInputError

TEXT = "# of the team\n[docs]\nignore = ['*.log']   # noise\n\n[search]\nmin_score = 0.1\n"


def with_docs(settings: Settings, **values: object) -> Settings:
    return settings.model_copy(update={"docs": settings.docs.model_copy(update=values)})


def test_only_what_differs_is_touched():
    settings = with_docs(parsed_settings(TEXT, "file"), max_file_size_mb=25.0)
    changed = changed_text(TEXT, "file", settings)
    assert changed.replace("max_file_size_mb = 25.0\n", "") == TEXT


def test_settings_of_a_section_that_is_not_there_get_one():
    settings = Settings()
    settings = settings.model_copy(update={"engine": settings.engine.model_copy(update={"keep_running": True})})
    assert changed_text("", "file", settings) == "[engine]\nkeep_running = true\n"


@pytest.mark.parametrize(
    "ignore",
    [(), ("",), ("*.log", "/a b/"), ("# no comment", '"quoted"', "'single'"), ("\\", "\ttab", "e\u0301 \u4e2d")],
)
def test_what_is_written_is_what_is_read(ignore: tuple[str, ...]):
    settings = with_docs(parsed_settings(TEXT, "file"), ignore=ignore, follow_links=True, max_file_size_mb=0.5)
    assert parsed_settings(changed_text(TEXT, "file", settings), "file") == settings


def test_a_file_with_mistakes_is_not_overwritten(tmp_path: Path):
    file = tmp_path / "config.toml"
    file.write_text("[docs]\nignore = 3\n")
    with pytest.raises(BadInputError, match=r"docs\.ignore"):
        write_settings(file, Settings())
    assert file.read_text() == "[docs]\nignore = 3\n"


def test_a_folder_that_is_a_file_is_said(tmp_path: Path):
    (tmp_path / "dowse").write_text("")
    with pytest.raises(BadInputError, match="cannot be written"):
        write_settings(tmp_path / "dowse" / "config.toml", Settings())
