"""The rights of the agent behind this server, chosen by the person who starts it."""

from dataclasses import dataclass

from search.errors import NotFoundError
from search.file_names import real_path
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.ids import RootId


@dataclass(frozen=True, slots=True)
class ClientScope:
    """Limits of one server, from its command line. ``None`` means: not restricted.

    Attributes:
        roots: labels or paths of the folders it may see.
        read_only: use an engine that runs, but start none, which would follow the folders and write the index.
    """

    tenant: str | None = None
    groups: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    roots: tuple[str, ...] | None = None
    read_only: bool = False

    def access(self, core: SearchCore) -> Access:
        """Return the access that goes with every request to the engine.

        Raises:
            NotFoundError: a root is not in the index; nothing is shown rather than everything.
        """
        roots = None if self.roots is None else _root_ids(core, self.roots)
        return Access(self.tenant, self.groups, self.tags, roots)


def _root_ids(core: SearchCore, names: tuple[str, ...]) -> tuple[RootId, ...]:
    known = [status.root for status in core.roots(OWNER)]
    roots: list[RootId] = []
    for name in names:
        path = real_path(name)
        ids = [root.id for root in known if name in (root.repository, root.name) or path == root.path]
        if not ids:
            raise NotFoundError("mcp.unknown_root", name=name)
        roots += ids
    return tuple(roots)
