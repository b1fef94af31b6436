"""Dowse as a retriever of LangChain; needs the extra ``agent``."""

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, SkipValidation

from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.query import RankSettings, SearchQuery
from search.types.results import ChunkHit, FileHit


class DowseRetriever(BaseRetriever):
    """Returns the chunks that answer a question, those of the best file first.

    Attributes:
        core: the core to search, in this process or through an engine.
        top: number of files.
        chunks_of_file: most chunks of one file.
        access: what may be seen; nothing else is retrieved.
    """

    core: SkipValidation[SearchCore]
    top: int = Field(default=10, ge=1)
    chunks_of_file: int = Field(default=3, ge=1)
    ranking: RankSettings = RankSettings()
    access: Access = OWNER

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - as LangChain names it
    ) -> list[Document]:
        response = self.core.search(SearchQuery(query, self.ranking, top=self.top, access=self.access))
        return [_document(file, chunk) for file in response.files for chunk in file.chunks[: self.chunks_of_file]]


def _document(file: FileHit, chunk: ChunkHit) -> Document:
    """Return a chunk with what a model needs to cite it, and a program to ask on."""
    return Document(
        id=chunk.id,
        page_content=chunk.text,
        metadata={
            "source": f"{file.path}:{chunk.start_line}",
            "file_id": file.file_id,
            "node_id": chunk.node_id,
            "path": file.path,
            "repository": file.repository,
            "branch": file.branch,
            "start_line": chunk.start_line,
            "end_line": chunk.end_line,
            "header_path": chunk.header_path,
            "score": chunk.relevance,
            "rank": file.rank,
        },
    )
