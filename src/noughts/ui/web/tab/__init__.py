"""TAB: the host in a browser's tab: the application in a worker of the page, its games, and what computes beside it."""
