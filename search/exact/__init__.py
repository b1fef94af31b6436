"""Finding lines exactly: patterns of linear time, the lines that match, and trigrams that rule files out."""
