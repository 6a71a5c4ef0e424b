"""Owns how many bytes of weights a frame reads, which is what bounds it on a card. Knows no tensor."""

from __future__ import annotations

from qwentts_desktop.engines.qwen.config import CODEBOOKS, ModelConfig, StackConfig

_SCALE_BYTES = 4


def frame_bytes(config: ModelConfig, *, int8: bool, value_bytes: int = 2) -> int:
    """Bytes of all matrices that one frame multiplies by, each time it does.

    The predictor goes through its layers fifteen times a frame, the talker once. Norms and single rows of
    tables are left out: they are less than a thousandth.

    Args:
        config: of the model.
        int8: the matrices are integers with a scale a row.
        value_bytes: of a weight that is not: 2 in bf16, 4 in fp32.
    """
    talker, predictor = config.talker, config.predictor
    passes = CODEBOOKS - 1
    rows = (
        _layer_rows(talker) * talker.layers
        + _layer_rows(predictor) * predictor.layers * passes
        + talker.vocabulary
        + predictor.vocabulary * passes
    )
    weights = (
        _layer_weights(talker) * talker.layers
        + _layer_weights(predictor) * predictor.layers * passes
        + talker.vocabulary * talker.width
        + predictor.vocabulary * predictor.width * passes
    )
    if talker.width != predictor.width:
        rows += predictor.width
        weights += predictor.width * talker.width
    return weights + rows * _SCALE_BYTES if int8 else weights * value_bytes


def _projected(stack: StackConfig) -> int:
    return (stack.heads + 2 * stack.kv_heads) * stack.head_size


def _layer_rows(stack: StackConfig) -> int:
    return _projected(stack) + 2 * stack.width + 2 * stack.feed_forward


def _layer_weights(stack: StackConfig) -> int:
    attention = (_projected(stack) + stack.heads * stack.head_size) * stack.width
    return attention + 3 * stack.feed_forward * stack.width
