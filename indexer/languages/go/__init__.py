"""Go: definitions, calls, packages and the tables of its models."""
