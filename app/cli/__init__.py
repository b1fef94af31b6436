"""The dowse command: one module a command, one for what they print."""
