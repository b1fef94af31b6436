"""Names of tables that follow from the names of classes, as each framework makes them."""

import re

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_PLURAL = frozenset(
    (
        *("equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police"),
        *("news", "data", "media"),
    )
)
_ODD_PLURALS = {
    "analysis": "analyses",
    "child": "children",
    "datum": "data",
    "index": "indices",
    "man": "men",
    "matrix": "matrices",
    "medium": "media",
    "mouse": "mice",
    "move": "moves",
    "person": "people",
    "quiz": "quizzes",
    "sex": "sexes",
    "vertex": "vertices",
    "woman": "women",
}


def snake(name: str) -> str:
    """Return ``order_item`` for ``OrderItem``."""
    return _HUMP.sub("_", name).lower()


def conventional_names(language: str, name: str) -> list[str]:
    """Return the possible names of a class's table, the most usual of its language first."""
    small = snake(name)
    if language == "go":
        return [plural(small)]
    return [small] if small == name.lower() else [small, name]


def derived_name(framework: str, label: str, name: str) -> str:
    """Return the name of a model's table where it says none.

    Args:
        framework: ``django``, ``flask`` or ``eloquent``.
        label: of the application, in Django.
        name: of the class.
    """
    if framework == "django":
        return f"{label}_{name.lower()}"
    return plural(snake(name)) if framework == "eloquent" else snake(name)


def plural(name: str) -> str:
    """Return the plural of the last word of ``order_item``, as English makes it."""
    head, joint, word = name.rpartition("_")
    if word in _NO_PLURAL:
        return name
    if word in _ODD_PLURALS:
        return f"{head}{joint}{_ODD_PLURALS[word]}"
    if re.search(r"[^aeiou]y$", word):
        return f"{name[:-1]}ies"
    return f"{name}es" if re.search(r"(?:s|x|z|ch|sh)$", word) else f"{name}s"


def django_label(path: str) -> str:
    """Return the label of the Django application of a file: the folder of ``models.py`` or ``models/``."""
    folders = path.split("/")[:-1]
    if "models" in folders:
        folders = folders[: folders.index("models")]
    return folders[-1].lower() if folders else ""
