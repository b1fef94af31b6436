"""Which files are catalogues of messages in another language, and which are one in several."""

import pytest

from search.analysis.catalogues import apart_from_source, catalogue_of, is_translation


@pytest.mark.parametrize(
    "path",
    [
        "src/lang/de.json",
        "src/lang/zh-TW.json",
        "src/lang/cs-CZ.json",
        "l10n/lo.js",
        "l10n/gd.json",
        "_locales/es_419/messages.json",
        "lang/pt_BR/settings.php",
        "config/locales/cs.yml",
        "locales/fr/common.json",
        "_locales/ja/messages.json",
        "packages/core/src/locales/ca.ts",
        "packages/core/src/locales/ps.ts",
        "packages/core/src/locales/ua.ts",
        "src/locale/tr_TR/LC_MESSAGES/django.po",
        "src/locale/messages.hu_HU.xlf",
        "src/locale/messages.lb_LU.xlf",
        "lib/l10n/app_es.arb",
        "Resources/Strings.de.resx",
        "App/it.lproj/Localizable.strings",
        "res/values-ko/strings.xml",
        "res/values-pt-rBR/strings.xml",
        "res/values-b+zh+Hant/strings.xml",
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
        "de/shop/res/values/strings.xml",
        "de/Shop/Base.lproj/Localizable.strings",
        "it/res/values-night/strings.xml",
        "src/test/resources/application-it.properties",
        "de.json",
    ],
)
def test_english_messages_code_and_documents_are_none(path: str) -> None:
    assert not is_translation(path)


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ("lang/en/editor.php", ["lang/bs/editor.php", "lang/de/editor.php", "lang/pt_BR/editor.php"]),
        ("src/locale/messages.xlf", ["src/locale/messages.lb_LU.xlf", "src/locale/de/messages.xlf"]),
        (
            "res/values/strings.xml",
            ["res/values-de/strings.xml", "res/values-zh-rTW/strings.xml", "res/values-b+sr+Latn/strings.xml"],
        ),
        ("config/locales/en.yml", ["config/locales/fr.yml", "config/locales/pt-BR.yml"]),
        ("config/locales/devise.en.yml", ["config/locales/devise.fr.yml", "config/locales/fr/devise.yml"]),
        ("lib/l10n/app_en.arb", ["lib/l10n/app_de.arb", "lib/l10n/app_zh_TW.arb", "lib/l10n/app.arb"]),
        ("_locales/en/messages.json", ["_locales/ja/messages.json", "_locales/messages.json"]),
        ("Resources/Strings.resx", ["Resources/Strings.de.resx", "Resources/Strings.en-US.resx"]),
        ("App/Base.lproj/Main.strings", ["App/it.lproj/Main.strings", "App/en.lproj/Main.strings"]),
        ("de/shop/messages.properties", ["de/shop/messages_en.properties", "de/shop/messages_nl.properties"]),
        ("locale/en/LC_MESSAGES/django.po", ["locale/tr_TR/LC_MESSAGES/django.po"]),
        ("src/lang/en/en.json", ["src/lang/de/de.json"]),
    ],
)
def test_languages_of_a_catalogue_are_one(source: str, others: list[str]) -> None:
    assert {catalogue_of(other) for other in others} == {catalogue_of(source)} != {""}


@pytest.mark.parametrize(
    ("item", "other"),
    [
        ("lang/de/editor.php", "lang/de/settings.php"),
        ("lang/de/editor.php", "modules/lang/de/editor.php"),
        ("src/locales/de/index.ts", "src/locales/index.ts"),
        ("locales/de.json", "locales/de.yml"),
        ("locales/de.json", "locales/parser.json"),
        ("it/src/log4j.properties", "src/log4j.properties"),
        ("src/application-it.properties", "src/application.properties"),
        ("res/values-night/strings.xml", "res/values/strings.xml"),
    ],
)
def test_catalogues_of_their_own_stay_apart(item: str, other: str) -> None:
    assert catalogue_of(item) != catalogue_of(other)


@pytest.mark.parametrize(
    "path", ["src/it/config.json", "config.json", "docs/de/intro.md", "src/lang/de.py", "res/values/colors.xml"]
)
def test_other_files_are_in_no_catalogue(path: str) -> None:
    assert catalogue_of(path) == ""


@pytest.mark.parametrize(
    ("path", "apart"),
    [
        ("lang/en.json", 0),
        ("locale/messages.xlf", 0),
        ("locale/messages.en_US.xlf", 0),
        ("lang/en-GB.json", 1),
        ("res/values-en-rAU/strings.xml", 1),
        ("lang/de.json", 2),
    ],
)
def test_the_source_stands_before_other_english_and_that_before_translations(path: str, apart: int) -> None:
    assert apart_from_source(path) == apart
