"""From PCM to the loudspeaker: track, ring buffer, player, devices, time stretch, files. No torch, no Qt."""
