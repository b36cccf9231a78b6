"""The store on SQLite: one file, one writer, and all operations on the file."""
