"""Use cases: one module a verb; each wires shell to core."""
