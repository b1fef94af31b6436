"""Tries an ignore rule on a path, as an ignore file at the top of a root would decide."""

from dataclasses import dataclass

from indexer.discovery.patterns import PatternTable, read_pattern


@dataclass(frozen=True, slots=True)
class RuleTrial:
    """Whether a rule matches a path.

    Attributes:
        matches: whether the path or a folder that contains it matches.
        part: the path or folder that matches; folders end with ``/``; empty without a match.
        text: the result as a sentence.
    """

    rule: str
    path: str
    matches: bool
    part: str
    text: str


def try_rule(rule: str, path: str) -> RuleTrial:
    """Return whether a rule (a line in the syntax of ``.gitignore``) matches a path relative to the root.

    A path that ends with ``/`` is a folder.
    """
    pattern = read_pattern(rule, 1)
    if pattern is None:
        return RuleTrial(rule, path, False, "", "A blank line, a comment or a lone slash is no rule")
    table = PatternTable()
    table.add_all([pattern])
    parts = path.strip("/").split("/")
    for depth in range(1, len(parts) + 1):
        is_folder = depth < len(parts) or path.endswith("/")
        part = "/".join(parts[:depth])
        if table.last_match(part, parts[depth - 1], is_folder=is_folder) is not None:
            part += "/" * is_folder
            does = "takes in again" if pattern.negated else "leaves out"
            whole = "" if depth == len(parts) else ", and with it everything below"
            return RuleTrial(rule, path, True, part, f"{rule} {does} {part}{whole}")
    return RuleTrial(rule, path, False, "", f"{rule} does not match {path}")
