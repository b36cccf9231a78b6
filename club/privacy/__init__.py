"""The data kept about one person: given to them as files, or deleted on request."""
