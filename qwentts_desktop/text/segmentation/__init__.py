"""From a cleaned block to sentences of a size that can be spoken."""
