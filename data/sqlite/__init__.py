"""The store on SQLite: one file, one writer, and all that is done with the file itself."""
