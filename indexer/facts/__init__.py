"""From a file's text to graph facts: pure, one module a language."""
