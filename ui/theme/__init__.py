"""Colours, fonts, icons and sizes of the window."""
