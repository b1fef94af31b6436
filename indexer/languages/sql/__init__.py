"""SQL in every dialect: objects, and what statements use."""
