"""The one service that every surface asks."""
