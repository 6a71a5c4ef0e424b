"""Every error that a user can meet: one sentence that says what to do, and the technical cause beside it."""

from __future__ import annotations


class QwenTTSError(Exception):
    """Base of all errors of the application.

    Args:
        message: one or two sentences for the user: what happened and what to do. Never holds spoken text.
        detail: the technical cause for the log, such as the text of the library's own exception.
    """

    def __init__(self, message: str, *, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class InvalidRequestError(QwenTTSError):
    """What was asked for cannot be done as asked: empty text, a bad value, an unknown name."""


class NothingToSayError(InvalidRequestError):
    """The text holds nothing that can be spoken."""


class DocumentError(QwenTTSError):
    """A file cannot be read as a document: damaged, locked, empty, of an unknown kind."""


class EngineError(QwenTTSError):
    """The engine could not load or failed while it spoke."""


class EngineUnavailableError(EngineError):
    """This engine cannot run here: no card, no driver, no program, no package."""


class CheckpointError(EngineError):
    """A model folder is missing, incomplete, damaged or of another kind."""


class OutOfMemoryError(EngineError):
    """The card's memory is used up."""


class CardLostError(EngineError):
    """The card's context is dead: nothing can run on it until the process starts anew."""


class VoiceError(QwenTTSError):
    """A voice cannot be used: missing, damaged, made for another model, a reference that does not serve."""


class AudioError(QwenTTSError):
    """Sound cannot be played, recorded, read or written."""


class SettingsError(QwenTTSError):
    """A setting or the settings file cannot be read, written or accepted."""


class SystemAdapterError(QwenTTSError):
    """The operating system refused: a hotkey is taken, a selection cannot be read, no tray."""


class HotkeyConflictError(SystemAdapterError):
    """Another program holds this key combination."""


class SelectionError(SystemAdapterError):
    """The selected text or the clipboard could not be read in time."""


class NothingSelectedError(SelectionError):
    """There is no selected text, or the clipboard holds no text: nothing must be spoken."""


class InstanceError(QwenTTSError):
    """The running application could not be reached or did not understand."""


class NotRunningError(InstanceError):
    """No instance of the application is running for this user."""


class DownloadError(QwenTTSError):
    """A model could not be fetched or verified."""


class DownloadCancelledError(DownloadError):
    """The user ended a download; what has arrived is kept."""
