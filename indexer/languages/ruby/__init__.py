"""Ruby: definitions, calls, constants found by their full names, routes and the tables of models."""
