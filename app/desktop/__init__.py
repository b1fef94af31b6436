"""The window as a program of the desktop: start, deep links, autostart, calls of other programs."""
