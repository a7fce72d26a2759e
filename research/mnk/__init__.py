"""M,N,K: the survey of boards: recorded runs, what is published, strips of any length."""
