"""Evidence for a language model, within a budget of tokens.

`pane.ContextPane(count_tokens)` is what the window places; ``count_tokens`` is a callable ``str -> int``.

Methods:
    ``set_answer(answer)``: shows evidence that the core gathered; ``show_waiting()``, ``show_failure(...)`` and
    ``clear(query)`` in its place; ``toggle(pairs)``: (FileHit, ChunkHit) pairs that were added or removed by hand
    in the results; ``set_texts(texts)``: chunk texts that were asked for; ``hand_out()`` copies what is shown;
    ``show_copied()``.

Signals:
    ``shown``: the pane is looked at; ``budgetChanged``; ``copyWanted``: the button; ``copyRequested(text)``;
    ``previewRequested(FileHit, ChunkHit)``: Enter; ``textsNeeded(tuple of chunk ids)``;
    ``chunksChanged(frozenset of chunk ids)``: those added by hand, for marks in the results;
    ``tokensChanged(int)``: for the tab.
"""
