"""Bytes: the only place that knows JSON, YAML and TOML."""
