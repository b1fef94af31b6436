"""C#: definitions, calls, types, and the tables of Entity Framework."""
