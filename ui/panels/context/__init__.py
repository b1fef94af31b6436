"""Evidence for a language model, within a budget of tokens.

`pane.ContextPane(count_tokens)` is the widget that the window contains; ``count_tokens`` counts those of a text.

Methods:
    ``set_answer(answer)``: show the evidence that the core gathered; ``show_waiting()``, ``show_failure(...)`` and
    ``clear(query)``: show a message instead; ``toggle(pairs)``: (FileHit, ChunkHit) pairs that the user added or
    removed in the results; ``set_texts(texts)``: chunk texts that were requested; ``hand_out()``: copy the visible
    text; ``show_copied()``.

Signals:
    ``shown``: the pane became visible; ``budgetChanged``; ``copyWanted``: the button was clicked;
    ``copyRequested(text)``; ``previewRequested(FileHit, ChunkHit)``: Enter; ``textsNeeded(tuple of chunk ids)``;
    ``chunksChanged(frozenset of chunk ids)``: the chunks that the user added, to mark them in the results;
    ``tokensChanged(int)``: the number for the tab.
"""
