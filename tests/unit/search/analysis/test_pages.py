"""What is one page in several languages or versions, and what is not."""

import pytest

from search.analysis.pages import is_derived, is_page, page_of, version_of


@pytest.mark.parametrize(
    ("page", "others"),
    [
        (
            "docs/docs/tutorial.md",
            ["docs/en/docs/tutorial.md", "docs/de/docs/tutorial.md", "docs/zh-hant/docs/tutorial.md"],
        ),
        ("README.md", ["README.de.md", "README.zh-CN.md", "README_pt-BR.md", "README-ja.md", "README_ko.md"]),
        ("www/docs/server/routers.md", ["www/versioned_docs/version-10.x/server/routers.md"]),
        (
            "docs/intro.md",
            ["docs/2.1/intro.md", "docs/v3.x/intro.md", "i18n/fr/docusaurus-plugin-content-docs/current/intro.md"],
        ),
        ("docs/quartz-4.x/intro.md", ["docs/quartz-1.x/intro.md", "docs/quartz-3.20/intro.md"]),
        ("docs/manual/manual.yml", ["docs/manual/v1.5/manual.yml", "docs/manual/v1.8/manual.yml"]),
    ],
)
def test_languages_and_versions_of_a_page_are_one(page: str, others: list[str]) -> None:
    assert {page_of(other) for other in others} == {page_of(page)}


@pytest.mark.parametrize(
    ("item", "other"),
    [
        ("docs/how.md", "docs/how-to.md"),
        ("docs/sign.md", "docs/sign-in.md"),
        ("docs/what.md", "docs/what-is.md"),
        ("docs/make.md", "docs/make-it.md"),
        ("docs/cs/start.md", "docs/ts/start.md"),
        ("docs/ml/index.md", "docs/index.md"),
        ("api/v1/users.md", "api/v2/users.md"),
        ("docs/intro.md", "docs/intro.rst"),
        ("de.md", "en.md"),
        ("install/ubuntu-22.04/readme.md", "install/debian-12.1/readme.md"),
        ("docs/app-4.x/intro.md", "docs/server-4.x/intro.md"),
    ],
)
def test_pages_of_their_own_stay_apart(item: str, other: str) -> None:
    assert page_of(item) != page_of(other)


@pytest.mark.parametrize(
    ("path", "derived"),
    [
        ("www/versioned_docs/version-9.x/a.md", True),
        ("docs/1.0/a.md", True),
        ("docs/de/a.md", True),
        ("i18n/fr/docusaurus-plugin-content-docs/current/a.md", True),
        ("README.zh-CN.md", True),
        ("docs/en/a.md", False),
        ("README.en.md", False),
        ("docs/release-1.0.md", False),
    ],
)
def test_a_path_tells_of_a_translation_or_an_older_version(path: str, derived: bool) -> None:
    assert is_derived(path) is derived


@pytest.mark.parametrize(
    ("path", "document", "page"),
    [
        ("notes/intro.md", True, True),
        ("docs/v1.8/manual.yml", False, True),
        ("deploy/v1.8/values.yml", False, False),
        ("docs/conf.py", False, False),
    ],
)
def test_data_is_a_page_in_a_folder_of_documents(path: str, document: bool, page: bool) -> None:
    assert is_page(path, document=document) is page


def test_versions_are_told_in_their_order() -> None:
    paths = ["docs/app-1.x/a.md", "docs/1.8/a.md", "docs/v1.10/a.md", "docs/app2-4.x/a.md", "docs/a.md"]
    assert sorted(paths, key=version_of) == [paths[4], paths[1], paths[2], paths[0], paths[3]]


def test_data_has_versions_but_no_languages() -> None:
    item, other = (page_of(path, document=False) for path in ("docs/config.json", "docs/it/config.json"))
    assert item != other
    assert page_of("docs/v1.8/a.yml", document=False) == page_of("docs/a.yml", document=False)
