"""Pages of Razor and components of Blazor."""
