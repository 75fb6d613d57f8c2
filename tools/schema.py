"""Write the published JSON Schemas: `python -m tools.schema`; `--check` only compares."""

import sys
from pathlib import Path

from freezegate.wire.schema import schemas

FOLDER = Path(__file__).resolve().parent.parent / "schema"


def main() -> int:
    """Write or compare every schema; 1 when one differs under `--check`."""
    differing = []
    for name, data in schemas().items():
        path = FOLDER / name
        if not path.exists() or path.read_bytes() != data:
            differing.append(name)
            if "--check" not in sys.argv:
                path.write_bytes(data)
    print("\n".join(f"schema/{name}: differs from the types" for name in differing) or "in step")
    return 1 if differing and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
