"""The main window: its parts, its controllers and what connects them."""
