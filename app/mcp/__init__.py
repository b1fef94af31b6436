"""Answers for coding agents over the Model Context Protocol: a client of the engine, like the window."""
