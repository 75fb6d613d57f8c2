"""`python -m freezegate` is the `freezegate` command."""

from freezegate.cli import entry

if __name__ == "__main__":
    entry()
