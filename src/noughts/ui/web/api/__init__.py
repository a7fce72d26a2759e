"""What is asked over HTTP: routes and the shapes of requests; the only room that sees the services."""
