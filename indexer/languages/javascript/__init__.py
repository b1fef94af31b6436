"""JavaScript, and TypeScript with the same extractor: definitions, calls, modules."""
