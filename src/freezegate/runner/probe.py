"""Says what an interpreter is: versions, distributions, pytest plugins. Run as a script."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import sys
from typing import Any, Dict, List, Set


def probe() -> Dict[str, Any]:
    """Read the installed metadata; nothing of it is imported."""
    distributions: Dict[str, str] = {}
    plugins: Set[Any] = set()
    modules: Dict[str, List[str]] = {}
    for distribution in importlib.metadata.distributions():
        name = distribution.metadata["Name"]
        if not name or name in distributions:
            continue
        distributions[name] = distribution.version
        for point in distribution.entry_points:
            if point.group == "pytest11":
                plugins.add((point.name, point.value, name))
        for module in _modules(distribution):
            modules.setdefault(module, []).append(name)
    return {
        "python": platform.python_version(),
        "platform": "{}-{}".format(sys.platform, platform.machine()),
        "implementation": platform.python_implementation(),
        "pytest": distributions.get("pytest", ""),
        "hypothesis": distributions.get("hypothesis", ""),
        "distributions": sorted("{}=={}".format(*pair) for pair in distributions.items()),
        "plugins": sorted(plugins),
        "modules": {name: sorted(owners) for name, owners in modules.items()},
    }


def _modules(distribution: Any) -> List[str]:
    """Give the top-level import names of a distribution."""
    names = set((distribution.read_text("top_level.txt") or "").split())
    for file in distribution.files or ():
        first = file.parts[0]
        if len(file.parts) > 1:
            names.update({first} - {"__pycache__"})
        elif first.endswith((".py", ".so", ".pyd")):
            names.add(first.split(".", 1)[0])
    return [name for name in names if name.isidentifier()]


if __name__ == "__main__":
    print(json.dumps(probe(), sort_keys=True))
