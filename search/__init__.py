"""The search core. No Qt, no file watching; only search.storage knows the database."""
