"""Where the text of the search field asks for a change: files with their definitions, evidence and tests."""
