"""The GM's control room, the pages reached from it, and what the sides do beside their commands."""
