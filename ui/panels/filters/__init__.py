"""The pane of filters, saved searches and history.

`pane.FiltersPane(store)` is the widget that the window contains. ``store`` is a `SearchStore` of
`ui.panels.saved.store`, for a file in the state folder of the user.

Methods:
    ``set_query(text)``: the current query, whose filters are the selected facets; ``set_facets(facets)``: counts
    of the newest answer; ``note_search(text, files, found)``: an answer was viewed, for the history and for new
    files of saved searches; ``note_lines(text, files, mode)``: lines were viewed, for the history;
    ``note_background(text, file_ids)``: a saved search was run in the background;
    ``save(text, mode)`` (Ctrl+S); ``saved_searches()``, ``rename(text, name, mode)``; ``recent(n)``: the newest
    searches; ``show_tab(key)``.

Signals:
    ``queryEdited(text)``: the query after a click on a facet; ``searchChosen(text, mode)``: run a saved search or
    one of the history; ``renameRequested(text, mode)``: rename a saved search; ``written``: the file of saved
    searches and history has changed.
"""
