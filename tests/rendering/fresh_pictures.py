"""Pictures that are painted anew."""

import sys

from rendering import band_cache, sprites


def forget_pictures() -> None:
    """Empty every cache of pictures and sprites, so that all of it is painted anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rendering"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value is not sprites.load_font:
                    value.cache_clear()
    band_cache.cached_bands.clear()
