"""The rendered view of Markdown, documents, notebooks and PDF pages.

`kinds.kind_of` decides how a file is read. `work.RenderWork` turns it into blocks (`blocks`) and pictures in a
thread. `document.Writer` writes the blocks into a Qt document in steps of a few milliseconds. `text_view` and
`pdf_view` show the result; `pane.RenderedPane` is the widget that the preview contains.

Nothing is fetched from a network, and pictures outside the root of the file are not read.
"""
