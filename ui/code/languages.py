"""Display names of languages."""

_NAMES = {
    "csharp": "C#",
    "cpp": "C++",
    "javascript": "JavaScript",
    "typescript": "TypeScript",
    "restructuredtext": "reStructuredText",
    "powershell": "PowerShell",
    "graphql": "GraphQL",
}
_CAPITALS = {"sql", "yaml", "json", "html", "css", "xml", "php", "toml", "csv", "pdf", "docx", "scss"}


def language_name(language: str) -> str:
    """Return ``Python`` for ``python``, ``C#`` for ``csharp`` and ``Text`` for no language."""
    if not language:
        return "Text"
    return _NAMES.get(language, language.upper() if language in _CAPITALS else language.capitalize())
