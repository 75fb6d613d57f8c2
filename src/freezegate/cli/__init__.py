"""The command line: parse, call one use case, print, exit."""

from freezegate.cli.main import entry, main

__all__ = ["entry", "main"]
