"""Running the steps in order, in batches, with progress."""
