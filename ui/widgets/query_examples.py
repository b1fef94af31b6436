"""Examples of what can be typed into the search field, with names of the person's own index where it has some."""

from collections.abc import Mapping

from ui.i18n.language import translate

Example = tuple[str, str, str]
"""Example, colour token and explanation."""


class _Own:
    """Values of the index by column of a filter; examples show them in place of general ones."""

    values: Mapping[str, str] = {}


def use_own_values(values: Mapping[str, str]) -> None:
    """Take a value of the index for each column of `search.types.results.Facet` that has one."""
    _Own.values = {**_Own.values, **{column: value for column, value in values.items() if value}}


def examples() -> tuple[Example, ...]:
    """Return what is typed most."""
    own = _Own.values
    return (
        (f'"{translate("two words")}"', "kw_text", translate("These words, next to each other")),
        (f"-{translate('word')}", "danger", translate("Not this word")),
        ("path:docs/", "accent", translate("In this folder")),
        ("-path:vendor", "danger", translate("Not in this folder")),
        ("ext:md,rst", "accent", translate("One of these extensions")),
        (f"lang:{own.get('language', 'python')}", "accent", translate("Language")),
        (f"repo:{own.get('repository', '...')}", "accent", translate("Repository")),
        (f"branch:{own.get('branch', 'main')}", "accent", translate("Branch")),
        (f"type:{own.get('doc_type', 'code')}", "accent", translate("Document type")),
        ("level:critical", "accent", translate("Level of importance")),
        (f"sym:{translate('Name')}", "accent", translate("Where this name is defined")),
        ("is:test", "accent", translate("Tests; or generated, stale, skipped")),
    )


def all_examples() -> tuple[Example, ...]:
    """Return one example at least of each filter, after those of `examples`."""
    return (
        *examples(),
        (r"/def \w+_all/", "kw_text", translate("Lines that match this pattern")),
        ("changed:7d", "accent", translate("Changed in seven days; or 2026-03, >2026-01-15")),
        ("size:>1mb", "accent", translate("Larger; or smaller: <10kb")),
        ("component:worker", "accent", translate("Part of a product")),
        ("product:relay", "accent", translate("Product")),
        ("reason:size", "accent", translate("Left out for this reason")),
    )
