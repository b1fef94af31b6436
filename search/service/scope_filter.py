"""The scope of a vector search: one worktree of one branch, narrowed by type and promotion level."""

from dataclasses import dataclass, replace

from search.errors import BadInputError
from search.types.files import Flag, Level, Root
from search.types.filters import OWNER, Access, Condition, Operator, RowFilter

LEVELS = tuple(level.value for level in Level)
"""Promotion levels, lowest first."""


@dataclass(frozen=True, slots=True)
class ScopeFilter:
    """An immutable scope; methods that narrow it return a new one.

    Attributes:
        repository, branch, path_hash: required; together they are one worktree.
        doc_types: document types; all if empty.
        promotion_levels: promotion levels; all if empty.
        access: access rights, applied in addition to the scope.
    """

    repository: str
    branch: str
    path_hash: str
    doc_types: tuple[str, ...] = ()
    promotion_levels: tuple[str, ...] = ()
    access: Access = OWNER

    def __post_init__(self) -> None:
        """Refuse an incomplete scope.

        Raises:
            BadInputError: naming the empty field or the unknown level.
        """
        for name in ("repository", "branch", "path_hash"):
            if not getattr(self, name).strip():
                raise BadInputError("scope.incomplete", name=name)
        for level in self.promotion_levels:
            _require_level(level)

    @staticmethod
    def of_root(root: Root, access: Access = OWNER) -> "ScopeFilter":
        """Return the scope of a watched folder."""
        return ScopeFilter(root.repository, root.branch, root.id, access=access)

    def with_doc_types(self, *doc_types: str) -> "ScopeFilter":
        """Return the same scope for these document types only; none lifts the restriction."""
        return replace(self, doc_types=tuple(dict.fromkeys(doc_types)))

    def with_promotion_levels(self, *levels: str) -> "ScopeFilter":
        """Return the same scope for these promotion levels only, in any case; none lifts the restriction.

        Raises:
            BadInputError: naming a level that is not known.
        """
        return replace(self, promotion_levels=tuple(dict.fromkeys(_require_level(level) for level in levels)))

    def with_min_promotion_level(self, lowest: str) -> "ScopeFilter":
        """Return the same scope for this promotion level and those above it.

        Raises:
            BadInputError: the level is not known.
        """
        return self.with_promotion_levels(*LEVELS[LEVELS.index(_require_level(lowest)) :])

    def row_filter(self, *, external: bool = False) -> RowFilter:
        """Return the conditions: access first, then scope, then types and levels.

        External documents have neither types nor levels, so these restrict only internal documents.
        """
        scope = [
            Condition("repository", Operator.IN, (self.repository,)),
            Condition("branch", Operator.IN, (self.branch,)),
            Condition("path_hash", Operator.IN, (self.path_hash,)),
            Condition("flags", Operator.HAS_ANY if external else Operator.HAS_NONE, (Flag.EXTERNAL.value,)),
        ]
        if self.doc_types and not external:
            scope.append(Condition("doc_type", Operator.IN, self.doc_types))
        if self.promotion_levels and not external:
            scope.append(Condition("level", Operator.IN, self.promotion_levels))
        return self.access.row_filter().and_(*scope)


def _require_level(level: str) -> str:
    if level.lower() not in LEVELS:
        raise BadInputError("scope.unknown_level", level=repr(level), known=", ".join(LEVELS))
    return level.lower()
