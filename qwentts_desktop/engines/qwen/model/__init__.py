"""The network: layers, static KV caches, talker and predictor."""
