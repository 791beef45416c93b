"""Plugins: the hooks they implement, how they introduce themselves, how they are found and asked."""
