"""The home card.

Matches and challenges that wait for a member, what there is to play, and the games by their feel.
"""

from words.message import MessagePlace, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.home": "### Twotone: games for two, in two tones",
        "card.home.hello": "### Hello! I am Twotone: games for two, in two tones",
        "card.home.about": (
            "Play me, or somebody here. A match takes five minutes or five weeks, and every move is a picture."
        ),
        "card.home.waiting": "**It is your turn**",
        "card.home.commands": (
            "-# {slash_play}, {slash_move} and {slash_rules} do in words what buttons do. {slash_games} shows what is going "
            "on, {slash_settings_me} turns boards and colours to your taste."
        ),
        "card.home.server": (
            "-# {slash_help} shows this card again, for you alone. Whoever manages the server can say where games are "
            "played, and more, with {slash_settings_server}."
        ),
        "card.choose.twotone": (
            "### Play Twotone\nI answer at once. Only you see it, and you choose how strong I play. **Which game?**"
        ),
        "card.choose.anyone": (
            "### Find an opponent\nI post a challenge here, and whoever likes takes it. **Which game?**"
        ),
        "card.choose.learn": (
            "### Learn a game\nThree sentences and a picture first, then **First steps**, a few small tasks, or as much as you"
            " like. **Which game?**"
        ),
        "family.fill.about": (
            "**Fill the board** · Whoever makes more of a board that fills up. Quick to learn, short to play."
        ),
        "family.different.about": (
            "**Something different** · A race in which nobody is captured, and a card game with hidden hands."
        ),
        "family.stepping.about": (
            "**Checkers, step by step** · Jump over pieces to capture them. Kings go one square at a time."
        ),
        "family.flying.about": (
            "**Checkers with flying kings** · Jump over pieces to capture them. Kings cross the whole board in one move."
        ),
        "family.large.about": (
            "**Checkers on large boards** · Ten by ten and twelve by twelve squares: long matches, long combinations."
        ),
        "family.straight.about": (
            "**Checkers on every square** · Light squares are played on too, and pieces go straight ahead."
        ),
    },
)

FAMILIES = make_messages(
    MessagePlace.OPTION,
    {
        "family.fill": "Fill the board",
        "family.different": "Something different",
        "family.stepping": "Checkers, step by step",
        "family.flying": "Checkers with flying kings",
        "family.large": "Checkers on large boards",
        "family.straight": "Checkers on every square",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.home.twotone": "Play Twotone",
        "button.home.anyone": "Find an opponent",
        "button.home.puzzle": "Today's puzzle",
        "button.home.learn": "Learn a game",
        "button.play.of": "{title} against {name}",
        "button.open": "Play it in the open",
        "button.games": "Another game",
        "button.support": "Get help",
        "button.friend": "Play a friend",
        "button.checkers": "Checkers",
    },
)

OTHERS = (
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.family": "Other games …"}),
    *make_messages(MessagePlace.ALT, {"alt.sheet": "Small boards of {titles}."}),
)

MESSAGES = (*CARDS, *FAMILIES, *BUTTONS, *OTHERS)
