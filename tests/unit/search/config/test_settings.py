"""Settings: defaults, and every mistake reported with its line."""

from dataclasses import replace
from pathlib import Path

import pytest

from resources.locate import resource
from search.config.settings import Settings, load_settings, parsed_settings
from search.errors import BadInputError
from search.types.profiles import RELEVANCE_PROFILES
from search.types.query import Mode


def test_the_shipped_file_names_every_setting_with_its_default() -> None:
    shipped = load_settings(resource("config", "default.toml"))
    assert shipped == Settings()
    text = resource("config", "default.toml").read_text("utf-8")
    for section in Settings.model_fields:
        for key in type(getattr(shipped, section)).model_fields:
            assert f"\n{key} = " in text, f"{section}.{key}"


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert load_settings(None) == Settings()
    assert load_settings(tmp_path / "none.toml") == Settings()


def test_what_a_file_names_is_taken_and_the_rest_keeps_its_default() -> None:
    settings = parsed_settings('[search]\nmode = "keyword"\nhybrid_weight = 0.25', "my.toml")
    assert settings.search.mode is Mode.KEYWORD
    assert settings.search.hybrid_weight == 0.25
    assert settings.docs == Settings().docs


def test_the_least_relevance_of_each_operation_stands_in_the_settings() -> None:
    assert Settings().search.relevance == RELEVANCE_PROFILES["calibrated"]
    chosen = parsed_settings("[search]\nmin_relevance_sources = 0.45", "my.toml").search.relevance
    assert chosen == replace(RELEVANCE_PROFILES["calibrated"], rag=0.45)


def test_the_profile_seed_goes_before_the_least_relevance_of_each_operation() -> None:
    text = '[search]\nrelevance_profile = "seed"\nmin_relevance_search = 0.1'
    assert parsed_settings(text, "my.toml").search.relevance == RELEVANCE_PROFILES["seed"]


def test_all_mistakes_are_reported_at_once_each_with_its_line() -> None:
    text = '[search]\nhybrid_weight = 1.5\nmode = "fast"\n\n[docs]\nmax_file_size_mb = 0\nwatch = true\n'
    with pytest.raises(BadInputError) as caught:
        parsed_settings(text, "my.toml")
    message = str(caught.value)
    assert "my.toml:2: search.hybrid_weight" in message
    assert "my.toml:3: search.mode" in message
    assert "my.toml:6: docs.max_file_size_mb" in message
    assert "my.toml:7: docs.watch: there is no such setting" in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[search\n", "line 1"),
        ("[serch]\n", "my.toml:1: serch: there is no such setting"),
        ('[docs]\nignore = "*.md"\n', "my.toml:2: docs.ignore"),
        ("[search]\nmin_score = nan\n", "my.toml:2: search.min_score"),
        ("[search]\nmin_relevance_external = 1.5\n", "my.toml:2: search.min_relevance_external"),
        ("search = 3\n", "my.toml:1: search"),
        ('# mine\n[docs]\nignore = ["a",\n  "b",\n', "my.toml:3: "),
        ("[search]\n\n\n[docs", "my.toml:4: "),
    ],
)
def test_a_mistake_says_where_and_what(text: str, message: str) -> None:
    with pytest.raises(BadInputError, match=r"my\.toml") as caught:
        parsed_settings(text, "my.toml")
    assert message in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInputError, match=r"config\.toml cannot be read"):
        load_settings(path)


def test_a_folder_that_may_not_be_entered_is_an_error_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, *_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refused)
    monkeypatch.setattr(Path, "stat", refused)
    with pytest.raises(BadInputError, match=r"config\.toml cannot be read: .*Permission denied"):
        load_settings(tmp_path / "config.toml")


def test_the_file_that_a_mistake_refers_to_is_there() -> None:
    with pytest.raises(BadInputError) as caught:
        parsed_settings("[serch]\n", "my.toml")
    assert Path(str(caught.value.remedy).partition(" ")[0]).is_file()
