"""The preview: a file with its supporting chunks, matched words and colours.

`pane.PreviewPane(marker, pool)` is what the window places.

Methods:
    ``show_text(text, spot, terms)``: a `FileText` at a `Spot` (what to mark and where to begin; see `Spot.of_hit`
    and `Spot.of_node`); ``show_waiting(spot)``: the header at once while the text is under way;
    ``show_help()``: what can be typed, when nothing was found; ``show_failure(message, remedy)``; ``clear()``;
    ``set_rendered(rendered)``: rendered or source, from now on; ``shutdown()``: end the threads;
    ``next_match()``, ``previous_match()`` (F3, Shift+F3); ``open_find()`` (Ctrl+F); ``set_semantic(on)``.

Signals
    ``openRequested(path, line)``, ``revealRequested(path)``, ``copyRequested(text)``: absolute paths;
    ``textShown(file_id)``: the text can be seen; colours may come later; ``viewChosen(rendered)``: a person chose
    the view; ``fileWanted(spot, anchor)``: a link leads to another file; ``addressWanted(address)``: a person
    agreed to open a page of the web; ``helpShown(shown)``: what can be typed is shown, or not any more.
"""
