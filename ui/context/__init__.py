"""Collecting chunks for a language model, within a budget of tokens.

`pane.ContextPane(count_tokens)` is what the window places; ``count_tokens`` is a callable ``str -> int``.

Methods:
    ``set_result(query, files)``: offers the best chunks of a new answer; ``toggle(pairs)``: (FileHit, ChunkHit)
    pairs that were added or removed by hand in the results; ``set_texts(texts)``: chunk texts that were asked for;
    ``copy()`` (Ctrl+Shift+C); ``show_copied()``; ``clear()``.

Signals:
    ``copyRequested(text)``; ``previewRequested(FileHit, ChunkHit)``: Enter; ``textsNeeded(tuple of chunk ids)``;
    ``chunksChanged(frozenset of chunk ids)``: those added by hand, for marks in the results;
    ``tokensChanged(int)``: for the tab.
"""
