"""Popups over the window: command palette, key sheet, settings; child widgets, not windows of their own."""
