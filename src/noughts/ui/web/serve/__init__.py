"""The host on a machine: sockets, connections, signals."""
