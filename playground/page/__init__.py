"""The web page: its server (`page`) and, under `static`, what the browser loads."""
