"""Kotlin: which file an imported class is in; packages are as in Java."""

from indexer.languages.java.packages import JavaPackages


class KotlinPackages(JavaPackages):
    """Classes by full name; a package is all files that declare it."""

    languages = frozenset(("kotlin",))
    prefix = "kt"
