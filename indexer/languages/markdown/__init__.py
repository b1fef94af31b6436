"""Markdown, and documents that are converted to it: headings, links and mentions."""
