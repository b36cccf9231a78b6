"""Makes the files that engines, openings and the schema are shipped with; not in the wheel."""
