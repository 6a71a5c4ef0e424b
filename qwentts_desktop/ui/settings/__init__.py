"""The settings window: pages made from the declarations, and the panels that stand beside them."""
