"""The status as values that JSON knows, for other processes. Never spoken text."""

from __future__ import annotations

from typing import Any

from qwentts_desktop.service.status import ServiceStatus


def status_data(status: ServiceStatus) -> dict[str, Any]:
    """State, engine, voice and figures by name; None where there is no value."""
    engine = status.engine
    return {
        "state": status.state.value,
        "engine": None
        if engine is None
        else {
            "kind": engine.kind.value,
            "name": engine.name,
            "device": engine.device,
            "reason": engine.reason,
        },
        "voice": status.voice,
        "job": status.job_id,
        "sentence": status.sentence,
        "sentences": status.sentences,
        "queue_length": status.queue_length,
        "volume": status.volume,
        "speed": status.speed,
        "latency_ms": status.latency_ms,
        "rtf": status.rtf,
        "last_error": status.last_error,
    }
