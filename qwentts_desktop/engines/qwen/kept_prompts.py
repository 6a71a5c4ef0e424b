"""Owns where encoded voices are kept between two runs, so that none is encoded twice. Encodes nothing."""

from __future__ import annotations

import logging
from pathlib import Path

from safetensors import SafetensorError

from qwentts_desktop.engines.qwen.config import ModelConfig
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt, load_voice_prompt
from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.voice import ClonedVoice

_log = logging.getLogger(__name__)


def kept_prompt_path(voice: ClonedVoice, config: ModelConfig) -> Path | None:
    """The file of this voice as encoded for this model; None where nothing is to be kept."""
    if voice.kept_prompts is None or not voice.content:
        return None
    return voice.kept_prompts / f"{config.name.replace(' ', '-')}-{voice.content}.safetensors"


def load_kept_prompt(voice: ClonedVoice, config: ModelConfig) -> VoicePrompt | None:
    """What was kept, or None where that is nothing or does not serve: then it is encoded again."""
    path = kept_prompt_path(voice, config)
    if path is None or not path.is_file():
        return None
    try:
        prompt = load_voice_prompt(path)
        prompt.check_fits(config)
    except VoiceError as error:
        _log.info("a kept voice is encoded again: %s", error.detail or error.message)
        return None
    return prompt


def keep_prompt(prompt: VoicePrompt, voice: ClonedVoice, config: ModelConfig) -> None:
    """Keep it, where that is possible; speaking goes on all the same."""
    path = kept_prompt_path(voice, config)
    if path is None:
        return
    try:
        path.parent.mkdir(exist_ok=True)
        prompt.save(path)
    except (OSError, SafetensorError) as error:
        _log.info("the encoded voice could not be kept: %s", error)
