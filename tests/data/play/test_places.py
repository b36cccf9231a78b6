"""What follows from the kind of a place."""

import pytest

from data.play.places import NOWHERE, PRIVATE, Place
from words import localizer_for

GUILD = 10
CHANNEL = 1
ON_SERVER = Place(GUILD, CHANNEL)
WITH_BOT = Place(NOWHERE, CHANNEL)
STRANGERS = Place(GUILD, CHANNEL, "de")
GROUP = Place(NOWHERE, CHANNEL, "de")


@pytest.mark.parametrize(
    ("place", "home", "private", "language"),
    [
        (ON_SERVER, GUILD, False, "en"),
        (WITH_BOT, None, True, "en"),
        (PRIVATE, None, True, "en"),
        (STRANGERS, None, False, "de"),
        (GROUP, None, False, "de"),
    ],
)
def test_a_place_says_whose_settings_count_and_who_is_there(
    place: Place, home: int | None, private: bool, language: str
) -> None:
    assert place.home_server_id == home
    assert place.has_route == (language == "en")
    assert place.is_private == private
    assert place.is_user_install == (language == "de")
    assert place.choose_speaker(localizer_for("en")).language == language


def test_without_a_route_a_place_is_reached_from_itself_alone() -> None:
    assert ON_SERVER.is_reached_from(CHANNEL + 1) and ON_SERVER.is_reached_from(None)
    for place in (STRANGERS, GROUP):
        assert place.is_reached_from(CHANNEL) and not place.is_reached_from(CHANNEL + 1)
