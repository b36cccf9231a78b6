"""How to play a game, and what this bot is."""

from bot.cards.kit import (
    RUNNING,
    SUCCESS,
    TEXT_LIMIT,
    Card,
    Press,
    attached,
    framed,
    gallery,
    listed,
    row,
    small,
    text,
)
from bot.custom_ids import CustomId
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.game import AnyGame, Figure
from rules.match import Match
from words import Said, Speaker, chain


def rules_card(game: AnyGame, say: Speaker) -> Card:
    """Return a game's help: summary, rules, ending, notation, figures, and which rulings are this bot's own."""
    guide = game.help
    figures = [
        (f"figure{number}.png", say.told(figure.caption), _drawn(game, figure, say))
        for number, figure in enumerate(guide.figures, 1)
    ]
    head = [say("card.rules", title=game.title), say.told(guide.summary)]
    foot = [
        say("card.rules.ending", ending=guide.ending) + "\n",
        say("card.rules.notation", notation=guide.notation),
    ]
    captions = [f"-# {number}. {caption}" for number, (_, caption, _) in enumerate(figures, 1)]
    credit = [f"-# {say.told(guide.credit)}"] if guide.credit else []
    # In a long language the rulings are cut first, then the rules, each after a complete paragraph.
    room = TEXT_LIMIT - sum(len(line) + 1 for line in (*head, *foot, *captions, *credit))
    rules = listed(say, [say.told(rule) + "\n" for rule in guide.rules], room)
    room -= sum(len(rule) + 1 for rule in rules)
    rulings = listed(say, [say("card.rules.ruling", ruling=ruling) for ruling in guide.rulings], room)
    view = framed(
        RUNNING,
        text(*head),
        text(*rules, *foot),
        gallery(*((name, f"{caption} {picture.alt}") for name, caption, picture in figures))
        if figures
        else None,
        text(*captions) if captions else None,
        text(*rulings, *credit) if rulings or credit else None,
    )
    return Card(view, [attached(picture, name) for name, _, picture in figures])


def _drawn(game: AnyGame, figure: Figure, say: Speaker) -> Picture:
    """Return a figure of the help as a picture."""
    match = Match(game, figure.options, b"")
    match.set(figure.position)
    if figure.move is not None:
        match.play(figure.move)
    return draw(match.view(None), language=say.language)


def help_card(say: Speaker) -> Card:
    """Return what this bot is, and how to begin."""
    titles = chain("series.more", [game.title for game in GAMES.values()])
    return Card(
        framed(
            RUNNING,
            text(
                say("card.help"),
                say("card.help.play"),
                say("card.help.move", button=Said("button.play")),
                say("card.help.look"),
                say("card.help.end"),
                small(say.told(titles)),
            ),
            row(Press.of(CustomId("try", 0), say("button.try"), SUCCESS)),
        )
    )
