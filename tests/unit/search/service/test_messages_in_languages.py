"""A program's messages in several languages are one result of a search, shown by their source."""

from pathlib import Path

import pytest

from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written
from tests.fakes.encoder import BagOfWordsEncoder

EMPTY = "<?php\n\n// lease editor: not translated yet\nreturn [];\n"
FILES = {
    "lang/bs/editor.php": "<?php\n\nreturn ['lease' => 'Zakup', 'renew' => 'Obnovi zakup'];\n",
    "lang/de/editor.php": "<?php\n\nreturn ['lease' => 'Vertrag', 'renew' => 'Vertrag verlängern'];\n",
    "lang/en/editor.php": "<?php\n\nreturn ['lease' => 'Lease', 'renew' => 'Renew the lease'];\n",
    "lang/fr/editor.php": EMPTY,
    "lang/en/leases.php": "<?php\n\nreturn ['until' => 'The lease ends', 'editor' => 'Who holds the lease'];\n",
    "lang/fr/leases.php": EMPTY,
    "src/config.json": '{"lease": "renewed by the editor"}\n',
    "src/it/config.json": '{"lease": "renewed by the editor of integration tests"}\n',
}


@pytest.mark.parametrize("ranking", [RankSettings(), RankSettings(mode=Mode.KEYWORD)], ids=["both", "words"])
def test_a_catalogue_is_one_result_shown_by_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ranking: RankSettings
) -> None:
    monkeypatch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    with core_on(tmp_path / "index", written(tmp_path / "shop", FILES)) as core:
        files = core.search(SearchQuery("lease editor", ranking, top=20)).files
    assert {file.path: {copy.path for copy in file.duplicates} for file in files} == {
        "lang/en/editor.php": {"lang/bs/editor.php", "lang/de/editor.php", "lang/fr/editor.php"},
        "lang/en/leases.php": {"lang/fr/leases.php"},
        "src/config.json": set(),
        "src/it/config.json": set(),
    }
