"""The window. Qt and the pure parts of search; never the database, the indexer or app."""
