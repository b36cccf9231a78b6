"""The one font of the pictures: Twotone Mono, a subset of JetBrains Mono 2.211 (SIL OFL 1.1, see `OFL.txt`).

Made with fonttools: the variable font at weight 800, ASCII and × · – ← ↑ → ↓ only, no hints, no features.
"""
