"""noughts as an engine of other programs: Gomocup's protocol and UGI."""
