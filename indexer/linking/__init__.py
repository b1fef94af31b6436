"""Shared by the linkers of several languages: the graph that they extend, and names resolved across modules."""
