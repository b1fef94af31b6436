"""C: definitions, calls and includes; the same extractor reads C++."""
