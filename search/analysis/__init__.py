"""Turning text and identifiers into index terms; the same for documents and queries."""
