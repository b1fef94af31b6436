"""The settings: a dialog, its pages, and the rows they are made of; pages show and emit, others carry out."""
