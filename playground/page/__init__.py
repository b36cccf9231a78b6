"""The web page: its server (`page`) and the files the browser loads (`static`)."""
