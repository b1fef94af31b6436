"""The results list: ranked files, the supporting chunks of expanded files, and the header with counts.

`pane.ResultsPane` is the widget that the window contains. It does not know the search core: data arrive through
methods, and signals ask for actions.

Methods:
    ``show_result(result)``: show a new answer; ``rerank(files, settings, total)``: show the same candidates in a
    new order (the selected file stays selected and keeps its position on screen); ``set_texts(texts)``: chunk
    texts that were requested; ``set_file_text(file_id, language, text)``: the whole file, for exact syntax
    colours; ``remember_ranks()`` when the slider is pressed and ``rest_ranks()`` when it is released: rank changes
    are shown in between and for 1.5 s after; ``toggle_all()``: chunks of all files (Ctrl+E);
    ``set_in_context(ids)``; ``set_semantic(on)``; ``select_first()``; ``move_selection(step)``.

Signals
    ``fileActivated(FileHit)``: the selection moved to a file; ``chunkSelected(FileHit, ChunkHit)``: to a chunk;
    ``openRequested(FileHit, line)``: Enter or double click; ``revealRequested(FileHit)``: Ctrl+Enter;
    ``textsNeeded(tuple of chunk ids)``; ``contextToggled(tuple of chunk ids)``: Space; ``copyRequested(text)``;
    ``dependenciesRequested(FileHit)``; ``folderRequested(folder, excluded)``; ``rankAnnounced(str)``;
    ``leftUpwards()``: Up on the first row.
"""
