"""Discord's OpenAPI document: the packed copy, or the file in `TWOTONE_OPENAPI`.

The copy comes with the playground. `python -m playground.checks.document FILE` packs a newer one,
as Discord publishes it (discord/discord-api-spec, `specs/openapi.json`), over the copy. Its licence
is in `document-licence.txt`.
"""

import json
import lzma
import os
import sys
from pathlib import Path
from typing import Final

from playground.world.errors import JSON

DOCUMENT_VARIABLE: Final = "TWOTONE_OPENAPI"
PACKED: Final = Path(__file__).with_name("document.json.xz")


def load_openapi_document() -> JSON:
    """Read Discord's OpenAPI document.

    Raises FileNotFoundError if the environment names a file that does not exist.
    """
    named = os.environ.get(DOCUMENT_VARIABLE)
    if not named:
        return read_document(PACKED)
    if not Path(named).is_file():
        raise FileNotFoundError(f"{DOCUMENT_VARIABLE} names {named}, and there is no such file.")
    return read_document(Path(named))


def read_document(path: Path) -> JSON:
    """Read a document, either packed or as published."""
    raw = path.read_bytes()
    read: JSON = json.loads(lzma.decompress(raw) if path.suffix == ".xz" else raw)
    return read


def pack(published: Path, packed: Path = PACKED) -> None:
    """Write a published document, without its white space, over the packed one.

    Raises ValueError if it is not an OpenAPI document.
    """
    read = read_document(published)
    if not isinstance(read, dict) or not {"openapi", "paths", "components"} <= read.keys():
        raise ValueError(f"{published} is no OpenAPI document")
    text = json.dumps(read, ensure_ascii=False, separators=(",", ":"))
    packed.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    pack(Path(sys.argv[1]))
