"""The LangGraph graph: a router, a conditional edge, the search node."""

from typing import Annotated, Any

from search.agent.intent_detection import detected_intent
from search.agent.state import INTENTS, AgentState
from search.agent.vector_search_agent import VectorSearchAgent
from search.errors import MissingExtraError

SEARCH_NODE = "vector_search"


def router_node(state: AgentState) -> AgentState:
    """Write ``route_decision``: the state's intent, or the one that the query's wording asks for."""
    intent = state.get("intent", "")
    state["route_decision"] = intent if intent in INTENTS else detected_intent(state["query"])
    state["metadata"].setdefault("agent_path", []).append("router")
    return state


def route_query(state: AgentState) -> str:
    """Return the node that handles the decision; every intent is a way to search."""
    del state
    return SEARCH_NODE


def build_graph(agent: VectorSearchAgent) -> Any:
    """Return the compiled graph; ask it with ``graph.ainvoke(create_initial_state(...))`` or with ``invoke``.

    Messages that further nodes return are added to those of the state, as LangGraph's ``add_messages`` does.

    Raises:
        MissingExtraError: langgraph is not installed.
    """
    try:
        from langchain_core.runnables import RunnableLambda
        from langgraph.graph import END, START, StateGraph
        from langgraph.graph.message import add_messages
    except ImportError as error:
        raise MissingExtraError("agent.langgraph_missing") from error

    class MessagesState(AgentState):
        messages: Annotated[list[Any], add_messages]

    graph = StateGraph(MessagesState)
    graph.add_node("router", router_node)
    graph.add_node(SEARCH_NODE, RunnableLambda(agent.process_now, afunc=agent.process))
    graph.add_edge(START, "router")
    graph.add_conditional_edges("router", route_query, [SEARCH_NODE])
    graph.add_edge(SEARCH_NODE, END)
    return graph.compile()
