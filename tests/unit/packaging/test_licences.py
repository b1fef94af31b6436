"""What is shipped has a licence that lets it be shipped, and is listed."""

from tests.unit.packaging.scripts import REPOSITORY, script

licences = script("licences.py")


def test_every_package_has_a_licence_that_is_known() -> None:
    packages = licences.shipped()

    assert len(packages) > 50
    assert [package for package in packages if package.unknown_parts()] == []


def test_an_unknown_licence_is_found_also_inside_an_expression() -> None:
    assert licences.Shipped("a", "1", "MIT AND AGPL-3.0-only").unknown_parts() == ["AGPL-3.0-only"]
    assert licences.Shipped("a", "1", "").unknown_parts() == [""]
    assert licences.Shipped("a", "1", "GPL-3.0-only OR MIT").unknown_parts() == []


def test_the_page_lists_every_package_with_its_licence() -> None:
    listed = (REPOSITORY / "docs" / "licences.md").read_text("utf-8")
    rows = {
        tuple(part.strip() for part in line.split("|")[1:4:2]) for line in listed.splitlines() if line[:1] == "|"
    }

    assert [item.name for item in licences.shipped() if (item.name, item.licence) not in rows] == []


def test_the_notice_of_qt_says_how_it_can_be_replaced() -> None:
    listed = (REPOSITORY / "docs" / "licences.md").read_text("utf-8")

    assert "LGPL-3.0-only" in listed
    assert licences.QT_NOTICE in listed
