"""Buttons, menus and modals: thin. `router` receives them all and hands them to the file of their subject."""
