"""Owns the codec's decoder: codes in, sound out, frame by frame with state. Knows no graph and no thread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn

from qwentts_desktop.engines.qwen.codec.blocks import LatentStage, SynthesisBlock, read_snake
from qwentts_desktop.engines.qwen.codec.config import CodecConfig
from qwentts_desktop.engines.qwen.codec.convolutions import CausalConv
from qwentts_desktop.engines.qwen.codec.places import LONGEST_STEP_FRAMES
from qwentts_desktop.engines.qwen.codec.quantizer import Codebooks, read_projection
from qwentts_desktop.engines.qwen.codec.state import Allocate, DecoderState, LayerStates
from qwentts_desktop.engines.qwen.codec.transformer import WindowedTransformer
from qwentts_desktop.engines.qwen.codec.weights import CodecWeights, open_codec_weights


class StreamingDecoder(nn.Module):
    """Decodes any number of frames at a time; the sound does not depend on how they were divided.

    Equal to the published decoder run once over all frames, within 1e-4 in fp32. Everything in it is causal,
    so nothing is computed twice and nothing has to wait. Neighbouring linear layers of the published model
    are multiplied out when the weights are read.
    """

    def __init__(self, weights: CodecWeights, config: CodecConfig) -> None:
        """Take the published tensors under `decoder.`, whose device becomes the decoder's."""
        super().__init__()
        self.config = config
        self.codebooks = Codebooks.read(weights.under("quantizer"), config.num_quantizers)
        transformer = weights.under("pre_transformer")
        self.entrance = _entrance(weights)
        self.transformer = WindowedTransformer(transformer, config)
        self.stages: Sequence[LatentStage] = nn.ModuleList(  # type: ignore[assignment]
            LatentStage(weights.under(f"upsample.{i}"), ratio)
            for i, ratio in enumerate(config.upsampling_ratios)
        )
        after_transformer = self.stages[0].upsampling.conv.matrix
        after_transformer.absorb(transformer["output_proj.weight"], transformer["output_proj.bias"])
        parts = weights.under("decoder")
        self.head = CausalConv.read(parts.under("0"))
        self.blocks: Sequence[SynthesisBlock] = nn.ModuleList(  # type: ignore[assignment]
            SynthesisBlock(parts.under(str(1 + i)), rate) for i, rate in enumerate(config.upsample_rates)
        )
        end = 1 + len(config.upsample_rates)
        self.snake = read_snake(parts.under(str(end)))
        self.tail = CausalConv.read(parts.under(str(end + 1)))

    @classmethod
    def from_folder(cls, folder: Path, device: torch.device | str = "cpu") -> StreamingDecoder:
        """Load the folder speech_tokenizer of a model, each tensor straight onto the device.

        Raises:
            CheckpointError: a file is missing, damaged, or belongs to another codec.
        """
        config = CodecConfig.from_folder(folder)
        with torch.no_grad(), open_codec_weights(folder, torch.device(device)) as weights:
            return cls(weights.under("decoder"), config).eval()

    @property
    def device(self) -> torch.device:
        """Where the weights are, and so where codes and states must be."""
        return self.tail.matrix.weight.device

    @property
    def samples_per_frame(self) -> int:
        """1,920 for the published model."""
        return self.config.samples_per_frame

    def new_state(self, batch: int = 1) -> DecoderState:
        """State for `batch` independent rows before their first frame."""
        return DecoderState.allocate(batch, self.device, self._lay_out)

    @torch.no_grad()
    def decode(self, codes: torch.Tensor, state: DecoderState) -> torch.Tensor:
        """Decode the next frames of each row.

        Args:
            codes: [B, K, F] int64 in 0..codebook_size - 1, F >= 1, on the decoder's device.
            state: what the rows remember, B rows; moved on in place.

        Returns:
            Sound [B, F * samples_per_frame] float32 in -1..1, owned by the caller.
        """
        batch, codebooks, _ = codes.shape
        if batch != state.batch or codebooks != self.config.num_quantizers:
            raise ValueError(f"codes {tuple(codes.shape)} for {state.batch} rows")
        steps = torch.split(codes, LONGEST_STEP_FRAMES, dim=2)
        sounds = [self.step(step, state) for step in steps]
        return sounds[0] if len(sounds) == 1 else torch.cat(sounds, dim=1)

    def step(self, codes: torch.Tensor, state: DecoderState) -> torch.Tensor:
        """Decode 1 <= F <= LONGEST_STEP_FRAMES frames: fixed shapes, no sync, fit for capture in a graph.

        Raises:
            ValueError: more frames; they would overwrite keys in the ring that they still need.
        """
        if not 1 <= codes.shape[2] <= LONGEST_STEP_FRAMES:
            raise ValueError(f"{codes.shape[2]} frames in one step, {LONGEST_STEP_FRAMES} are the most")
        layers = state.layers
        x = self.entrance(self.codebooks(codes), layers.entrance)  # [B, F, hidden]
        x = self.transformer(x, layers.rings, state.frames)
        for stage, stage_state in zip(self.stages, layers.stages, strict=True):
            x = stage(x, stage_state)
        x = self.head(x, layers.head)
        for block, block_state in zip(self.blocks, layers.blocks, strict=True):
            x = block(x, block_state)
        sound: torch.Tensor = self.tail(x, layers.tail, self.snake)  # [B, F * samples_per_frame, 1]
        state.frames.add_(codes.shape[2])
        return sound.flatten(1).clamp_(-1.0, 1.0)

    def _lay_out(self, allocate: Allocate) -> LayerStates:
        return LayerStates(
            entrance=allocate(*self.entrance.history_shape),
            rings=tuple(allocate(*self.transformer.ring_shape) for _ in self.transformer.layers),
            stages=tuple(stage.new_state(allocate) for stage in self.stages),
            head=allocate(*self.head.history_shape),
            blocks=tuple(block.new_state(allocate) for block in self.blocks),
            tail=allocate(*self.tail.history_shape),
        )


def _entrance(weights: CodecWeights) -> CausalConv:
    """The quantizer's projection, the first convolution and the transformer's input matrix as one."""
    conv = weights["pre_conv.conv.weight"]  # [latent, C, taps]
    into = weights["pre_transformer.input_proj.weight"]  # [hidden, latent]
    projection = read_projection(weights.under("quantizer"))  # [C, 2 * D]
    weight = torch.einsum("hl,lct,cd->htd", into, conv, projection)
    bias = into @ weights["pre_conv.conv.bias"] + weights["pre_transformer.input_proj.bias"]
    return CausalConv(weight.flatten(1), bias, conv.shape[2])
