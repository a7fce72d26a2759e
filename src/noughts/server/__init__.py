"""The web server: games, classes and analysis over HTTP, as docs/server.md describes them."""
