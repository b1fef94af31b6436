"""A folder for each language: how its files are recognised, read and linked."""
