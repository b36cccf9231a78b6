"""What makes the files that the engines are shipped with. No run of the bot imports it, and the wheel leaves it out.

`binar_tables` solves Binar's small boards, `patterns` trains what patterns of men are worth.
"""
