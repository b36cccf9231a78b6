"""The settings cards and their refusals."""

from words.message import MessagePlace, make_messages

SETTINGS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.settings.me": "### Your settings",
        "card.settings.theme": "**Theme** of the boards that only you see",
        "card.settings.facing": "**At the bottom** of those boards",
        "card.settings.language": "**Language** of what only you see, and of direct messages",
        "card.settings.mine": (
            "**Your finished matches** as puzzles, or also, with both your names, as the match of the week, on servers that have"
            " these and if your opponent agrees too"
        ),
        "card.settings.toggles": "**When it is your turn**",
        "card.settings.besides": "**Everything else**",
        "card.settings.server": "### Settings of this server",
        "card.settings.channels": "**Game channels**: where challenges can be made; with none chosen, everywhere",
        "card.settings.running": "**Matches** that one member can have going here at a time",
        "card.settings.ratings": "**Ratings**: whether a challenge is rated where its challenger does not say",
        "card.settings.open": "**Challenges** of one member that can wait here at a time",
        "card.settings.server_language": "**Language** of what everyone sees here",
        "card.settings.pages": (
            "**Pages** on the web of finished matches, leagues and tournaments that every member here may see; whoever has the address"
            " can open one"
        ),
        "card.settings.pages.list": (
            "-# **What is public**, below, leads to a list of them with a feed; hand its address on to whom you like"
        ),
        "card.turn": "**Your turn** in {title} against {name}.",
        "settings.saved": "-# Saved. It holds from now on.",
        "settings.permissions": (
            "**Not saved:** in {channel} I lack {permissions}. Give me that there, or choose other channels."
        ),
        "settings.clock.limits": "**Not saved:** the shortest time, {least}, would be longer than the longest, {most}.",
        "settings.clock.default": (
            "**Not saved:** the clock of challenges that name none, {clock}, would not be within the limits. Change both together."
        ),
        "settings.no_server": "Settings of a server are made on that server. Yours are under {slash_settings_me}.",
        "settings.managers": (
            "Only members who may manage the server can change its settings. Yours are under {slash_settings_me}."
        ),
        "settings.unknown": "This choice is not offered any more. Open {slash_settings_me} again.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.settings.confirm.on": "Ask before a move counts: yes",
        "button.settings.confirm.off": "Ask before a move counts: no",
        "button.settings.dm_turn.on": "Direct message: yes",
        "button.settings.dm_turn.off": "Direct message: no",
        "button.settings.profile_shown.on": "Others may see my profile: yes",
        "button.settings.profile_shown.off": "Others may see my profile: no",
        "button.settings.learning.on": "My mistakes come back: yes",
        "button.settings.learning.off": "My mistakes come back: no",
        "button.settings.pictured.on": "My name in pictures of finished matches: yes",
        "button.settings.pictured.off": "My name in pictures of finished matches: no",
        "button.server.clocks": "Clocks",
        "button.server.more": "All other settings",
        "button.settings.computers.on": "Playing the computer: yes",
        "button.settings.computers.off": "Playing the computer: no",
        "button.settings.lab.on": "Links to the lab: yes",
        "button.settings.lab.off": "Links to the lab: no",
        "button.settings.mined.on": "Puzzles from matches: yes",
        "button.settings.mined.off": "Puzzles from matches: no",
        "button.settings.threads.on": "A thread for each match: yes",
        "button.settings.threads.off": "A thread for each match: no",
    },
)

FORM = (
    *make_messages(MessagePlace.TITLE, {"form.clocks": "Clocks on this server"}),
    *make_messages(
        MessagePlace.LABEL,
        {
            "form.settings.clock": "Clock",
            "form.settings.clock_least": "The shortest",
            "form.settings.clock_most": "The longest",
        },
    ),
    *make_messages(
        MessagePlace.DESCRIPTION,
        {
            "form.settings.clock.about": "Of challenges that name none",
            "form.settings.clock_least.about": "Time for a move, or in a bank, that a challenge can have",
            "form.settings.clock_most.about": "With one chosen, no match here goes without a clock",
        },
    ),
)

CHOSEN = make_messages(
    MessagePlace.OPTION,
    {
        "theme.wood": "Wood",
        "theme.slate": "Slate",
        "theme.paper": "Paper",
        "theme.night": "Night",
        "theme.contrast": "Contrast: black and white",
        "theme.colour-blind": "Colour-blind: no hue matters",
        "facing.own": "My own side",
        "facing.first": "The first player's side",
        "facing.fixed": "Always rank 1, as boards are printed",
        "settings.language.auto": "Automatic, as Discord is set",
        "settings.clock.any": "Any",
        "mined.no": "No",
        "mined.nameless": "Yes, without our names",
        "mined.named": "Yes, with our names, if my opponent wants that too",
        "settings.ratings.rated": "Rated, unless somebody wants it otherwise",
        "settings.ratings.unrated": "Not rated, unless somebody wants it otherwise",
        "settings.pages.none": "No pages",
        "settings.pages.unlisted": "Pages that search engines leave out",
        "settings.pages.listed": "Pages that search engines may find",
        "settings.ratings.none": "No ratings at all on this server",
        "settings.limit.none": "No limit of this server's own",
    },
)

PLACEHOLDERS = make_messages(MessagePlace.PLACEHOLDER, {"menu.channels": "Everywhere"})

MESSAGES = (*SETTINGS, *BUTTONS, *FORM, *CHOSEN, *PLACEHOLDERS)
