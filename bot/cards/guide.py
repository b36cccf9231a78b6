"""How to play a game, and what this bot is."""

from bot.cards.kit import RUNNING, SUCCESS, Card, Press, attached, framed, gallery, row, text
from bot.custom_ids import CustomId
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.game import AnyGame, Figure
from rules.match import Match


def rules_card(game: AnyGame) -> Card:
    """Return a game's help: summary, rules, ending, notation, figures, and which rulings are this bot's own."""
    guide = game.help
    figures = [
        (f"figure{number}.png", figure, _drawn(game, figure))
        for number, figure in enumerate(guide.figures, 1)
    ]
    rulings = [f"-# Our ruling: {ruling}" for ruling in guide.rulings]
    view = framed(
        RUNNING,
        text(f"### How to play {game.title}", str(guide.summary)),
        text(
            "\n\n".join(map(str, guide.rules))[:3000],
            f"\n**The end.** {guide.ending}",
            f"\n**Writing moves.** {guide.notation}",
        ),
        gallery(*((name, f"{figure.caption} {picture.alt}") for name, figure, picture in figures))
        if figures
        else None,
        text(*(f"-# {number}. {figure.caption}" for number, (_, figure, _) in enumerate(figures, 1)))
        if figures
        else None,
        text(*rulings, f"-# {guide.credit}" if guide.credit else None) if rulings or guide.credit else None,
    )
    return Card(view, [attached(picture, name) for name, _, picture in figures])


def _drawn(game: AnyGame, figure: Figure) -> Picture:
    """Return a figure of the help as a picture."""
    match = Match(game, figure.options, b"")
    match.set(figure.position)
    if figure.move is not None:
        match.play(figure.move)
    return draw(match.view(None))


def help_card() -> Card:
    """Return what this bot is, and how to begin."""
    titles = ", ".join(str(game.title) for game in GAMES.values())
    return Card(
        framed(
            RUNNING,
            text(
                "### Twotone: games for two, in two tones",
                "**/play** posts a challenge. Whoever accepts it plays you in a thread of its own.",
                "There, press **Play** on the board and choose, or write your move with **/move**.",
                "**/board** shows your own view, **/games** what is going on, **/rules** how each game is played.",
                "**/draw** offers a draw, **/resign** gives up. A match may take minutes or weeks: it keeps.",
                f"-# {titles}",
            ),
            row(Press.of(CustomId("try", 0), "Try it", SUCCESS)),
        )
    )
