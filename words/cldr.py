"""The names of time zones in a language, from CLDR: its cities and countries.

This needs Babel, which the running bot does not.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from babel.core import Locale, get_global

from words.zone_names import SUFFIX

PRIMARY: Final = {
    "AR": "America/Argentina/Buenos_Aires",
    "CL": "America/Santiago",
    "CN": "Asia/Shanghai",
    "CY": "Asia/Nicosia",
    "DE": "Europe/Berlin",
    "EC": "America/Guayaquil",
    "ES": "Europe/Madrid",
    "MY": "Asia/Kuala_Lumpur",
    "NZ": "Pacific/Auckland",
    "PT": "Europe/Lisbon",
    "UA": "Europe/Kyiv",
    "UZ": "Asia/Tashkent",
}
"""The zone that a country of several means; Russia or the USA mean none."""


def write_zone_names(language: str, folder: Path) -> Path:
    """Write the names of zones in a language to a file, and return its path."""
    names = Locale.parse(language.replace("-", "_"))
    today: Mapping[str, str] = get_global("zone_aliases")
    zones: dict[str, str] = {}
    for territory, own in sorted(get_global("territory_zones").items()):
        zone = PRIMARY.get(territory) or (own[0] if len(own) == 1 else None)
        if zone and territory in names.territories and territory != "ZZ":
            zones[names.territories[territory]] = zone
    for zone, known in sorted(names.time_zones.items()):
        if known.get("city") and not zone.startswith("Etc/"):
            zones[known["city"]] = today.get(zone, zone)
    path = folder / f"{language}{SUFFIX}"
    path.write_text("".join(f"{name}={zone}\n" for name, zone in sorted(zones.items())), encoding="utf-8")
    return path
