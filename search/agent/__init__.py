"""The retrieval agent and its LangGraph node."""
