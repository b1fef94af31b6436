"""Indexing in bulk on several machines: tasks write fragments, the driver commits them."""
