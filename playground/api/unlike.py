"""Simulated deviations of Discord from what the bot expects.

Tests turn them on by `Faults.deviations`.
"""

from __future__ import annotations

from playground.world.components import BUTTON, MEDIA_GALLERY, TEXT_DISPLAY, walk_components
from playground.world.directory import EPHEMERAL
from playground.world.errors import JSON, DiscordError
from playground.world.faults import Deviation, Faults
from playground.world.interactions import MemberInteraction
from playground.world.world import World

FEWER_COMPONENTS, LESS_TEXT, FEWER_BUTTONS = 35, 3000, 20


def follow_up_flags(world: World, interaction: MemberInteraction, body: JSON) -> int:
    """Return the flags of a follow-up.

    These are the requested flags, unless a deviation forces the follow-up to be ephemeral or public.
    """
    flags: int = body.get("flags") or 0
    unlike = world.faults.deviations
    if Deviation.PUBLIC_FOLLOW_UPS in unlike:
        return flags & ~EPHEMERAL
    source = interaction.source
    on_private = source is not None and source.only_for is not None
    answer = None if interaction.original_id is None else world.state.find_message(interaction.original_id)
    own = answer is not None and answer.token == interaction.token
    private = own and answer is not None and answer.only_for is not None
    if (
        (Deviation.PRIVATE_AFTER_PRIVATE in unlike and private)
        or (Deviation.PRIVATE_AFTER_UPDATE in unlike and not own and not on_private)
        or (Deviation.PRIVATE_ON_PRIVATE in unlike and on_private)
    ):
        return flags | EPHEMERAL
    return flags


def drop_attachments(body: JSON) -> JSON:
    """Return an edit without its attachments and the components that show them."""
    return {**body, "attachments": [], "components": _without_pictures(body.get("components") or [])}


def _without_pictures(components: list[JSON]) -> list[JSON]:
    return [
        {**each, "components": _without_pictures(each["components"])} if "components" in each else each
        for each in components
        if each["type"] != MEDIA_GALLERY
    ]


def check_reduced_limits(faults: Faults, body: JSON) -> None:
    """Raise 50035 if a message exceeds the lower limits that `faults` simulate."""
    if not faults.deviations:
        return
    everything = list(walk_components(body.get("components") or ()))
    text = sum(len(c["content"]) for c in everything if c["type"] == TEXT_DISPLAY)
    buttons = sum(c["type"] == BUTTON for c in everything)
    for unlike, size, most in (
        (Deviation.FEWER_COMPONENTS, len(everything), FEWER_COMPONENTS),
        (Deviation.LESS_TEXT, text, LESS_TEXT),
        (Deviation.FEWER_BUTTONS, buttons, FEWER_BUTTONS),
    ):
        if unlike in faults.deviations and size > most:
            raise DiscordError(50035)
