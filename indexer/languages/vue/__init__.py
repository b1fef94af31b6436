"""Scripts inside Vue and Svelte components."""
