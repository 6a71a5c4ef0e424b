"""The streaming codec: codes to sound with kept state, sound to codes for references."""

from .decoder import StreamingDecoder
from .encoder import ReferenceEncoder
from .state import DecoderState, SavedState

__all__ = ["DecoderState", "ReferenceEncoder", "SavedState", "StreamingDecoder"]
