"""Filters, saved searches and history.

`pane.FiltersPane(store)` is what the window places; ``store`` is a `store.SearchStore` on a file in the user's
state folder.

Methods:
    ``set_query(text)``: what is typed now (facets and chips in the query are the same thing);
    ``set_facets(facets)``: counts of the newest answer;
    ``note_search(text, files, found)``: an answer was looked at, for History and for what is
    new in saved searches; ``note_background(text, file_ids)``: a saved search was run in the background;
    ``save(text)`` (Ctrl+S); ``saved_names()``, ``rename(text, name)``; ``recent(n)``: the newest searches;
    ``show_tab(key)``.

Signals:
    ``queryEdited(text)``: a facet was clicked: the query with that filter; ``searchChosen(text)``: a saved or
    former search is to be run; ``renameRequested(text)``: a saved one is to have another name; ``written``: the
    file of saved and former searches has changed.
"""
