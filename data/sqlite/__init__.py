"""The store on SQLite: one file, one writer, and all work on the file itself."""
