"""PHP: definitions, calls, namespaces, addresses and the tables of its models."""
