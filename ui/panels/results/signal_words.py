"""Names of the ranking signals in the language of the window."""

from search.types.results import Signal
from ui.i18n.language import translate


def signal_name(signal: Signal) -> str:
    """Return the name of a signal; a signal that is unknown here keeps its name from the search core."""
    return _names().get(signal.name, signal.name.replace("_", " ").capitalize())


def _names() -> dict[str, str]:
    return {
        "exact_definition": translate("Exact definition"),
        "definition_coverage": translate("Words of a name that it defines"),
        "qualified_name": translate("Qualified name"),
        "file_name_coverage": translate("Words of the query in the file name"),
        "file_name_precision": translate("Words of the file name in the query"),
        "mentioned": translate("Named by the best matches"),
        "referred_to": translate("Files that refer to it"),
        "history": translate("Commits that speak of it"),
        "terms_held": translate("Words of the query in the whole file"),
        "graph": translate("Dependencies"),
        "uses_named": translate("Uses what is to change"),
        "changed_together": translate("Changed together with"),
        "test": translate("Test"),
        "example": translate("Example"),
        "document": translate("Document"),
        "vendored": translate("Copy of somebody else's code"),
        "generated": translate("Generated"),
        "translation": translate("Messages in another language"),
        "barrel": translate("Only passes on what others define"),
        "data": translate("Settings or data"),
    }
