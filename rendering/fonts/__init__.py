"""The one font of the pictures: Twotone Mono, a subset of JetBrains Mono 2.211 (SIL OFL 1.1, see `OFL.txt`).

Made with fonttools: the variable font at weight 800, no hints, no features; × · – ← ↑ → ↓ and the letters, digits and
signs of Latin (with its extensions and Vietnamese), Greek and Cyrillic. Other scripts need a font beside it.
"""
