"""How to play, on one card: the rules of a game in words and pictures."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot import cards
from bot.custom_ids import CustomId
from bot.refusals import Refusal
from bot.reply import Reply
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.game import AnyGame, Figure
from rules.match import Match

if TYPE_CHECKING:
    from bot.client import Twotone


async def howto(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The rules of the game that the button names."""
    if at.rest not in GAMES:
        raise Refusal("This game is not known here.")
    await show_rules(reply, GAMES[at.rest])


async def show_rules(reply: Reply, game: AnyGame) -> None:
    """A game's help: summary, rules, ending, notation, figures; what is our ruling is marked as such."""
    guide = game.help
    figures = [
        (f"figure{number}.png", figure, drawn(game, figure)) for number, figure in enumerate(guide.figures, 1)
    ]
    rulings = [f"-# Our ruling: {ruling}" for ruling in guide.rulings]
    view = cards.framed(
        cards.RUNNING,
        cards.text(f"### How to play {game.title}", guide.summary),
        cards.text(
            "\n\n".join(guide.rules)[:3000],
            f"\n**The end.** {guide.ending}",
            f"\n**Writing moves.** {guide.notation}",
        ),
        cards.gallery(*((name, f"{figure.caption} {picture.alt}") for name, figure, picture in figures))
        if figures
        else None,
        cards.text(*(f"-# {number}. {figure.caption}" for number, (_, figure, _) in enumerate(figures, 1)))
        if figures
        else None,
        cards.text(*rulings, f"-# {guide.credit}" if guide.credit else None)
        if rulings or guide.credit
        else None,
    )
    await reply.show(view, [cards.attached(picture, name) for name, _, picture in figures])


def drawn(game: AnyGame, figure: Figure) -> Picture:
    """A figure of the help as a picture."""
    match = Match(game, figure.settings, b"")
    match.set(figure.position)
    if figure.move is not None:
        match.play(figure.move)
    return draw(match.view(None))


HANDLERS = {"howto": howto}
