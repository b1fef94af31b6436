"""The LanceDB tables of an index: schema, filters, one-commit replacement, maintenance."""
