"""Programs of other authors as players, by the protocols that they speak: Gomocup and UGI."""
