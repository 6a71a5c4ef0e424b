"""The streaming codec: codes to sound with kept state, sound to codes for references."""

from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
from qwentts_desktop.engines.qwen.codec.encoder import ReferenceEncoder
from qwentts_desktop.engines.qwen.codec.state import DecoderState, SavedState

__all__ = ["DecoderState", "ReferenceEncoder", "SavedState", "StreamingDecoder"]
