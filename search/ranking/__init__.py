"""From candidate scores to ranked files: pure functions."""
