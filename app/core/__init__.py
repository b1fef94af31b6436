"""The search core of this process: what every surface asks, answered from the index."""
