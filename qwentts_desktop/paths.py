"""Where the application keeps what it keeps. No file is read or written here; folders are made on request."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs

from qwentts_desktop import APP_NAME


@dataclass(frozen=True)
class AppPaths:
    """The folders of one user. None of them exists until `ensure` is called.

    Attributes:
        config: settings and pronunciation rules.
        data: voices, history.
        cache: what can be made again: previews, kernels.
        state: window geometry.
        log: the rotating log.
        runtime: the instance's lock and socket; readable by this user only.
    """

    config: Path
    data: Path
    cache: Path
    state: Path
    log: Path
    runtime: Path

    @property
    def settings_file(self) -> Path:
        """The settings, TOML."""
        return self.config / "settings.toml"

    @property
    def pronunciation_file(self) -> Path:
        """The user's own pronunciation rules, TOML; may be missing."""
        return self.config / "pronunciation.toml"

    @property
    def history_file(self) -> Path:
        """Texts that were read, where the user wants them kept; may be missing."""
        return self.data / "history.jsonl"

    @property
    def voices(self) -> Path:
        """The library of voice profiles, one folder a voice."""
        return self.data / "voices"

    @property
    def models(self) -> Path:
        """Models kept in a folder of the application's own."""
        return self.data / "models"

    @property
    def resources(self) -> Path:
        """Icons and other files that ship with the program."""
        return resources_folder()


def user_paths() -> AppPaths:
    """The paths of the current user, by the conventions of the operating system.

    Windows keeps settings in the roaming profile and everything large in the local one.
    """
    dirs = PlatformDirs(APP_NAME, appauthor=False, roaming=False)
    roaming = PlatformDirs(APP_NAME, appauthor=False, roaming=True)
    return AppPaths(
        config=Path(roaming.user_config_dir),
        data=Path(dirs.user_data_dir),
        cache=Path(dirs.user_cache_dir),
        state=Path(dirs.user_state_dir),
        log=Path(dirs.user_log_dir),
        runtime=_runtime_folder(dirs),
    )


def ensure(folder: Path, *, private: bool = False) -> Path:
    """Make a folder and its parents and return it; `private` closes it to other users."""
    folder.mkdir(parents=True, exist_ok=True)
    if private and sys.platform != "win32":
        folder.chmod(0o700)
    return folder


def resources_folder() -> Path:
    """The folder `resources/`: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parent
    beside = package.parent / "resources"
    return beside if beside.is_dir() else package / "resources"


def _runtime_folder(dirs: PlatformDirs) -> Path:
    """XDG_RUNTIME_DIR where the session has one, else a private folder under the state folder."""
    session = os.environ.get("XDG_RUNTIME_DIR", "")
    if sys.platform != "win32" and session and os.access(session, os.W_OK):
        return Path(session) / APP_NAME
    return Path(dirs.user_state_dir) / "run"
