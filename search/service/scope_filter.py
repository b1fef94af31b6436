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
        conditions: further conditions, such as those of a typed query.
    """

    repository: str
    branch: str
    path_hash: str
    doc_types: tuple[str, ...] = ()
    promotion_levels: tuple[str, ...] = ()
    access: Access = OWNER
    conditions: tuple[Condition, ...] = ()

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

    def with_conditions(self, *conditions: Condition) -> "ScopeFilter":
        """Return the same scope with these conditions added."""
        return replace(self, conditions=(*self.conditions, *conditions))

    def critical(self) -> "ScopeFilter | None":
        """Return the same scope for critical documents only; None if its promotion levels exclude them."""
        level = Level.CRITICAL.value
        return (
            None
            if self.promotion_levels and level not in self.promotion_levels
            else (self.with_promotion_levels(level))
        )

    def row_filter(self, *, external: bool = False) -> RowFilter:
        """Return the conditions: access first, then scope, then types and levels, then the further ones.

        External documents belong to no project and have neither types nor levels. Access and further conditions
        alone decide about them.
        """
        visible = self.access.row_filter()
        if external:
            return visible.and_(Condition("flags", Operator.HAS_ANY, (Flag.EXTERNAL.value,)), *self.conditions)
        scope = [
            Condition("repository", Operator.IN, (self.repository,)),
            Condition("branch", Operator.IN, (self.branch,)),
            Condition("path_hash", Operator.IN, (self.path_hash,)),
            Condition("flags", Operator.HAS_NONE, (Flag.EXTERNAL.value,)),
        ]
        if self.doc_types:
            scope.append(Condition("doc_type", Operator.IN, self.doc_types))
        if self.promotion_levels:
            scope.append(Condition("level", Operator.IN, self.promotion_levels))
        return visible.and_(*scope, *self.conditions)


def _require_level(level: str) -> str:
    if level.lower() not in LEVELS:
        raise BadInputError("scope.unknown_level", level=repr(level), known=", ".join(LEVELS))
    return level.lower()
