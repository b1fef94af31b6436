"""Syntax colours: lexing in a worker thread, the spans of each line, and their text formats."""
