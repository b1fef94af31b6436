"""From parsed text to chunks and the file's card."""
