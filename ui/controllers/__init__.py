"""Objects that decide: they ask the core, own the state and tell the widgets what to show."""
