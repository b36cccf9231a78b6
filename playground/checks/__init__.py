"""Discord's rules for what a bot sends: field limits and its OpenAPI document.

`body_errors.BodyErrors` collects the errors; the modules named `…_rules` say what is allowed.
"""
