"""Pictures of every settings page and assistant step: two languages, light and dark, 100 and 200 %.

python -m tests.bench.picture_windows FOLDER
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

SCREEN = {"name": "one", "x": 0, "y": 0, "width": 2560, "height": 1600, "logicalDpi": 96, "dpr": 1}
LANGUAGES, APPEARANCES, SCALES = ("en", "zh_CN"), ("light", "dark"), ("1", "2")


def main(arguments: list[str]) -> None:
    if len(arguments) == 1:
        screen = Path(arguments[0]) / "screen.json"
        screen.parent.mkdir(parents=True, exist_ok=True)
        screen.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
        for language, appearance, scale in product(LANGUAGES, APPEARANCES, SCALES):
            platform = f"offscreen:configfile={screen}"
            environment = {**os.environ, "QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": scale}
            command = [sys.executable, "-m", "tests.bench.picture_windows"]
            subprocess.run(
                [*command, arguments[0], language, appearance, scale],
                env=environment,
                check=True,
                timeout=120,
            )
        return
    folder, language, appearance, scale = arguments
    take_pictures(Path(folder), language, appearance, f"{100 * int(scale)}")


def take_pictures(folder: Path, language: str, appearance: str, percent: str) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication

    from tests.ui.settings.parts import build_windows

    application = QApplication([])
    windows = build_windows(application, folder, language, appearance)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(windows.settings.pages.count()):
        name = windows.settings.pages.item(number).data(Qt.ItemDataRole.UserRole)
        windows.settings.open_page(name)
        windows.settings.show()
        windows.settle()
        windows.settings.grab().save(str(folder / f"{name}-{language}-{appearance}-{percent}.png"))
        page = windows.settings.pages_by_name[name].widget()
        page.grab().save(str(folder / f"{name}-whole-{language}-{appearance}-{percent}.png"))
    for number in range(windows.assistant.step_count):
        windows.assistant.go(number)
        windows.assistant.show()
        windows.settle()
        windows.assistant.grab().save(str(folder / f"step{number + 1}-{language}-{appearance}-{percent}.png"))
    windows.close()


if __name__ == "__main__":
    main(sys.argv[1:])
