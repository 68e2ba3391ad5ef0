"""What passes between the stages of a run: the ground floor, importing nothing of the other stages."""
