"""Which files are catalogues of messages in another language."""

import pytest

from indexer.discovery.translations import is_translation


@pytest.mark.parametrize(
    "path",
    [
        "src/lang/de.json",
        "src/lang/zh-TW.json",
        "src/lang/cs-CZ.json",
        "lang/pt_BR/settings.php",
        "config/locales/cs.yml",
        "locales/fr/common.json",
        "_locales/ja/messages.json",
        "packages/core/src/locales/ca.ts",
        "src/locale/tr_TR/LC_MESSAGES/django.po",
        "src/locale/messages.hu_HU.xlf",
        "lib/l10n/app_es.arb",
        "Resources/Strings.de.resx",
        "App/it.lproj/Localizable.strings",
        "res/values-ko/strings.xml",
        "src/main/resources/messages_nl.properties",
    ],
)
def test_messages_in_another_language_are_a_translation(path: str) -> None:
    assert is_translation(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/lang/en.json",
        "src/lang/parser.json",
        "lang/en/settings.php",
        "src/locale/messages.xlf",
        "Resources/Strings.resx",
        "src/lang/de.py",
        "docs/de/intro.md",
        "data/de/prices.json",
        "src/io.properties",
        "gradle.properties",
        "res/values/strings.xml",
        "de.json",
    ],
)
def test_english_messages_code_and_documents_are_none(path: str) -> None:
    assert not is_translation(path)
