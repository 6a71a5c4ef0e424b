"""Owns what the talker reads before it speaks: text, voice, language and instruction become embeddings.

Every position of a prompt is the sum of a text part and a codec part:

    text   instruction | role | pad ... pad  bos | text ...  eos | pad
    codec              |      | tag, voice,  pad | pad  ...  pad | bos     text whole in the prefill
    codec              |      | tag, voice,  pad | bos                     one text token with each frame

With a reference recording (ICL) the text part begins with its transcript, and its codes stand at the codec's
end. Knows no sampling and no audio.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.config import BASE, CUSTOM_VOICE, VOICE_DESIGN
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from qwentts_desktop.errors import InvalidRequestError, VoiceError
from qwentts_desktop.speech.request import AUTO

_LANGUAGE_NAMES = {
    "zh": "chinese", "en": "english", "de": "german", "it": "italian", "pt": "portuguese", "es": "spanish",
    "ja": "japanese", "ko": "korean", "fr": "french", "ru": "russian",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class PromptSpec:
    """What is to be said, and how.

    Attributes:
        text: plain text; a chat marker in it is just characters.
        language: ISO 639-1 code, a name that the model knows, or "auto".
        voice: an encoded voice, for Base models.
        speaker: a preset speaker, for CustomVoice models.
        instruction: how to speak; for VoiceDesign models the description of the voice.
        text_in_prefill: the whole text before the first frame, or one token with each frame; None for the
            model's default.
    """

    text: str
    language: str = AUTO
    voice: VoicePrompt | None = None
    speaker: str = ""
    instruction: str = ""
    text_in_prefill: bool | None = None


@dataclass(frozen=True, eq=False)
class Prompt:
    """What the talker reads.

    Attributes:
        embedded: [T, D], for the prefill.
        text: [N, D], one to be added to each frame's embedding, in order; N may be 0.
        pad: [D], added once the text is used up.
        context: [F, K] int64, codes of the reference recording, which the codec hears first; None without.
    """

    embedded: Tensor
    text: Tensor
    pad: Tensor
    context: Tensor | None = None


class PromptBuilder:
    """Builds prompts for one loaded model."""

    def __init__(self, model: QwenModel) -> None:
        self._model = model
        self._config = model.config
        self._talker = model.talker

    @torch.no_grad()
    def build(self, spec: PromptSpec) -> Prompt:
        """Make the prompt.

        Raises:
            InvalidRequestError: no text, or a language or speaker that the model does not know.
            VoiceError: a voice of the wrong kind or size for this model.
        """
        self._check(spec)
        ids = self._model.tokenizer.ids
        text = ids(spec.text.strip())
        if not text:
            raise InvalidRequestError("There is nothing to speak in this text.")
        role = [self._config.text.im_start, *ids("assistant\n")]
        voice = spec.voice if spec.voice is not None and spec.voice.is_in_context else None
        transcript = ids(voice.transcript.strip()) if voice else []
        instruction = self._instruction(spec)
        special = self._config.text
        pieces = (
            instruction,
            role,
            [special.tts_bos],
            [special.tts_eos],
            [special.tts_pad],
            transcript + text,
        )
        read = self._embed_text([token for piece in pieces for token in piece])
        instruction_, role_, bos, eos, pad, text_ = torch.split(read, [len(piece) for piece in pieces])

        tag = self._tag(spec)  # [n, D], ends with codec pad
        opening = torch.cat((pad.expand(len(tag) - 1, -1), bos)) + tag
        whole = spec.text_in_prefill if spec.text_in_prefill is not None else self._config.kind != BASE
        spoken = torch.cat((text_, eos))
        if voice is None or voice.codes is None:
            body, rest = self._plain_body(spoken, pad, whole)
        else:
            body, rest = self._context_body(spoken, pad, voice.codes, whole)
        return Prompt(
            embedded=torch.cat((instruction_, role_, opening, body)),
            text=rest,
            pad=pad[0],
            context=voice.codes if voice else None,
        )

    def _plain_body(self, spoken: Tensor, pad: Tensor, whole: bool) -> tuple[Tensor, Tensor]:
        """The text part after the opening, and what is left of it for the frames."""
        codec = self._config.codec
        bos = self._embed_codec([codec.bos])
        if not whole:
            return spoken[:1] + bos, spoken[1:]
        return torch.cat((spoken + self._embed_codec([codec.pad]), pad + bos)), spoken[:0]

    def _context_body(self, spoken: Tensor, pad: Tensor, codes: Tensor, whole: bool) -> tuple[Tensor, Tensor]:
        """The same with a recording: transcript and text [N, D] beside, or before, its codes [F, K]."""
        codec = self._config.codec
        heard = torch.cat(
            (self._embed_codec([codec.bos]), self._talker.embed_frame(codes.to(self._talker.device)))
        )
        if whole:
            return torch.cat((spoken + self._embed_codec([codec.pad]), heard + pad)), spoken[:0]
        missing = max(len(heard) - len(spoken), 0)
        beside = torch.cat((spoken[: len(heard)], pad.expand(missing, -1)))
        return beside + heard, spoken[len(heard) :]

    def _tag(self, spec: PromptSpec) -> Tensor:
        """Embeddings of think or nothink, the language, the voice, and a closing pad: [n, D]."""
        codec = self._config.codec
        language = self._language_id(spec)
        if language is None:
            ids = [codec.nothink, codec.think_bos, codec.think_eos]
        else:
            ids = [codec.think, codec.think_bos, language, codec.think_eos]
        parts = [self._embed_codec(ids)]
        if spec.voice is not None:
            parts.append(spec.voice.speaker.to(self._talker.device, self._talker.dtype).unsqueeze(0))
        elif spec.speaker:
            parts.append(self._embed_codec([self._config.speakers[spec.speaker.lower()]]))
        parts.append(self._embed_codec([codec.pad]))
        return torch.cat(parts)

    def _language_id(self, spec: PromptSpec) -> int | None:
        """A dialect speaker speaks the dialect unless another language than Chinese is asked for."""
        name = language_name(spec.language)
        dialect = self._config.dialects.get(spec.speaker.lower())
        if dialect and name in (AUTO, "chinese"):
            return self._config.languages[dialect]
        return None if name == AUTO else self._config.languages[name]

    def _instruction(self, spec: PromptSpec) -> list[int]:
        """A user turn in front, or nothing."""
        ignored = self._config.kind == CUSTOM_VOICE and not self._config.follows_instructions
        instruction = self._model.tokenizer.ids(spec.instruction.strip())
        if ignored or not instruction:
            return []
        special, ids = self._config.text, self._model.tokenizer.ids
        return [special.im_start, *ids("user\n"), *instruction, special.im_end, *ids("\n")]

    def _embed_text(self, ids: list[int]) -> Tensor:
        rows = self._model.text_embedding[torch.tensor(ids)]  # [n, W], on the host
        return self._talker.project_text(rows.to(self._talker.device, self._talker.dtype))

    def _embed_codec(self, ids: list[int]) -> Tensor:
        return self._talker.embed_first(torch.tensor(ids, device=self._talker.device))

    def _check(self, spec: PromptSpec) -> None:
        config = self._config
        wanted = BASE if spec.voice else CUSTOM_VOICE if spec.speaker else VOICE_DESIGN
        if wanted != config.kind:
            raise VoiceError(f"{config.name} {_USES[config.kind]}. Choose such a voice, or another model.")
        if spec.voice is not None:
            spec.voice.check_fits(config)
        if spec.speaker and spec.speaker.lower() not in config.speakers:
            known = ", ".join(sorted(config.speakers))
            raise VoiceError(f'This model has no speaker "{spec.speaker}". It has: {known}.')
        language = language_name(spec.language)
        if language != AUTO and language not in config.languages:
            raise InvalidRequestError(f'This model does not speak the language "{spec.language}".')


def language_name(language: str) -> str:
    """The model's name of a language, from its ISO 639-1 code or from that name itself."""
    return _LANGUAGE_NAMES.get(language.lower(), language.lower())


_USES = {
    BASE: "speaks in cloned voices",
    CUSTOM_VOICE: "speaks in its own preset voices",
    VOICE_DESIGN: "speaks in voices made from a description",
}
