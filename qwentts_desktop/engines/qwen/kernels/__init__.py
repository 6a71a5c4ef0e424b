"""Fused CUDA kernels, each beside its plain-torch twin."""
