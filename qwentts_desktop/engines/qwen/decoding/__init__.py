"""From a prompt to codes: sampling, steps, CUDA graphs, the loop and its guards."""
