"""The published models on the screen: work on them in the background, and the list that shows it."""
