"""The page's server: questions and games over HTTP, as docs/server.md describes them."""
