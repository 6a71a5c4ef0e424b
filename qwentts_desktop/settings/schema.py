"""Every setting, declared once: default, range, choices and help.

This one declaration feeds the store, the settings window, `qwentts-desktop settings` and the README's table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def setting(
    default: Any,
    help: str,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: tuple[str, ...] = (),
    unit: str = "",
) -> Any:
    """A dataclass field that carries what the store, the window and the command line need to know."""
    metadata = {"help": help, "minimum": minimum, "maximum": maximum, "choices": choices, "unit": unit}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class GeneralSettings:
    """How the application behaves."""

    when_speaking: str = setting(
        "interrupt",
        "What a new text does while another is being read: interrupt it, or wait its turn.",
        choices=("interrupt", "enqueue"),
    )
    ask_above_characters: int = setting(
        100_000, "Ask before reading a selection longer than this.", minimum=1_000, maximum=10_000_000
    )
    start_at_login: bool = setting(False, "Start with the desktop, hidden in the tray.")
    appearance: str = setting(
        "system", "Light or dark windows; system follows the desktop.", choices=("system", "light", "dark")
    )
    overlay: bool = setting(False, "Show a small bar for listening above all other windows.")
    interface_language: str = setting(
        "system", "Language of menus and windows.", choices=("system", "en", "zh_CN")
    )


@dataclass(frozen=True)
class HotkeySettings:
    """Global hotkeys, such as "Ctrl+Shift+F9"; empty for none."""

    speak_selection: str = setting("Ctrl+Shift+F9", "Read the selected text.")
    pause_resume: str = setting("Ctrl+Shift+F10", "Pause, or go on where it was.")
    stop: str = setting("Ctrl+Shift+F11", "Stop reading.")
    speak_clipboard: str = setting("", "Read the clipboard.")
    next_sentence: str = setting("", "Skip to the next sentence.")
    previous_sentence: str = setting("", "Back to the sentence before.")
    restart_sentence: str = setting("", "Start this sentence again.")
    faster: str = setting("", "Read faster.")
    slower: str = setting("", "Read slower.")
    next_voice: str = setting("", "Switch to the next voice.")


@dataclass(frozen=True)
class AudioSettings:
    """Where and how sound is played."""

    output_device: str = setting("", "Output device by name; empty follows the system's default.")
    volume: float = setting(1.0, "Volume.", minimum=0.0, maximum=1.0)
    speed: float = setting(1.0, "Speed, pitch kept.", minimum=0.5, maximum=2.5)
    cushion_ms: int = setting(
        80,
        "Sound gathered before playing starts. More survives slower cards; less starts sooner.",
        minimum=0,
        maximum=2_000,
        unit="ms",
    )
    wake_silence_ms: int = setting(
        0,
        "Silence played first after a pause, for Bluetooth devices that swallow the first syllable.",
        minimum=0,
        maximum=1_000,
        unit="ms",
    )


@dataclass(frozen=True)
class VoiceSettings:
    """Who speaks."""

    voice: str = setting("", "Id of the voice profile; empty for the operating system's own voice.")
    language: str = setting(
        "auto",
        "Language of the texts; auto finds it out for each text.",
        choices=("auto", "zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru"),
    )


@dataclass(frozen=True)
class EngineSettings:
    """The neural engine."""

    engine: str = setting(
        "auto",
        "Which engine speaks: auto takes the neural one where a model is there and can run.",
        choices=("auto", "neural", "system"),
    )
    model_size: str = setting(
        "0.6B", "Size of the model: 0.6B is faster, 1.7B sounds better.", choices=("0.6B", "1.7B")
    )
    model_folder: str = setting("", "A model folder of your own; empty for the downloaded model.")
    models_folder: str = setting(
        "", "Where downloaded models are kept; empty for the application's own folder."
    )
    model_place: str = setting(
        "own",
        "Where new downloads go: own is the folder above, hub-cache is shared with other programs.",
        choices=("own", "hub-cache"),
    )
    device: str = setting("auto", "Where the model runs: auto, cpu, cuda:0, cuda:1 ...")
    dtype: str = setting(
        "auto", "Number format: auto takes bfloat16 from Ampere on.", choices=("auto", "bfloat16", "float32")
    )
    weights: str = setting(
        "bf16",
        "Weights: bf16 as published; int8 takes half the memory and suits cards with slow memory.",
        choices=("bf16", "int8"),
    )
    attention: str = setting(
        "sdpa",
        "Attention of the prefill and of the reference path.",
        choices=("sdpa", "eager", "flash_attention_2"),
    )
    idle_unload_minutes: int = setting(
        10,
        "Give the card's memory back after this long without speech; 0 never.",
        minimum=0,
        maximum=1_440,
        unit="min",
    )


@dataclass(frozen=True)
class StreamingSettings:
    """How sound leaves the engine."""

    chunk_frames: int = setting(
        0,
        "Frames (80 ms each) a chunk; 0 starts with one and grows, which is right for nearly everyone.",
        minimum=0,
        maximum=48,
    )


@dataclass(frozen=True)
class ReadingSettings:
    """How texts are prepared for reading aloud; the names are those of the reading's own options."""

    markdown: str = setting(
        "auto",
        "Take Markdown's marks out; auto does it where a text really is Markdown.",
        choices=("auto", "always", "never"),
    )
    code_blocks: str = setting(
        "skip",
        "What to do with blocks of program code.",
        choices=("skip", "name", "read"),
    )
    urls: str = setting("short", "What to do with web addresses.", choices=("short", "skip", "read"))
    emails: str = setting("short", "What to do with e-mail addresses.", choices=("short", "skip", "read"))
    emoji: str = setting("drop", "What to do with emoji.", choices=("drop", "name", "keep"))
    numbers: str = setting(
        "auto",
        "Write numbers out as words; auto does it where the text and the voice differ in language.",
        choices=("auto", "always", "never"),
    )
    join_lines: bool = setting(True, "Join the lines of a paragraph that was wrapped, as in a PDF.")
    join_hyphenated: bool = setting(True, "Bring words together that were divided at the end of a line.")
    bullets: bool = setting(True, "Leave out the bullets of lists; each item gets its pause.")
    citations: bool = setting(False, "Leave out citations such as [12] and (Smith et al., 2020).")
    footnote_marks: bool = setting(False, "Leave out small raised numbers and other marks of footnotes.")
    dividers: bool = setting(True, "Leave out rows of dashes and drawn boxes.")
    repeats: bool = setting(True, "Shorten characters that are repeated over and over.")
    html: bool = setting(True, "Leave out HTML tags and decode entities that are left in a text.")
    terminal_codes: bool = setting(True, "Leave out colours and cursor movements copied from a terminal.")
    control_characters: bool = setting(True, "Leave out control characters and invisible characters.")
    compose_characters: bool = setting(True, "Bring letters and their accents together.")
    maximum_characters: int = setting(
        300, "No sentence is spoken in larger pieces than this.", minimum=100, maximum=1_000
    )
    join_below: int = setting(
        4, "Sentences with fewer letters than this are spoken with a neighbour.", minimum=0, maximum=50
    )
    clause_pause_ms: int = setting(
        80, "Pause where a long sentence is cut.", minimum=0, maximum=5_000, unit="ms"
    )
    sentence_pause_ms: int = setting(250, "Pause after a sentence.", minimum=0, maximum=5_000, unit="ms")
    line_pause_ms: int = setting(
        300, "Pause after a line that stands by itself.", minimum=0, maximum=5_000, unit="ms"
    )
    list_item_pause_ms: int = setting(
        350, "Pause after an item of a list.", minimum=0, maximum=5_000, unit="ms"
    )
    paragraph_pause_ms: int = setting(600, "Pause after a paragraph.", minimum=0, maximum=5_000, unit="ms")
    heading_pause_ms: int = setting(700, "Pause after a heading.", minimum=0, maximum=5_000, unit="ms")


@dataclass(frozen=True)
class PrivacySettings:
    """What is kept."""

    keep_history: bool = setting(False, "Keep the texts that were read, on this machine only.")


@dataclass(frozen=True)
class Settings:
    """All settings. Frozen: `dataclasses.replace` makes a changed copy, the store saves it."""

    general: GeneralSettings = field(default_factory=GeneralSettings)
    hotkeys: HotkeySettings = field(default_factory=HotkeySettings)
    audio: AudioSettings = field(default_factory=AudioSettings)
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    engine: EngineSettings = field(default_factory=EngineSettings)
    streaming: StreamingSettings = field(default_factory=StreamingSettings)
    reading: ReadingSettings = field(default_factory=ReadingSettings)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)
