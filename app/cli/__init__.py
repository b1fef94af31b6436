"""The dowse command: one module for each command, one for their output."""
