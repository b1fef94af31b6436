from indexer.languages.restructuredtext.extractor import restructured_text_facts
from indexer.types import ParsedFile

TEXT = """\
=====
Guide
=====

Words about :class:`~shop.Cart` and ``renew_lease``.

Install
=======

::

    not a title

Windows
-------

.. include:: parts/windows.rst

Use
===
"""


def test_titles_make_sections_by_the_order_in_which_their_styles_appear() -> None:
    facts = restructured_text_facts(ParsedFile("docs/a.rst", "restructuredtext", TEXT, "utf-8", ""))

    assert [
        (definition.qualname, definition.start_line, definition.end_line, definition.parent)
        for definition in facts.definitions
    ] == [
        ("Guide", 1, 21, ""),
        ("Guide > Install", 7, 18, "doc:docs/a.rst#Guide"),
        ("Guide > Install > Windows", 14, 18, "doc:docs/a.rst#Guide/Install"),
        ("Guide > Use", 19, 21, "doc:docs/a.rst#Guide"),
    ]


def test_names_set_as_code_and_included_files_are_links() -> None:
    facts = restructured_text_facts(ParsedFile("docs/a.rst", "restructuredtext", TEXT, "utf-8", ""))

    assert [(link.target, link.kind, link.line) for link in facts.links] == [
        ("shop.Cart", "mention", 5),
        ("renew_lease", "mention", 5),
        ("parts/windows.rst", "link", 17),
    ]
