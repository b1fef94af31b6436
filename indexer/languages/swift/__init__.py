"""Swift: definitions, extensions of types, calls and the modules of packages."""
