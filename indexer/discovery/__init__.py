"""Which files belong to a root, and why the others do not."""
