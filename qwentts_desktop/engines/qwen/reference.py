"""Owns the published implementation as a measure: the same request through upstream's own generate.

Slow, without streaming, without guards, and deaf to cancelling: for comparison and for finding faults.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.config import BASE, CUSTOM_VOICE, FRAME_SAMPLES
from qwentts_desktop.engines.qwen.prompt import PromptSpec, language_name
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from qwentts_desktop.speech.chunk import Samples
from qwentts_desktop.speech.request import SamplingOptions

_LONGEST_FRAMES = 2048


class ReferenceModel:
    """Upstream's model, loaded beside ours from the same folder.

    Args:
        ours: names the folder, device and number format, and tokenizes, so that text cannot become a marker.
        attention: "sdpa", "eager" or "flash_attention_2", as transformers calls them.
    """

    def __init__(self, ours: QwenModel, attention: str = "sdpa") -> None:
        self._ours = ours
        self._model = upstream.Qwen3TTSModel.from_pretrained(
            str(ours.folder),
            device_map=str(ours.talker.device),
            dtype=ours.talker.dtype,
            attn_implementation=attention,
        ).model

    @torch.no_grad()
    def codes(self, spec: PromptSpec, sampling: SamplingOptions) -> Tensor:
        """Speak a text: [F, K] int64, without the voice's own codes."""
        if sampling.seed is not None:
            torch.manual_seed(sampling.seed)
        voice, config = spec.voice, self._ours.config
        whole = spec.text_in_prefill if spec.text_in_prefill is not None else config.kind != BASE
        drops = config.kind == CUSTOM_VOICE and not config.follows_instructions
        codes, _ = self._model.generate(
            input_ids=[self._turn("assistant", spec.text, closed=False)],
            instruct_ids=[self._turn("user", spec.instruction) if spec.instruction and not drops else None],
            ref_ids=[self._turn("assistant", voice.transcript)] if voice and voice.is_in_context else None,
            voice_clone_prompt=_prompt_of(voice) if voice else None,
            languages=[language_name(spec.language)],
            speakers=[spec.speaker or None],
            non_streaming_mode=whole,
            **_generation_of(sampling),
        )
        return torch.as_tensor(codes[0])

    @torch.no_grad()
    def speak(self, spec: PromptSpec, sampling: SamplingOptions) -> Samples:
        """The sound of a text, [N] float32, by upstream's own decoder."""
        codes = self.codes(spec, sampling)
        context = spec.voice.codes if spec.voice is not None else None
        heard = torch.cat((context.to(codes.device), codes)) if context is not None else codes
        sounds, _ = self._model.speech_tokenizer.decode([{"audio_codes": heard}])
        sound: Samples = sounds[0][len(sounds[0]) - len(codes) * FRAME_SAMPLES :]
        return sound

    def _turn(self, role: str, text: str, closed: bool = True) -> Tensor:
        """Ids of one turn [1, T], with the opening of the next one unless it is closed."""
        special, ids = self._ours.config.text, self._ours.tokenizer.ids
        turn = [special.im_start, *ids(f"{role}\n"), *ids(text.strip()), special.im_end, *ids("\n")]
        if not closed:
            turn += [special.im_start, *ids("assistant\n")]
        return torch.tensor([turn], device=self._ours.talker.device)


def _prompt_of(voice: VoicePrompt) -> dict[str, Any]:
    return {
        "ref_code": [voice.codes],
        "ref_spk_embedding": [voice.speaker],
        "x_vector_only_mode": [not voice.is_in_context],
        "icl_mode": [voice.is_in_context],
    }


def _generation_of(sampling: SamplingOptions) -> dict[str, Any]:
    """Sampling in upstream's names; its limit counts one code more than frames come out."""
    return {
        "max_new_tokens": (sampling.max_frames or _LONGEST_FRAMES) + 1,
        "do_sample": sampling.temperature > 0,
        "temperature": sampling.temperature or 1.0,
        "top_k": sampling.top_k,
        "top_p": sampling.top_p,
        "repetition_penalty": sampling.repetition_penalty,
        "subtalker_dosample": sampling.residual_temperature > 0,
        "subtalker_temperature": sampling.residual_temperature or 1.0,
        "subtalker_top_k": sampling.residual_top_k,
        "subtalker_top_p": sampling.residual_top_p,
    }
