"""Files as their reader sees them: Markdown, documents, notebooks and PDF pages.

The way of a file: `kinds.kind_of` tells how it is read; `work.RenderWork` makes blocks (`blocks`) and pictures of
it in a thread; `document.Writer` writes the blocks into a Qt document in steps of a few milliseconds; `text_view`
and `pdf_view` show them; `pane.RenderedPane` is what the preview places.

Nothing is fetched from a network, and no picture is taken from outside the file's own root.
"""
