"""Programs of other people as players, by the protocols that they speak: Gomocup's, and UGI."""
