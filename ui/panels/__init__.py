"""The panels of the window, a folder each."""
