"""Drawing as in a process that has drawn nothing yet."""

import sys
from types import ModuleType

from rendering import band_cache


def forget_parts() -> None:
    """Forget everything that pictures are put together from."""
    band_cache.cached_bands.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("rendering.") and isinstance(module, ModuleType):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
