"""reStructuredText: headings, links and mentions."""
