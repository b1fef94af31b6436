"""The settings: a dialog, its pages and their rows. Pages show values and emit changes; controllers apply them."""
