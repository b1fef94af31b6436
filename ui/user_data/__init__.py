"""Data of a person about an index: favourites, notes, walks. Small files that cannot be derived again."""
