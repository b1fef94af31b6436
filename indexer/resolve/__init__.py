"""From all facts to nodes and edges: pure."""
