"""The lines that match exactly, one row each under its file."""
