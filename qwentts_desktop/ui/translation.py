"""The language of menus and windows: finds and installs Qt Linguist's compiled files. No widget."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

SYSTEM = "system"
_OWN = "qwentts_desktop"
_QT = "qtbase"


class Translation:
    """Owns the translators, which live as long as the application. Install before a window is built."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._translators: list[QTranslator] = []

    def install(self, application: QCoreApplication, language: str) -> None:
        """Speak "system" or a language such as "zh_CN"; English where there is no translation."""
        locale = QLocale.system() if language == SYSTEM else QLocale(language)
        if locale.language() == QLocale.Language.English:
            return
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((_QT, qt_folder), (_OWN, str(self._folder))):
            translator = QTranslator()
            if translator.load(locale, name, "_", folder):
                application.installTranslator(translator)
                self._translators.append(translator)

    def remove(self, application: QCoreApplication) -> None:
        """English again, for what is built from now on."""
        for translator in self._translators:
            application.removeTranslator(translator)
        self._translators.clear()
