"""Noticing changes on disk and coalescing them."""
