"""Dowse as a tool of coding agents: an entry in each agent's configuration, and a section in its rules."""
