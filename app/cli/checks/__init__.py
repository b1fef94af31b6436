"""What ``dowse doctor`` looks at."""
