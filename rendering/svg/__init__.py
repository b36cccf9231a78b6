"""Views as SVG, for pages that have no Pillow: the lab.

The entry point is `picture.draw`. Colours are classes: the names of a theme's palettes, which a
style sheet gives (`workshop.lab.build`). Tappable elements have their square as `data-square`.
"""
