"""The doctor's trial process: `python -m qwentts_desktop.cli.card_probe`. A broken driver ends it, not us."""

from __future__ import annotations

import os
import sys

from qwentts_desktop.diagnostics.card_probe import BF16, GRAPH, KERNEL, own_steps, probe
from qwentts_desktop.diagnostics.torch_findings import NVRTC


def main() -> None:
    """Tell each step on standard output; whatever libraries print goes to standard error."""
    from qwentts_desktop import factory

    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    steps = {**own_steps(), NVRTC: lambda: {"version": factory.build_fused_kernels()}}
    probe(steps, out, needs_card=(KERNEL, GRAPH, BF16, NVRTC))
    out.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # a driver may hang or crash while it is taken down; all has been told


if __name__ == "__main__":
    main()
