"""A Discord on your own machine.

Serves the part of the REST API and gateway that a game bot uses.

| wing | holds | imports |
|---|---|---|
| `world` | the state of the pretend Discord, and what its members can do | nothing of the playground |
| `checks` | Discord's rules for what a bot sends | `world` |
| `api` | the REST API and the gateway, as the bot meets them | `checks`, `world` |
| `page` | the web page, as a person meets the world | `world` |

Beside the wings, `app` puts them together and serves them, `bot_process` and `launcher` run the
unmodified bot, and `python -m playground` starts it all. The bot never imports this package. This
package changes nothing in the bot's library except the two addresses it connects to.
"""
