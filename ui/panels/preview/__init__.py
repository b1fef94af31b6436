"""The preview: a file with its supporting chunks, matched words and syntax colours.

`pane.PreviewPane(marker, pool)` is the widget that the window contains.

Methods:
    ``show_text(text, spot, terms)``: show a `FileText` at a `Spot` (see `Spot.of_hit` and `Spot.of_node`);
    ``show_waiting(spot)``: show the header while the text is being loaded; ``show_help()``: the query syntax,
    when a search has no results; ``show_failure(message, remedy)``; ``clear()``; ``set_rendered(rendered)``: show
    rendered views or sources from now on; ``shutdown()``: end the threads; ``next_match()``,
    ``previous_match()`` (F3, Shift+F3); ``open_find()`` (Ctrl+F); ``set_semantic(on)``.

Signals
    ``openRequested(path, line)``, ``revealRequested(path)``, ``copyRequested(text)``: absolute paths;
    ``textShown(file_id)``: the text is visible, its colours may follow; ``viewChosen(rendered)``: the user chose
    the view; ``fileWanted(spot, anchor)``: a link to another file was clicked; ``addressWanted(address)``: the
    user agreed to open a web page; ``helpShown(shown)``: the query syntax is now visible or hidden.
"""
