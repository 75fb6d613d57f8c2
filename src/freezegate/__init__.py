"""A merge gate that decides, with evidence, whether a red test may be excused as a flake."""

__version__ = "0.1.0"
