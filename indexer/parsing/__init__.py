"""From bytes to text with lines and structure."""
