"""Training of the reader: pairs from public histories, the model, export. The product imports nothing of it."""
