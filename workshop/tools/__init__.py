"""Makes the shipped files of engines, openings and the schema; not in the wheel."""
