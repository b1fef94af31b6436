"""Every error that Dowse raises on purpose.

::

    DowseError
    └── KnownError                 the environment or the input; carries a remedy for the person
        ├── BadInputError          a value that cannot be taken: exit status 2
        │   ├── QueryError         the query text or its filters
        │   └── AmbiguousNameError a name that stands for several nodes
        ├── NotFoundError          a path, root, node or index that is not there: exit status 2
        ├── IndexLockedError       another process writes this index
        ├── IndexDamagedError      the index folder cannot be read
        ├── IndexTooNewError       written by a newer Dowse
        ├── IndexWriteError        disk full, permission lost
        ├── IndexUnreachableError  the index on object storage does not answer
        ├── ModelError             the embedding model cannot be loaded or converted
        ├── MissingExtraError      an optional dependency is not installed
        ├── EngineError            the engine cannot be reached or refused
        ├── VectorSearchError      a retrieval that failed and may be tried again
        └── PipelineError          a pipeline step, its parameters or its state

Anything else that is raised is a bug and is not caught.
"""


class DowseError(Exception):
    """Base of all errors that Dowse raises on purpose."""


class KnownError(DowseError):
    """An error that a person can do something about.

    Attributes:
        remedy: one sentence that says what to do; may be empty when the message says it.
    """

    exit_status = 1

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    def one_line(self) -> str:
        """Return message and remedy in one line."""
        text = " ".join(str(self).split())
        return f"{text}. {self.remedy}" if self.remedy else text


class BadInputError(KnownError):
    """A value that cannot be taken; the message names the field and the value."""

    exit_status = 2


class QueryError(BadInputError):
    """The query text is empty or holds a filter that is not known."""


class AmbiguousNameError(BadInputError):
    """A name that stands for several nodes.

    Attributes:
        candidates: their identifiers, sorted.
    """

    def __init__(self, message: str, *, remedy: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message, remedy=remedy)
        self.candidates = candidates


class NotFoundError(KnownError):
    """A path, root, node or index that is not there."""

    exit_status = 2


class IndexLockedError(KnownError):
    """Another process writes this index."""


class IndexDamagedError(KnownError):
    """The index folder holds something that cannot be read as an index."""


class IndexTooNewError(KnownError):
    """The index was written by a newer version of Dowse."""


class IndexWriteError(KnownError):
    """Nothing can be written: the disk is full or a permission is missing."""


class IndexUnreachableError(KnownError):
    """The index lies on object storage, which does not answer or answers with an error."""


class ModelError(KnownError):
    """The embedding model cannot be found, loaded or converted."""


class MissingExtraError(KnownError):
    """An optional dependency is not installed; the remedy names the install command."""


class EngineError(KnownError):
    """The engine cannot be reached, or it ended while a request was under way."""


class VectorSearchError(KnownError):
    """A retrieval that failed for a passing reason and may be tried again."""


class PipelineError(KnownError):
    """A pipeline, one of its steps, or the state it was given breaks the contract."""

    exit_status = 2
