"""Texts for the host on a terminal: the configuration and the command `twotone`."""

from words.message import MessagePlace, make_messages

MESSAGES = make_messages(
    MessagePlace.CONSOLE,
    {
        "config.no_file": "TWOTONE_SETTINGS names {path}, but there is no such file.",
        "config.unreadable": "The settings file {path} cannot be read: {fault}. TWOTONE_SETTINGS can name another.",
        "config.line": "{path}, line {line} is no setting. Write NAME=value with one of the names {known}.",
        "config.no_folder": "The folder in which Twotone was started is gone. Start it in a folder that is there.",
        "config.two_tokens": "Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, not both.",
        "config.token_file": "The file that DISCORD_TOKEN_FILE names cannot be read: {fault}.",
        "config.no_text": "it is no text in UTF-8",
        "file.special": "it is no ordinary file",
        "file.large": "it has more than {limit} MB",
        "config.token_file_empty": "The file that DISCORD_TOKEN_FILE names is empty.",
        "config.token_form": (
            "DISCORD_TOKEN has spaces or unusual characters in it; copy it again from the Bot page."
        ),
        "config.token_file_form": (
            "The file that DISCORD_TOKEN_FILE names has more in it than a token: put the token alone into it, copied from the "
            "Bot page."
        ),
        "host.postgres.backup": (
            "The database is on PostgreSQL: its own pg_dump and pg_restore make backups and bring them back."
        ),
        "config.database": (
            "DATABASE_URL is no address of a database. Write sqlite:/// and a path, such as sqlite:///var/twotone.db, or "
            "postgresql://name:password@host/database."
        ),
        "config.database.path": "DATABASE_URL is a path alone. Write it as an address: DATABASE_URL=sqlite:///{path}",
        "config.database.sqlite": (
            "DATABASE_URL names no file of SQLite. Write sqlite:/// and its path, such as sqlite:///var/twotone.db, with four "
            "slashes for a path from the root: sqlite:////srv/twotone.db. It has no “?” and no “#” in it."
        ),
        "config.database.folder": (
            "DATABASE_URL names the folder {path}/. Name a file in it: DATABASE_URL=sqlite:///{path}/twotone.db"
        ),
        "config.database.scheme": (
            "DATABASE_URL begins with “{given}://”, and Twotone keeps its matches on SQLite or PostgreSQL. Write sqlite:/// and "
            "a path, such as sqlite:///var/twotone.db, or postgresql://name:password@host/database."
        ),
        "config.choice": "{name} is one of {choices}; “{value}” is none of them.",
        "config.days": "{name} is a number of days, 1 to {limit}; “{value}” is not. Left out, nothing is removed.",
        "config.server": "{name} is a server's id, a number such as 1183492020123456789; “{value}” is not.",
        "config.port": "{name} is a port, a number from 1 to {limit}; “{value}” is not.",
        "config.shards": (
            "SHARDS is auto, or this process's shards and how many there are in all, at most {limit}, such as 0-3/16 or "
            "0,2,5/16; “{value}” is not."
        ),
        "config.shards.numbers": (
            "SHARDS names the shard {value}, but {count} shards have the numbers from 0 to {last}."
        ),
        "config.shards.alone": (
            "SHARDS is {value}, which leaves shards to other processes, and a file of SQLite serves only one: set "
            "DATABASE_URL=postgresql://name:password@host/database, or leave SHARDS out."
        ),
        "config.port_taken": (
            "METRICS_PORT is {port}, but the bot cannot listen there ({fault}). If no other Twotone runs here, choose another "
            "port, or leave it out."
        ),
        "config.public_url": (
            "PUBLIC_URL is no address of a site: write https:// and its name without a path, such as "
            "https://twotone.example."
        ),
        "config.support_url": (
            "SUPPORT_URL is no address that everybody can open: write https:// and a public name, such as "
            "https://discord.gg/twotone."
        ),
        "config.webhook": (
            "WEBHOOK_URL is no address to send to: write https://, a name and a path, without a user and a password."
        ),
        "config.webhook.private": (
            "WEBHOOK_URL leads to this machine or a private network (“{value}”), where nothing is sent: if it is meant so, set "
            "WEBHOOK_PRIVATE=yes."
        ),
        "config.webhook.secret": "WEBHOOK_SECRET needs at least {limit} characters, letters without accents, digits and signs.",
        "config.webhook.alone": "WEBHOOK_URL and WEBHOOK_SECRET go together, and need PUBLIC_URL.",
        "config.web_bind": (
            "WEB_BIND is an address of this machine and a port from 1 to {limit}, such as 127.0.0.1:8080 or [::1]:8080, or "
            "off where another process serves the pages; “{value}” is not."
        ),
        "config.web_bind.alone": "WEB_BIND is set without PUBLIC_URL: pages need the address at which people find them.",
        "config.client_secret": "DISCORD_CLIENT_SECRET is not a secret as the Developer Portal shows it (OAuth2).",
        "config.client_secret.alone": "DISCORD_CLIENT_SECRET opens live boards in Discord: set PUBLIC_URL and LIVE_BOARD=yes too.",
        "config.client_secret.sdk": "DISCORD_CLIENT_SECRET needs the folder {path}: make it with `make activity`.",
        "config.live_board.alone": "LIVE_BOARD is set without PUBLIC_URL: a board needs the address of the pages.",
        "config.web_taken": (
            "The pages cannot be served at {value} ({fault}). Choose another address with WEB_BIND, or leave PUBLIC_URL out."
        ),
        "config.web_missing": (
            "PUBLIC_URL is set, but the package {given} for pages is not installed. Install twotone[web], or leave PUBLIC_URL "
            "out."
        ),
        "config.no_token": (
            "DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications, copy its token from "
            "the page “Bot”, and put DISCORD_TOKEN=… into the environment or into twotone.env."
        ),
        "config.unknown_token": (
            "Discord does not know this token: copy it again from the page “Bot” of your application."
        ),
        "config.test_guild": (
            "TEST_GUILD names the server {value}, but the bot is not in it or may not register commands there: invite it "
            "with the scopes “bot” and “applications.commands”, or leave TEST_GUILD out."
        ),
        "host.unreachable": "Discord cannot be reached: {fault}. Check the network, then start again.",
        "host.waits": (
            "Discord cannot be reached ({fault}). The next log-in follows in about {seconds} seconds; if this goes on, check "
            "the network."
        ),
        "host.garbled": "what came back is no answer of Discord's; is a proxy or a sign-in page in between?",
        "host.failed": (
            "The bot has ended by a mistake in the program ({fault}). The lines above say where: please report them, then "
            "start the bot again."
        ),
        "host.sharding": (
            "Discord refuses the shards that the bot asked for (code {code}). Start it again: it then asks Discord how "
            "many there must be."
        ),
        "host.outdated": (
            "Discord does not speak this version of its gateway any more (code {code}). Install a newer Twotone."
        ),
        "host.intents": (
            "Discord refuses the intents that the bot asked for (code {code}). It asks for servers alone, which every "
            "application may: look whether Discord has restricted yours, on the page “Bot” of your application."
        ),
        "host.forbidden": (
            "Discord does not let this bot log in (code {code}). Look whether your application has been disabled, at "
            "https://discord.com/developers/applications."
        ),
        "host.not_connected": "The bot is not running, or has not been connected to Discord yet.",
        "host.silent": "The bot has not said how it is for {seconds} seconds: it does not run, or it hangs.",
        "host.unwritten": (
            "Nothing can be written in {path} ({fault}), so nobody knows how the bot is: make room there, or let it write."
        ),
        "host.clock": (
            "This machine's clock is {seconds} seconds off the one that the bot goes by, the database's or else "
            "Discord's: have it keep time (NTP)."
        ),
        "host.commands_refused": (
            "Discord has refused the bot's slash commands (code {code}), so it serves with those that it has: the next "
            "try is within the hour."
        ),
        "host.away": (
            "Discord has not acknowledged a heartbeat of shard {known} for minutes ({count} of {all} are away)."
        ),
        "host.connecting": (
            "The bot was started {seconds} seconds ago, and shard {known} is not connected to Discord yet ({count} of {all})."
        ),
        "host.doubled": (
            "Two processes have served the same shards for more than ten minutes ({shards} and {other}). Stop one of them, or "
            "give each shards of its own (SHARDS)."
        ),
        "host.stuck": "A message has been due for {seconds} seconds and is not posted yet.",
        "host.refused": "This machine does not allow that: {fault}.",
        "host.record": "The record cannot be read: {fault}.",
        "host.commitment": "SHA-256 of the seed: {commitment}",
        "host.program": "A Discord bot for two-player, two-tone games.",
        "host.commands": "commands",
        "host.run": "run the bot (the default)",
        "host.check": "check the database",
        "host.backup": "copy the database, also while the bot runs",
        "host.restore": "put a backup in the database's place; the bot must be stopped",
        "host.move_database": "carry everything over from SQLite to an empty database on PostgreSQL; the bot must be stopped",
        "host.move_database.target": "postgresql://name:password@host/database",
        "host.recount": "count all ratings anew from the rated matches; with SQLite the bot must be stopped",
        "host.recount.refit": "also measure the first mover's advantage in each game, for matches that end from now on",
        "host.healthcheck": "exit with 0 if the bot is well, else say what is wrong",
        "host.status": "say how the bot and its database are, on one screen",
        "host.setup": "set the application up at Discord: description, tags, how it is installed",
        "host.page.alive": "alive",
        "host.page.ready": "ready",
        "host.page.no_metrics": (
            "There are no metrics: the package prometheus-client is not installed. Install twotone[metrics]."
        ),
        "host.verify": "recompute the deal of a finished match from its record",
    },
)
