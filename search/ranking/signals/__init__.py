"""The structural signals: shares of the score from names, references, history and kind, one rule each."""
