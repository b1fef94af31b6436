"""Entry points and wiring: window, engine process, command line. Imports everything; nothing imports it."""
