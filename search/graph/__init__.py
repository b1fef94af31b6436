"""Walking the dependency graph: trees, paths, cycles."""
