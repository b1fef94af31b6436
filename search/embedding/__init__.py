"""Turning texts into unit vectors, offline."""
