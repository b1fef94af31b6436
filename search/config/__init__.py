"""Settings: one TOML file, every mistake in it reported at once with its place."""
