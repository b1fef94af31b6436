"""Small widgets the window is put together from; they show and emit, nothing more."""
