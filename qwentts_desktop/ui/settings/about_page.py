"""What this is, which version, under which licences. It shows and does nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from qwentts_desktop import APP_TITLE, __version__
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import muted_label, scaled_label

PICTURE_SIZE = 96


class AboutPage(QWidget):
    """Name, version, purpose, licences."""

    def __init__(self, icons: IconFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        picture = QLabel()
        icon: QIcon = icons.application()
        picture.setPixmap(icon.pixmap(PICTURE_SIZE, PICTURE_SIZE))
        name = scaled_label(APP_TITLE, 1.6, bold=True)
        name.setObjectName("about_title")
        version = muted_label(self.tr("Version {version}").format(version=__version__))
        purpose = QLabel(
            self.tr(
                "Reads selected text aloud with Qwen3-TTS on your own graphics card, in voices that you own. "
                "Nothing that you read leaves this machine."
            )
        )
        licences = muted_label(
            self.tr(
                "MIT licence. Qt and PySide6 are used under the LGPL, Qwen3-TTS under the Apache licence, "
                "espeak-ng as a program of its own under the GPL."
            )
        )
        card = QFrame()
        card.setProperty("card", True)
        column = QVBoxLayout(card)
        column.setContentsMargins(28, 28, 28, 28)
        column.setSpacing(10)
        for widget in (picture, name, version, purpose, licences):
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            widget.setWordWrap(True)
            column.addWidget(widget)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(4, 0, 0, 0)
        whole.addWidget(card)
        whole.addStretch(1)
