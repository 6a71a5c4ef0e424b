"""The installers are scripts beside the package: put their folder where `import` looks."""

import sys
from pathlib import Path

INSTALLERS = Path(__file__).resolve().parents[2] / "installers"
sys.path.insert(0, str(INSTALLERS))
