"""The web server: games, classes and analysis over HTTP, as docs/server.md and docs/http.md describe them."""
