"""The two faces of the pictures, subsets of fonts under the OFL 1.1.

That is the SIL Open Font License; the subsets were made with fonttools. Twotone Mono, for digits
and coordinates: JetBrains Mono 2.211 at weight 800 (`OFL-JetBrainsMono.txt`). Twotone Sans, for
prose: Inter 4.1 at weight 700 and optical size 20 (`OFL-Inter.txt`). No hints; of the features only
kerning and marks; × · – − • € ← ↑ → ↓, quotation marks, and the letters, digits and signs of Latin
(with its extensions and Vietnamese), Greek and Cyrillic. Other scripts need a font beside them.
"""

from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent
MONO: Final = "TwotoneMono.ttf"
"""The face of digits and of coordinates."""
SANS: Final = "TwotoneSans.ttf"
"""The face of prose."""
