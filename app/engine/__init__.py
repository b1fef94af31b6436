"""The engine process of an index, its messages, and the client that windows and commands use."""
