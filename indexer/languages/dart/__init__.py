"""Dart: libraries with their parts, classes, extensions, and calls by the types of values."""
