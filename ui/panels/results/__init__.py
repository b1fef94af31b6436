"""The results list: ranked files, the supporting chunks of the opened ones, and the header with counts.

`pane.ResultsPane` is what the window places. It knows no core: data come in by methods, wishes go out by signals.

Methods:
    ``show_result(result)``: a new answer; ``rerank(files, settings, total)``: the same candidates in a new order
    (the selected file stays selected and keeps its place on screen); ``set_texts(texts)``: chunk texts that were
    asked for; ``set_file_text(file_id, language, text)``: the whole file, so that its cards get the right colours;
    ``remember_ranks()`` when the slider is pressed and ``rest_ranks()`` when it is let go: rank changes are shown
    in between and 1.5 s longer; ``toggle_all()``: chunks of all files (Ctrl+E); ``set_in_context(ids)``;
    ``set_semantic(on)``; ``select_first()``; ``move_selection(step)``.

Signals
    ``fileActivated(FileHit)``: the selection moved to a file; ``chunkSelected(FileHit, ChunkHit)``: to a chunk;
    ``openRequested(FileHit, line)``: Enter or double click; ``revealRequested(FileHit)``: Ctrl+Enter;
    ``textsNeeded(tuple of chunk ids)``; ``contextToggled(tuple of chunk ids)``: Space; ``copyRequested(text)``;
    ``dependenciesRequested(FileHit)``; ``folderRequested(folder, excluded)``; ``rankAnnounced(str)``;
    ``leftUpwards()``: Up on the first row.
"""
