"""The application around the windows: start, garbage collection, several windows."""
