"""The structural signals: what a file's names, references, history and kind add to its score, one rule each."""
