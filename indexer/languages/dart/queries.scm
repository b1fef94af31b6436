; Dart: the file as a whole. Calls are no nodes of their own in this grammar but a name and selectors beside it, so
; indexer/languages/dart/extractor.py walks the tree by itself.

(program) @def.file
