"""The language of menus and windows: finds and installs Qt Linguist's compiled files. No widget."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

SYSTEM = "system"
_OWN = "qwentts_desktop"
_QT = "qtbase"
_ENGLISH = QLocale.Language.English


class Translation:
    """Owns the translators, which live as long as the application. Install before a window is built."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._translators: list[QTranslator] = []

    def install(self, application: QCoreApplication, language: str) -> None:
        """Speak "system" or a language such as "zh_CN", numbers included; English where there is no other.

        English has a file too, for its plurals; it lies under every other language.
        """
        locale = QLocale.system() if language == SYSTEM else QLocale(language)
        QLocale.setDefault(locale)
        self._add(application, QLocale(_ENGLISH), _OWN, self._folder)
        if locale.language() != _ENGLISH and self._add(application, locale, _OWN, self._folder):
            # Qt's own buttons only in a language that the rest is in as well
            folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
            self._add(application, locale, _QT, folder)

    def remove(self, application: QCoreApplication) -> None:
        """As if nothing had been installed, for what is built from now on."""
        for translator in self._translators:
            application.removeTranslator(translator)
        self._translators.clear()
        QLocale.setDefault(QLocale.system())

    def _add(self, application: QCoreApplication, locale: QLocale, name: str, folder: str) -> bool:
        translator = QTranslator()
        is_there = translator.load(locale, name, "_", folder)
        if is_there:
            application.installTranslator(translator)
            self._translators.append(translator)
        return is_there
