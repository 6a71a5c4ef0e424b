"""The streaming codec: codes to sound with kept state, sound to codes for references."""
