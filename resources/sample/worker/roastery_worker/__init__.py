"""Work that happens beside the API: webhook deliveries, reminders, and the nightly comparison with the bank."""
