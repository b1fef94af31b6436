"""Bash and other shells: files that are sourced and scripts that are run, functions and what calls them."""
