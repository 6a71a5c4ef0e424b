"""What goes wrong with a hub, sorted: what may pass in a moment, and what the user must hear. No network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from qwentts_desktop.errors import DownloadError, QwenTTSError


class TemporaryError(Exception):
    """It may go better in a moment.

    Args:
        reason: half a sentence for the user, without a full stop.
        retry_after_s: how long the hub asks to wait; 0 for nothing said.
    """

    def __init__(self, reason: str, retry_after_s: float = 0.0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s


class RangeRefusedError(Exception):
    """The server does not give a file from where the download stopped."""


class TokenWantedError(DownloadError):
    """The hub refused without a token."""

    @staticmethod
    def is_meant_by(error: Exception) -> bool:
        """The library's error says so."""
        return _status(error) in (401, 403)


@contextmanager
def failures_of(repo_id: str, host: str) -> Iterator[None]:
    """Errors of the hub's library inside become DownloadError, TemporaryError or RangeRefusedError."""
    try:
        yield
    except (QwenTTSError, TemporaryError, RangeRefusedError):
        raise
    except Exception as error:
        raise _sorted(error, repo_id, host) from error


def reading_failure(error: Exception, host: str) -> TemporaryError:
    """What an error while bytes flow means."""
    slow = "timed out" in str(error).lower() or "timeout" in type(error).__name__.lower()
    return TemporaryError(f"{host} sends nothing" if slow else f"the connection to {host} was lost")


def _sorted(error: Exception, repo_id: str, host: str) -> Exception:
    status = _status(error)
    if status:
        return _refusal(status, error, repo_id, host)
    return _no_answer(error, host)


def _status(error: Exception) -> int:
    response = getattr(error, "response", None)
    return int(getattr(response, "status_code", 0) or 0)


def _refusal(status: int, error: Any, repo_id: str, host: str) -> Exception:
    detail = f"{type(error).__name__}, status {status}"
    if status == 429:
        wait_s = _retry_after(error.response.headers.get("Retry-After", ""))
        return TemporaryError(f"{host} asks to wait, because too much was downloaded from here", wait_s)
    if status == 408 or status >= 500:
        return TemporaryError(f"{host} has a fault of its own (status {status})")
    if status in (401, 403):
        return TokenWantedError(
            f"{host} does not give {repo_id} without permission. If it is still published there, save your "
            "token with `hf auth login` or in HF_TOKEN and download again.",
            detail=detail,
        )
    if status in (404, 410):
        return DownloadError(
            f"{repo_id} is not (or no longer) published at {host}. "
            "Choose another model, or update the program.",
            detail=detail,
        )
    return DownloadError(f"{host} refuses {repo_id} (status {status}). Try again later.", detail=detail)


def _no_answer(error: Exception, host: str) -> Exception:
    """No status came: the line, the address or the answer itself is at fault."""
    from huggingface_hub.errors import OfflineModeIsEnabled
    from requests import exceptions

    lasting: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
        (
            OfflineModeIsEnabled,
            "Downloads are switched off by HF_HUB_OFFLINE. Unset it and start the program again.",
        ),
        (
            exceptions.SSLError,
            f"The secure connection to {host} failed. Check this computer's clock; where a proxy inspects "
            "the traffic, name its certificate in REQUESTS_CA_BUNDLE.",
        ),
        (exceptions.JSONDecodeError, _foreign_answer(host)),
        (
            (exceptions.InvalidURL, exceptions.MissingSchema, exceptions.InvalidSchema),
            f'"{host}" is no address of a hub. Correct HF_ENDPOINT or the proxy settings.',
        ),
    )
    passing: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
        (exceptions.ProxyError, f"the proxy does not lead to {host}"),
        (exceptions.Timeout, f"{host} does not answer"),
        ((exceptions.RequestException, OSError), f"{host} cannot be reached"),
    )
    for kinds, sentence in lasting:
        if isinstance(error, kinds):
            return DownloadError(sentence, detail=type(error).__name__)
    for kinds, reason in passing:
        if isinstance(error, kinds):
            return TemporaryError(reason)
    return DownloadError(_foreign_answer(host), detail=type(error).__name__)


def _foreign_answer(host: str) -> str:
    return (
        f"Something else than a hub answers at {host}: perhaps a login page of this network. "
        "Open it in a browser, then download again."
    )


def _retry_after(value: str) -> float:
    """Seconds; a date or nonsense counts as a minute."""
    try:
        return max(float(value), 0.0) if value else 0.0
    except ValueError:
        return 60.0
