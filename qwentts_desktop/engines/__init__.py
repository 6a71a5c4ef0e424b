"""Everything that turns text into sound; each engine implements speech.SpeechEngine."""
