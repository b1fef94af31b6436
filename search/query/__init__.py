"""Understanding what was typed, without a model."""
