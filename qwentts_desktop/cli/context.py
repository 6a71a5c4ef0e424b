"""What every command works with: the user's folders, the settings, the streams. Reads nothing by itself."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from qwentts_desktop.paths import AppPaths, user_paths

if TYPE_CHECKING:  # the quick commands do without
    from qwentts_desktop.settings.schema import Settings
    from qwentts_desktop.speech.engine import EngineInfo
    from qwentts_desktop.speech.voice import Voice


@dataclass(frozen=True)
class Context:
    """One run of the command line."""

    paths: AppPaths = field(default_factory=user_paths)
    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)

    def settings(self) -> Settings:
        """The settings as saved, or the defaults; what is amiss with the file is said once."""
        from qwentts_desktop.settings.store import SettingsStore

        store = SettingsStore(self.paths.settings_file)
        settings = store.load()
        for notice in store.notices:
            self.complain(notice)
        return settings

    def open_log(self) -> None:
        """Send records to the log file, unless they go somewhere already."""
        import logging

        from qwentts_desktop.logs import set_up_logging

        if not logging.getLogger().handlers:
            set_up_logging(self.paths.log)

    def say(self, line: str) -> None:
        """One line to standard output."""
        print(line, file=self.stdout, flush=True)

    def complain_of_stand_in(self, engine: EngineInfo, voice: Voice) -> None:
        """Say that the system's voice speaks where another one was asked for, and why."""
        from qwentts_desktop.speech.engine import EngineKind
        from qwentts_desktop.speech.voice import SystemVoice

        if engine.kind is EngineKind.SYSTEM and not isinstance(voice, SystemVoice):
            self.complain(engine.reason)

    def complain(self, line: str) -> None:
        """One line to standard error."""
        print(line, file=self.stderr, flush=True)
