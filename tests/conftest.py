"""Laws without a deadline, with fixed examples: our own suite must not flake (FIELD.md 11)."""

from hypothesis import settings

settings.register_profile("freezegate", deadline=None, derandomize=True, database=None)
settings.load_profile("freezegate")
