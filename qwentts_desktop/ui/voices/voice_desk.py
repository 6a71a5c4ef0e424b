"""Owns the voices window, built when it is first wanted, and tells the menus which voices there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.ui.bridge import SpeechBridge
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.ports import VoiceChoice
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import VoiceKind

if TYPE_CHECKING:  # imported when it is built
    from qwentts_desktop.ui.voices.ports import VoiceParts
    from qwentts_desktop.ui.voices.voices_window import VoicesWindow


def library_choices(library: VoiceLibrary) -> tuple[VoiceChoice, ...]:
    """The voices of the library as the menus offer them. Quick enough for the moment when a menu opens."""
    return tuple(
        VoiceChoice(entry.profile.id, entry.profile.name)
        for entry in library.entries()
        if entry.profile.kind is not VoiceKind.UNKNOWN
    )


class VoiceDesk(QObject):
    """GUI thread."""

    changed = Signal()
    """A voice was added, changed or removed here."""

    def __init__(
        self,
        parts: VoiceParts,
        controller: Controller,
        settings: SettingsModel,
        status: StatusModel,
        bridge: SpeechBridge,
        icons: IconFolder,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._controller = controller
        self._settings = settings
        self._status = status
        self._bridge = bridge
        self._icons = icons
        self._window: VoicesWindow | None = None
        controller.voices_wanted.connect(self.show)

    @property
    def window(self) -> VoicesWindow:
        """The window, built now if need be."""
        if self._window is None:
            from qwentts_desktop.ui.voices.voices_window import VoicesWindow

            self._window = VoicesWindow(
                self._parts, self._controller, self._settings, self._status, self._bridge, self._icons
            )
            self._window.commands.changed.connect(self._on_changed)
        return self._window

    def show(self) -> None:
        """Bring the window up."""
        self.window.raise_up()

    def close(self) -> None:
        """Take the window away, free the microphone, end its worker."""
        if self._window is not None:
            self._window.stop_work()
            self._window.hide()
            self._window.deleteLater()
            self._window = None

    def _on_changed(self, _profile_id: object) -> None:
        self.changed.emit()
