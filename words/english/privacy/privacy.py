"""Texts of `/privacy`: the data kept about a person, and what deleting it does."""

from words.message import MessagePlace, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.privacy.delete": (
            "### Have Twotone forget you?\n"
            "This cannot be undone, and it holds on every server.\n"
            "- Your running matches are resigned, so your opponents win, and their boards say so: **{running}**\n"
            "- Matches whose place is gone end without a result: **{waiting}**\n"
            "- Open challenges by you and to you are closed: **{challenges}**\n"
            "- Of your finished matches the moves stay for your opponents, with “{former}” in place of your name:"
            " **{finished}**\n"
            "- Your settings, your direct messages' places, and all else that names you go."
        ),
        "card.privacy.delete.leaves": "- You leave what you are in: **{names}**",
        "card.privacy.stays": (
            "-# I cannot change what stands in messages on Discord, and backups keep what they had when they were made."
            " If you come back, you start anew. {slash_privacy_export} shows what is kept."
        ),
        "card.privacy.export": (
            "### All that is kept about you, for you alone\n"
            "- Matches you are in: **{running}**; of hidden cards the file has only your own\n"
            "- Finished matches, with their moves: **{finished}**\n"
            "- Open challenges by you and to you: **{challenges}**"
        ),
        "card.privacy.export.in": "- You are in: **{names}**",
        "card.privacy.export.how": (
            "The file has every stored row by its table, then your matches: times are UTC, Discord's ids are text."
        ),
        "card.privacy.part": "All that is kept about you, file {number} of {count}.",
    },
)

ANSWERS = make_messages(
    MessagePlace.SENTENCE,
    {
        "privacy.forgetting": (
            "Twotone forgets you now. It takes a moment; if it is cut off, it goes on by itself. Farewell, and thanks for"
            " the games."
        ),
        "privacy.kept": "Nothing has changed: Twotone keeps what it has.",
        "privacy.leaving": "Twotone is just forgetting you. Try again in a minute: then you start anew.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.forget": "Forget me",
        "button.stay": "Keep everything",
    },
)

MESSAGES = (*CARDS, *ANSWERS, *BUTTONS)
