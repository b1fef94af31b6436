"""Reading git repositories: branches, commits and objects."""
