"""The settings window: a page for each section of the declarations; each change is kept at once."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop import APP_TITLE
from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import SettingInfo, describe_settings
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.ports import Facts
from qwentts_desktop.ui.settings.about_page import AboutPage
from qwentts_desktop.ui.settings.controls import HotkeyControl, ListControl, SliderControl
from qwentts_desktop.ui.settings.page import SettingRow, SettingsPage
from qwentts_desktop.ui.settings.rows import SettingControl, control_for
from qwentts_desktop.ui.settings.words import choice_words, help_of, label_of, page_of
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.words import percent_words, speed_words

SLIDERS = {"audio.volume": percent_words, "audio.speed": speed_words}
PICTURE_SIZE = 20


class SettingsWindow(QWidget):
    """Every setting, by page, with a search; each change is kept and applied when it is made."""

    _is_built = False

    def __init__(self, model: SettingsModel, facts: Facts, devices: DeviceNames, icons: IconFolder) -> None:
        super().__init__()
        self.setObjectName("settings_window")
        self.setWindowTitle(self.tr("Settings - {title}").format(title=APP_TITLE))
        self._model = model
        self._facts = facts
        self._devices = devices
        self._icons = icons
        self.rows: dict[str, SettingRow] = {}
        self._pictures: list[str] = []
        self.search = QLineEdit()
        self.pages = QListWidget()
        self._stack = QStackedWidget()
        self._build_pages()
        self._arrange()
        open_at(self, QSize(840, 640), QSize(600, 400))
        self.show_settings(model.settings)
        self.show_hotkeys(facts.hotkeys())
        self.paint_icons()
        model.changed.connect(self.on_settings)
        self._is_built = True

    def raise_up(self) -> None:
        """Show it before all others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def open_page(self, section: str) -> None:
        """Go to a section's page."""
        for number in range(self.pages.count()):
            if self.pages.item(number).data(Qt.ItemDataRole.UserRole) == section:
                self.pages.setCurrentRow(number)

    def show_settings(self, settings: Settings) -> None:
        """Put all values into their controls."""
        for row in self.rows.values():
            row.control.show(settings)

    def on_settings(self, _before: Settings, now: Settings) -> None:
        """The model's signal."""
        self.show_settings(now)

    def show_hotkeys(self, states: Mapping[str, BindResult]) -> None:
        """Say at each hotkey whether another program holds it."""
        for action, state in states.items():
            row = self.rows.get(f"hotkeys.{action}")
            if row is not None:
                row.tell_problem(state.problem)

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, other pictures."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._is_built:
            self.paint_icons()

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        for number, name in enumerate(self._pictures):
            icon = self._icons.symbolic(name, self.palette(), QPalette.ColorRole.WindowText)
            self.pages.item(number).setIcon(icon)

    def _on_changed(self, dotted: str, text: str) -> None:
        row = self.rows[dotted]
        try:
            self._model.set(dotted, text)
        except SettingsError as error:
            row.tell_problem(error.message)
            row.control.show(self._model.settings)
            return
        row.tell_problem("")
        if dotted == "general.interface_language":
            row.tell_problem(self.tr("The language of menus and windows changes with the next start."))
        if dotted.startswith("hotkeys."):
            self.show_hotkeys(self._facts.hotkeys())

    def _on_search(self, words: str) -> None:
        """Hide pages without a match; go to the first that has one."""
        wanted = words.strip().lower()
        first = None
        for number in range(self.pages.count()):
            item = self.pages.item(number)
            section = item.data(Qt.ItemDataRole.UserRole)
            matches = not wanted or wanted in item.text().lower() or self._section_matches(section, wanted)
            item.setHidden(not matches)
            first = number if matches and first is None else first
        if wanted and first is not None:
            self.pages.setCurrentRow(first)

    def _section_matches(self, section: str, wanted: str) -> bool:
        return any(
            wanted in f"{label_of(dotted)} {help_of(row.control.declaration)}".lower()
            for dotted, row in self.rows.items()
            if dotted.startswith(f"{section}.")
        )

    def _build_pages(self) -> None:
        words = choice_words()
        by_section: dict[str, list[SettingRow]] = {}
        for declaration in describe_settings():
            control = self._control(declaration, words)
            control.changed.connect(self._on_changed)
            row = SettingRow(control)
            self.rows[declaration.name] = row
            by_section.setdefault(declaration.section, []).append(row)
        for section, rows in by_section.items():
            title, picture = page_of(section)
            self._add_page(section, title, picture, SettingsPage(title, rows))
        self._add_page("about", self.tr("About"), "info", AboutPage(self._icons))

    def _add_page(self, section: str, title: str, picture: str, page: QWidget) -> None:
        item = QListWidgetItem(title)
        item.setData(Qt.ItemDataRole.UserRole, section)
        self.pages.addItem(item)
        self._pictures.append(picture)
        self._stack.addWidget(page)

    def _control(self, declaration: SettingInfo, words: dict[str, str]) -> SettingControl:
        if declaration.section == "hotkeys":
            return HotkeyControl(declaration)
        if declaration.name == "audio.output_device":
            control = ListControl(declaration, self._device_entries, self.tr("{name} (not connected)"))
            self._devices.changed.connect(control.fill)
            return control
        if declaration.name == "voice.voice":
            return ListControl(declaration, self._voices, self.tr("{name} (missing)"))
        if declaration.name in SLIDERS:
            return SliderControl(declaration, SLIDERS[declaration.name])
        return control_for(declaration, words)

    def _device_entries(self) -> list[tuple[str, str]]:
        names = self._devices.look()
        return [("", self.tr("System default")), *((name, name) for name in names)]

    def _voices(self) -> list[tuple[str, str]]:
        return [(choice.id, choice.name) for choice in self._facts.voices()]

    def _arrange(self) -> None:
        self.search.setObjectName("settings_search")
        self.search.setPlaceholderText(self.tr("Search settings"))
        self.search.setAccessibleName(self.tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._on_search)
        self.pages.setObjectName("pages")
        self.pages.setAccessibleName(self.tr("Pages"))
        self.pages.setIconSize(QSize(PICTURE_SIZE, PICTURE_SIZE))
        self.pages.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.pages.setCurrentRow(0)
        side = QVBoxLayout()
        side.setSpacing(SPACING)
        side.addWidget(self.search)
        side.addWidget(self.pages, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        whole.setSpacing(MARGIN)
        whole.addLayout(side, 1)
        whole.addWidget(self._stack, 3)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)
