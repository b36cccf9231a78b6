"""Discord's rules for what a bot sends: field limits and its OpenAPI document.

`forms.Form` collects the errors; the files named `…_rules` say what is allowed.
"""
