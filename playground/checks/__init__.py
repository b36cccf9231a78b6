"""Discord's rules for what a bot sends: the limits of each field, and Discord's own OpenAPI document.

`forms.Form` collects what is wrong; the files named `…_rules` say what is allowed.
"""
