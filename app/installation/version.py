"""The version of the program, readable without the packaging metadata."""

VERSION = "0.1.0"
