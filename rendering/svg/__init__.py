"""Views as SVG, for pages that have no Pillow: the lab. `picture.draw` is the way in.

Colours are classes: the names of a theme's palettes, which a style sheet gives (`workshop.lab.build`). What can be
tapped has its square as `data-square`.
"""
