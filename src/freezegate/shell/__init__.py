"""Effects: every touch of the world has its one door here."""
