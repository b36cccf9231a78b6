"""Uploaded files leave nothing behind.

A busy bot sends some megabytes of pictures a minute.
"""

from weakref import ref

import discord
import discord.http

from bot.cards.kit.kit import CardFile
from tests.uncollected import no_garbage_collection


def test_what_was_sent_is_gone_at_once() -> None:
    with no_garbage_collection():  # it must not need the collector
        file = CardFile(b"a picture", "board.png", "A board")
        assert (file.filename, file.description, file.fp.read()) == ("board.png", "A board", b"a picture")
        file.reset(seek=True)
        assert file.fp.read() == b"a picture"  # as it is tried again
        buffer = ref(file.fp)
        with discord.http.handle_message_parameters(file=file):
            pass
        del file
        assert buffer() is None


def test_a_file_may_be_closed_again() -> None:
    file = CardFile(b"a picture", "board.png", "A board")
    file.close()
    file.close()
    assert file.fp.read() == b"a picture"
