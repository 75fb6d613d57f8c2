"""What a seed sets (DESIGN.md section 4; FIELD.md 1 to 7)."""

from __future__ import annotations

import contextlib
import copy
import os
import random
import sys
from typing import Any, Iterator, Sequence, Tuple

#: Libraries take 32 bits.
_BITS = 2**32
#: The variable that tells a test its seed.
VARIABLE = "FREEZEGATE_SEED"
#: The attribute in which Hypothesis keeps the settings of a test.
_SETTINGS = "_hypothesis_internal_use_settings"
#: Shrinking and explaining a failure costs 14 to 30 times the run (FIELD.md 30), and an example
#: that another run left behind is not of this seed.
_PHASES_OFF = frozenset({"reuse", "shrink", "explain"})


class Seeding:
    """Sets one seed, again and again: before the setup and before the call of each property."""

    def __init__(self, seed: int, vary: Sequence[str]) -> None:
        """Set what `vary` names: `random`, `numpy`, `hypothesis`; the rest is the caller's."""
        self._seed = seed % _BITS
        self._vary = frozenset(vary)
        os.environ[VARIABLE] = str(seed)

    def apply(self) -> None:
        """Set the generators that a test can reach without asking."""
        if "random" in self._vary:
            random.seed(self._seed)
        numpy: Any = sys.modules.get("numpy")
        if "numpy" in self._vary and hasattr(numpy, "random"):
            with contextlib.suppress(Exception):  # whatever the code under test made of it
                numpy.random.seed(self._seed)
        core: Any = sys.modules.get("hypothesis.core")
        if "hypothesis" in self._vary and core is not None:
            # `derandomize` and `@seed` on a test still win over it.
            core.global_force_seed = self._seed


def prepare_hypothesis(scratch: str) -> str:
    """Give Hypothesis a fresh folder, and take away the constants that it finds in local modules.

    A changed constant in the patch would change the stream of examples (FIELD.md 5). Returns
    `none` where both sides now draw from the same constants, `local` where they may not.
    """
    from hypothesis.configuration import set_hypothesis_home_dir

    home = os.path.join(scratch, "hypothesis")
    # The children of tests find it by the variable.
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = home
    set_hypothesis_home_dir(home)
    return _same_constants()


def _same_constants() -> str:
    """Put an empty collection in the place of local constants."""
    try:
        import hypothesis.internal.constants_ast  # noqa: F401 - whether there is such a feature
    except ImportError:
        return "none"
    from hypothesis.internal.conjecture import providers

    found: Any = getattr(providers, "_local_constants", None)
    if found is None or not hasattr(providers, "_get_local_constants"):
        return "local"
    empty = copy.deepcopy(found)
    if sum(map(len, empty.values())) if isinstance(empty, dict) else len(empty):
        return "local"
    providers._get_local_constants = lambda: empty
    return "none"


def quiet_hypothesis(item: Any) -> None:
    """Give a Hypothesis test no database, and no shrinking in the schedule; alike on both sides.

    Nothing else of its settings changes.
    """
    for owner, name, settings in list(settings_of(item)):
        setattr(owner, name, _quiet(settings))


def settings_of(item: Any) -> Iterator[Tuple[Any, str, Any]]:
    """Give all settings of a Hypothesis test, each with the attribute that holds it."""
    import hypothesis

    for function in _wrapped(getattr(item.obj, "__func__", item.obj)):
        if isinstance(getattr(function, _SETTINGS, None), hypothesis.settings):
            yield function, _SETTINGS, getattr(function, _SETTINGS)
    # A state machine's test case has its settings as an attribute of the class.
    owner = getattr(item, "cls", None)
    if isinstance(getattr(owner, "settings", None), hypothesis.settings):
        yield owner, "settings", owner.settings  # type: ignore[union-attr] # it has settings


def _quiet(settings: Any) -> Any:
    """Copy settings, less what would cost time or bring examples of another run."""
    import hypothesis

    phases = [phase for phase in settings.phases if phase.name not in _PHASES_OFF]
    return hypothesis.settings(settings, database=None, phases=phases)


def _wrapped(function: Any) -> Iterator[Any]:
    """Give a function and those that it wraps; decorators copy the attributes of what they wrap."""
    seen = set()
    while function is not None and id(function) not in seen:
        seen.add(id(function))
        yield function
        function = getattr(function, "__wrapped__", None)
