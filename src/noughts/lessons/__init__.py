"""What can be learnt here: lessons with boards, exercises, a ladder, maps and the graph of positions, all computed."""
