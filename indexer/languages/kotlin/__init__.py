"""Kotlin: definitions."""
