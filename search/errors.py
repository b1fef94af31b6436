"""Every error that Dowse raises on purpose.

::

    DowseError
    └── KnownError                 the environment or the input; carries a remedy for the person
        ├── BadInputError          an invalid value: exit status 2
        │   ├── QueryError         an invalid query text or filter
        │   └── AmbiguousNameError a name that several nodes have
        ├── NotFoundError          a path, root, node or index that does not exist: exit status 2
        ├── IndexLockedError       another process is writing this index
        ├── IndexDamagedError      the index folder cannot be read
        ├── IndexTooNewError       written by a newer Dowse
        ├── IndexWriteError        disk full, permission lost
        ├── IndexUnreachableError  the index on object storage does not answer
        ├── ModelError             the embedding model cannot be loaded or converted
        │   └── NoModelError       no model is set for a step that works without one
        ├── MissingExtraError      an optional dependency is not installed
        ├── OutputError            standard output is closed or full
        ├── EngineError            the engine cannot be reached or refuses a request
        ├── VectorSearchError      a retrieval that failed and can be retried
        └── PipelineError          a pipeline step, its parameters or its state

Anything else that is raised is a bug and is not caught.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start of ``dowse mcp`` imports this module, and may import nothing that takes time
    from search.messages import Message


class DowseError(Exception):
    """Base of all errors that Dowse raises on purpose."""


class KnownError(DowseError):
    """An error that a person can do something about.

    Args:
        code: of its text in the catalogues of `search.messages`, or a whole message.
        remedy: a message that says what to do; by default the catalogue's remedy for ``code``.
        values: for the placeholders of both texts.

    Attributes:
        message: the error; ``str(error)`` is its English text.
        remedy: what a person can do about it; its text may be empty.
    """

    exit_status = 1

    def __init__(self, code: "str | Message", /, *, remedy: "str | Message" = "", **values: object) -> None:
        from search.messages import Message

        message = Message(code, **values) if isinstance(code, str) else code
        super().__init__(message)
        self.message = message
        advice = Message(remedy, **values) if isinstance(remedy, str) else remedy
        self.remedy = advice if advice.code else message.remedy()

    def one_line(self) -> str:
        """Return message and remedy in one line of English."""
        sentence, remedy = " ".join(str(self).split()), str(self.remedy)
        return f"{sentence}. {remedy}" if remedy else sentence


class BadInputError(KnownError):
    """An invalid value; the message names the field and the value."""

    exit_status = 2


class QueryError(BadInputError):
    """The query text is empty or has an unknown filter."""


class AmbiguousNameError(BadInputError):
    """A name that several nodes have.

    Attributes:
        candidates: their identifiers; those in generated and copied files last.
    """

    def __init__(
        self,
        code: "str | Message",
        /,
        *,
        remedy: "str | Message" = "",
        candidates: tuple[str, ...] = (),
        **values: object,
    ) -> None:
        super().__init__(code, remedy=remedy, **values)
        self.candidates = candidates


class NotFoundError(KnownError):
    """A path, root, node or index that does not exist."""

    exit_status = 2


class IndexLockedError(KnownError):
    """Another process is writing this index."""


class IndexDamagedError(KnownError):
    """The index folder cannot be read as an index."""


class IndexTooNewError(KnownError):
    """The index was written by a newer version of Dowse."""


class IndexWriteError(KnownError):
    """The index cannot be written: the disk is full or a permission is missing."""


class IndexUnreachableError(KnownError):
    """The index is on object storage, which does not answer or answers with an error."""


class ModelError(KnownError):
    """The embedding model cannot be found, loaded or converted."""


class NoModelError(ModelError):
    """No model is set for a step that works without one."""


class MissingExtraError(KnownError):
    """An optional dependency is not installed; the remedy names the install command."""


class OutputError(KnownError):
    """The answer cannot be written: standard output is closed, or its disk is full."""


class EngineError(KnownError):
    """The engine cannot be reached, refuses a request, or ended during one."""


class VectorSearchError(KnownError):
    """A retrieval that failed for a temporary reason and can be retried."""


class PipelineError(KnownError):
    """A pipeline, one of its steps, or its input state is invalid."""

    exit_status = 2
