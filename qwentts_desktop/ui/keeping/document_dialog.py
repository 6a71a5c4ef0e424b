"""The dialog that chooses a document. It opens none."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def document_dialog(parent: QWidget | None) -> QFileDialog:
    """A dialog without a loop of its own: connect `fileSelected` and call `open`."""
    from qwentts_desktop.text.documents.opening import ENDINGS  # brings the readers along

    translate = QCoreApplication.translate
    dialog = QFileDialog(parent, translate("keeping", "Choose a document"))
    dialog.setObjectName("document_dialog")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    patterns = " ".join(f"*{ending}" for ending in ENDINGS)
    dialog.setNameFilters(
        [
            translate("keeping", "Documents ({patterns})").format(patterns=patterns),
            translate("keeping", "All files (*)"),
        ]
    )
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
