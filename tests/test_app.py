from __future__ import annotations

import subprocess
import sys


def test_importing_the_application_leaves_torch_and_its_kin_out():
    code = (
        "import pkgutil, importlib, sys\n"
        "import qwentts_desktop.app, qwentts_desktop.ui as ui\n"
        "for module in pkgutil.walk_packages(ui.__path__, 'qwentts_desktop.ui.'):\n"
        "    importlib.import_module(module.name)\n"
        "heavy = {'torch', 'transformers', 'qwen_tts', 'librosa', 'sounddevice'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.strip() == "[]"
