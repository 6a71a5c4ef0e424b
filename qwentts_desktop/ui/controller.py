"""What the user wants, turned into calls of the service. It knows no widget, and shows nothing itself."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from qwentts_desktop.errors import NothingSelectedError, QwenTTSError, SettingsError
from qwentts_desktop.speech.events import JobStarted, Notice, Problem
from qwentts_desktop.ui.events import Fetched, HotkeyPressed, PendingText, PlaceWanted, Source, TextShown
from qwentts_desktop.ui.ports import Facts, SettingsAccess, SpeechControl
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.text_fetch import TextFetch

KEPT_TEXTS = 16
SPEED_STEP = 0.1
REST_MS = 300
"""A slider's value is written to disk this long after its last move, not at each step."""


SMALLEST_MODEL = "0.6B"


class Controller(QObject):
    """The intents of tray, windows, hotkeys and the command line. All slots run on the GUI thread."""

    asked = Signal(object)
    """`PendingText`: a long text waits for `confirm`."""
    noticed = Signal(object)
    """`Notice` for the user."""
    failed = Signal(object)
    """`Problem` for the user."""
    text_submitted = Signal(object)
    """`TextShown`: the text of a new job."""
    window_wanted = Signal()
    settings_wanted = Signal()
    voices_wanted = Signal()
    document_wanted = Signal()
    export_wanted = Signal()
    quit_wanted = Signal()

    def __init__(
        self,
        service: SpeechControl,
        fetch: TextFetch,
        settings: SettingsAccess,
        status: StatusModel,
        facts: Facts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._fetch = fetch
        self._settings = settings
        self._status = status
        self._facts = facts
        self._texts: OrderedDict[int, str] = OrderedDict()
        self._timed_intents: dict[str, Callable[[int], None]] = {
            "speak_selection": self.speak_selection,
            "speak_clipboard": self.speak_clipboard,
        }
        self._intents: dict[str, Callable[[], None]] = {
            "pause_resume": self.toggle_pause,
            "stop": self.stop,
            "next_sentence": self.next_sentence,
            "previous_sentence": self.previous_sentence,
            "restart_sentence": self.restart_sentence,
            "faster": self.faster,
            "slower": self.slower,
            "next_voice": self.next_voice,
        }
        self._place_after_start: PlaceWanted | None = None
        self._unkept: dict[str, str] = {}
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self.flush)
        fetch.fetched.connect(self._on_fetched)

    # reading

    def speak_selection(self, origin_ns: int | None = None) -> None:
        """Read what is selected, wherever that is."""
        self._fetch.fetch(Source.SELECTION, _now(origin_ns))

    def speak_clipboard(self, origin_ns: int | None = None) -> None:
        """Read what was copied."""
        self._fetch.fetch(Source.CLIPBOARD, _now(origin_ns))

    def speak_text(self, text: str, origin_ns: int | None = None) -> None:
        """Read this text; a very long one waits for `confirm`."""
        self._fetch.forget()
        self.consider(
            text, _now(origin_ns), self.tr("There is nothing to read. Type or paste some text first.")
        )

    def confirm(self, pending: PendingText) -> None:
        """The user does want the long text."""
        self._submit(pending.text, pending.origin_ns)

    def text_of(self, job_id: int) -> str | None:
        """The text of a recent job, or None."""
        return self._texts.get(job_id)

    # playing

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self._service.toggle_pause()

    def stop(self) -> None:
        """Silence, and no answer of a reading that is still under way."""
        self._fetch.forget()
        self._service.stop()

    def next_sentence(self) -> None:
        """Skip forward."""
        self._service.next_sentence()

    def previous_sentence(self) -> None:
        """Skip back."""
        self._service.previous_sentence()

    def retry(self) -> None:
        """Go on at the sentence that failed."""
        self._status.dismiss()
        self._service.restart_sentence()

    def use_smaller_model(self) -> None:
        """Take the model that needs less of the card, and go on at the sentence that failed."""
        self.change_setting("engine.model_size", SMALLEST_MODEL)
        self.retry()

    def restart_sentence(self) -> None:
        """Read this sentence again."""
        self._service.restart_sentence()

    def read_from(self, place: PlaceWanted) -> None:
        """Go to a place of the text that is read, or read that text again from there."""
        shown = self._status.shown
        if shown.is_busy and shown.job_id == place.job_id:
            self._service.jump_to_character(place.character)
            return
        text = self._texts.get(place.job_id)
        if text is not None:
            self._place_after_start = None
            job_id = self._submit(text, _now(None))
            self._place_after_start = PlaceWanted(job_id, place.character) if job_id is not None else None

    def on_job_started(self, event: JobStarted) -> None:
        """A text that was to be read from another place than its start has begun."""
        place = self._place_after_start
        if place is not None and place.job_id == event.job_id:
            self._place_after_start = None
            self._service.jump_to_character(place.character)

    # settings that are changed while listening

    def faster(self) -> None:
        """One step faster."""
        self._change_speed(SPEED_STEP)

    def slower(self) -> None:
        """One step slower."""
        self._change_speed(-SPEED_STEP)

    def set_speed(self, speed: float) -> None:
        """Speed, heard at once; clamped to 0.5..2.5, kept in the settings when the hand rests."""
        speed = min(2.5, max(0.5, speed))
        self._service.set_speed(speed)
        self._keep_soon("audio.speed", f"{speed:.2f}")

    def set_volume(self, volume: float) -> None:
        """Volume, heard at once; clamped to 0..1, kept in the settings when the hand rests."""
        volume = min(1.0, max(0.0, volume))
        self._service.set_volume(volume)
        self._keep_soon("audio.volume", f"{volume:.2f}")

    def flush(self) -> None:
        """Keep what waits to be kept."""
        self._resting.stop()
        unkept, self._unkept = self._unkept, {}
        for dotted, text in unkept.items():
            self.change_setting(dotted, text)

    def choose_voice(self, voice_id: str) -> None:
        """This voice from the next sentence on."""
        self.change_setting("voice.voice", voice_id)
        try:
            request = self._facts.request_of(self._settings.settings, "", None, None)
        except QwenTTSError as error:
            self.failed.emit(Problem(error))
            return
        self._service.set_voice(request.voice)

    def next_voice(self) -> None:
        """The voice after the present one, round and round, and its name as a notice."""
        choices = list(self._facts.voices())
        if not choices:
            return
        ids = [choice.id for choice in choices]
        present = self._settings.settings.voice.voice
        following = choices[(ids.index(present) + 1) % len(ids) if present in ids else 0]
        self.choose_voice(following.id)
        self.noticed.emit(Notice(self.tr("Voice: {name}").format(name=following.name)))

    def change_setting(self, dotted: str, text: str) -> None:
        """Change one setting; a refusal becomes a problem that the user sees."""
        try:
            self._settings.set(dotted, text)
        except SettingsError as error:
            self.failed.emit(Problem(error))

    def _change_speed(self, by: float) -> None:
        self.flush()
        self.set_speed(self._settings.settings.audio.speed + by)

    def _keep_soon(self, dotted: str, text: str) -> None:
        self._unkept[dotted] = text
        self._resting.start()

    # what comes in

    def on_hotkey(self, press: HotkeyPressed) -> None:
        """A global hotkey."""
        if press.action in self._timed_intents:
            self._timed_intents[press.action](press.at_ns)
        elif press.action in self._intents:
            self._intents[press.action]()

    def show_window(self) -> None:
        """Bring the main window up."""
        self.window_wanted.emit()

    def show_settings(self) -> None:
        """Bring the settings window up."""
        self.settings_wanted.emit()

    def choose_document(self) -> None:
        """Let the user choose a document to be read."""
        self.document_wanted.emit()

    def show_export(self) -> None:
        """Bring the window up that keeps texts as sound files."""
        self.export_wanted.emit()

    def drop(self, job_id: int) -> None:
        """Take a text that waits out of the queue."""
        self._service.drop(job_id)

    def keep_history(self, is_wanted: bool) -> None:
        """Whether texts are remembered."""
        self.change_setting("privacy.keep_history", "true" if is_wanted else "false")

    def show_voices(self) -> None:
        """Bring the window of the voices up."""
        self.voices_wanted.emit()

    def quit(self) -> None:
        """End the application."""
        self.quit_wanted.emit()

    def _on_fetched(self, answer: Fetched) -> None:
        if isinstance(answer.error, NothingSelectedError):
            self.noticed.emit(Notice(answer.error.message))
        elif answer.error is not None:
            self.failed.emit(Problem(answer.error))
        else:
            self.consider(answer.text, answer.origin_ns, self._nothing_there(answer.source))

    def _nothing_there(self, source: Source) -> str:
        if source is Source.SELECTION:
            return self.tr("No text is selected. Select some text first, then press the key again.")
        return self.tr("There is no text on the clipboard. Copy some text first.")

    def consider(self, text: str, origin_ns: int, nothing: str) -> None:
        """Read a text, ask first where it is very long, say `nothing` where it is empty."""
        if not text.strip():
            self.noticed.emit(Notice(nothing))
        elif len(text) > self._settings.settings.general.ask_above_characters:
            self.asked.emit(PendingText(text, origin_ns))
        else:
            self._submit(text, origin_ns)

    def _submit(self, text: str, origin_ns: int) -> int | None:
        try:
            request = self._facts.request_of(self._settings.settings, text, None, None)
            job_id = self._service.submit(request, origin_ns=origin_ns)
        except QwenTTSError as error:
            self.failed.emit(Problem(error))
            return None
        self.on_submitted(TextShown(job_id, text))
        return job_id

    def on_submitted(self, shown: TextShown) -> None:
        """A text was given to the service, here or from the command line."""
        self._texts[shown.job_id] = shown.text
        while len(self._texts) > KEPT_TEXTS:
            self._texts.popitem(last=False)
        self.text_submitted.emit(shown)


def _now(origin_ns: int | None) -> int:
    return time.perf_counter_ns() if origin_ns is None else origin_ns
