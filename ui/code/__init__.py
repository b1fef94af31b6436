"""Colours of code: lexing in a worker, spans for every line, and their text formats."""
