"""Reads zip packages (docx, epub) within limits, so that no file can fill the memory. Knows no format."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from types import TracebackType
from xml.etree import ElementTree

from qwentts_desktop.errors import DocumentError

MOST_MEMBERS = 20_000
MOST_BYTES = 100_000_000
"""Of all members together that are read, unpacked. The longest novels have 5 MB."""


class Package:
    """An open package; a context manager.

    Raises:
        DocumentError: it is damaged, or far too large once unpacked. `read` raises it too.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._left = MOST_BYTES
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, EOFError) as error:
            raise self._damaged(error) from error
        if len(self._zip.namelist()) > MOST_MEMBERS:
            self._zip.close()
            raise self._too_large()

    def __enter__(self) -> Package:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def __contains__(self, member: str) -> bool:
        return member in self._zip.NameToInfo

    def read(self, member: str) -> bytes:
        """A member's content."""
        try:
            with self._zip.open(member) as stream:
                content = stream.read(self._left + 1)
        except KeyError as error:
            raise self._damaged(error) from error
        except RuntimeError as error:  # what zipfile raises for a password
            raise DocumentError(
                f"“{self._name}” is protected by a password. Save a copy without one and read that.",
                detail=str(error),
            ) from error
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
            raise self._damaged(error) from error
        if len(content) > self._left:
            raise self._too_large()
        self._left -= len(content)
        return content

    def read_xml(self, member: str) -> ElementTree.Element:
        """A member's root element. Entities of its own could unfold without end, so none are accepted."""
        content = self.read(member)
        if b"<!ENTITY" in content.replace(b"\0", b""):
            raise self._damaged("an entity is declared")
        try:
            return ElementTree.fromstring(content)
        except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
            raise self._damaged(error) from error

    def _damaged(self, cause: object) -> DocumentError:
        return DocumentError(
            f"“{self._name}” is damaged and cannot be read. Get or save it anew.", detail=str(cause)
        )

    def _too_large(self) -> DocumentError:
        return DocumentError(
            f"“{self._name}” unpacks to more than any book would, so it was not read. Check where it is from."
        )
