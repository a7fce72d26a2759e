"""The house as a program of others: it speaks Gomocup's protocol and UGI."""
