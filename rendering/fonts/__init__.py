"""The one font of the pictures: Twotone Mono, a subset of JetBrains Mono ExtraBold (OFL 1.1, `OFL.txt`)."""
