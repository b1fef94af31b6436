"""The parts of the window around the panes: top bar, tuning strip, pages without results, status bar, popups."""
