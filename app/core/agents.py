"""The retrieval agent as a person has set it up."""

from pathlib import Path

from app.core.reader_slot import reader_of
from app.core.rerank_model import chosen_scorer, rerank_model
from app.installation.locations import settings_file
from app.installation.logs import leave_logging_to_the_program
from search.agent.core_agent import agent_on
from search.agent.hybrid_search import Scope
from search.agent.vector_search_agent import VectorSearchAgent
from search.config.settings import load_settings
from search.ports import SearchCore


def search_agent(core: SearchCore, scope: Scope, config: Path | None = None) -> VectorSearchAgent:
    """Return the agent for one scope of a core, by the section ``[agent]`` of the settings.

    It reranks with the model of ``search.rerank_model``, or with the packaged reader where none is named, also on
    battery saver, since it reads few passages. Where neither is there nothing is reranked, and the state says so.

    Args:
        core: in this process, or a client of the engine.
        scope: repository, branch and access.
        config: a settings file; None for the person's own.

    Raises:
        BadInputError: the settings hold mistakes.
        ModelError: the model that is set cannot be loaded.
    """
    leave_logging_to_the_program()
    settings = load_settings(config or settings_file())
    opened = chosen_scorer(settings, reader_of(settings), rerank_model(settings))
    return agent_on(core, scope, settings.agent, None if opened is None else opened())
