"""Model folders in the published layout with random weights, for measuring and testing without a download.

A run on random weights of the real sizes is the real arithmetic at the real cost; it sounds like noise.
"""
