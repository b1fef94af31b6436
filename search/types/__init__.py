"""Values that cross module borders: frozen dataclasses, choices and identifiers."""
