"""Input and output objects of the retrieval tools."""
