"""A section of a league, and the boards of a simul, as tests draw them."""

from dataclasses import replace

from rendering.people.league import LeagueStanding, Zone
from rendering.people.simul import SimulBoard

SECTION = (
    LeagueStanding(1, "Ada", "12", 6, 7, ("won", "won", "lost", "won", "won", "won"), "1–2"),
    LeagueStanding(
        2, "Cleopatra the Great of Egypt", "10", 4, 7, ("won", "drawn", "won", "drawn", "won"), "1–3"
    ),
    LeagueStanding(3, "Ben", "8", 4, 7, ("lost", "won", "won", "lost", "won"), "2–5"),
    LeagueStanding(4, "Дмитро", "7", 3, 6, ("won", "lost", "won", "drawn", "lost"), "2–6"),
    LeagueStanding(5, "😀", "5", 2, 7, ("lost", "lost", "drawn", "lost", "won"), "4–6"),
    LeagueStanding(6, "Farid", "2", 0, 6, ("lost", "lost", "drawn", "lost", "drawn"), has_withdrawn=True),
)
ZONES: tuple[Zone, ...] = ("up", "up", "", "", "down", "down")
ZONED = [replace(each, zone=zone) for each, zone in zip(SECTION, ZONES, strict=True)]
SIMUL = (
    SimulBoard("Bartholomew of the Very Long Name", "won"),
    SimulBoard("Ben", "won"),
    SimulBoard("Клео", "drawn"),
    SimulBoard("Dan", "lost"),
    SimulBoard("😀", "none"),
    SimulBoard("Eve", None),
    SimulBoard("Farid", "won"),
    SimulBoard("Grace Hopper", None),
    SimulBoard("Ivy", None),
)
