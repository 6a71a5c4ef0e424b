"""The windows of the voice library: list, new voices, recording, waveform. Knows the library, no engine."""
