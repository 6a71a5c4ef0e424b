"""The settings window: pages of declared settings and of panels; each change is kept at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

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
from qwentts_desktop.settings.description import SettingInfo, changed_names, describe_settings
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.ports import Facts
from qwentts_desktop.ui.settings.about_page import AboutPage
from qwentts_desktop.ui.settings.controls import FolderControl, HotkeyControl, ListControl, SliderControl
from qwentts_desktop.ui.settings.layout import PAGES, groups_of_page, page_of_setting
from qwentts_desktop.ui.settings.page import RowGroup, SettingRow, SettingsPage
from qwentts_desktop.ui.settings.rows import SettingControl, control_for
from qwentts_desktop.ui.settings.words import choice_words, group_title, page_of
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.words import percent_words, speed_words

SLIDERS = {"audio.volume": percent_words, "audio.speed": speed_words}
FOLDERS = ("engine.model_folder", "engine.models_folder")
OFFERED_CARDS = 4
PICTURE_SIZE = 20
LIST_MARGIN = 28


class SettingsWindow(QWidget):
    """Every setting, by page, with a search; each change is kept and applied when it is made."""

    _is_built = False

    def __init__(
        self,
        model: SettingsModel,
        facts: Facts,
        devices: DeviceNames,
        icons: IconFolder,
        panels: Mapping[str, Sequence[QWidget]] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self.setObjectName("settings_window")
        self.setWindowTitle(self.tr("Settings - {title}").format(title=APP_TITLE))
        self._model = model
        self._facts = facts
        self._devices = devices
        self._icons = icons
        self._panels = {"about": (AboutPage(icons),), **panels}
        self.rows: dict[str, SettingRow] = {}
        self._pictures: list[str] = []
        self.search = QLineEdit()
        self.pages = QListWidget()
        self._stack = QStackedWidget()
        self.pages_by_name: dict[str, SettingsPage] = {}
        self._build_pages()
        self._arrange()
        open_at(self, QSize(900, 680), QSize(600, 400))
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
        changed = {page_of_setting(name) for name in changed_names(Settings(), settings)}
        for name, page in self.pages_by_name.items():
            page.show_changed(name in changed)

    def on_settings(self, before: Settings, now: Settings) -> None:
        """The model's signal."""
        self.show_settings(now)
        for name in changed_names(before, now):
            self.rows[name].tell_problem("")
        if before.general.interface_language != now.general.interface_language:
            row = self.rows["general.interface_language"]
            row.tell_problem(self.tr("The language of menus and windows changes with the next start."))
        if before.hotkeys != now.hotkeys:
            self.show_hotkeys(self._facts.hotkeys())

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

    def _on_reset(self, page: str) -> None:
        names = [name for name in self.rows if page_of_setting(name) == page]
        try:
            self._model.reset(names)
        except SettingsError as error:
            self.rows[names[0]].tell_problem(error.message)

    def _on_search(self, words: str) -> None:
        """Hide pages without a match, narrow the others, go to the first."""
        wanted = words.strip().lower()
        first = None
        for number, (name, page) in enumerate(self.pages_by_name.items()):
            matches = not wanted or page.matches(wanted)
            self.pages.item(number).setHidden(not matches)
            page.narrow(wanted)
            first = name if matches and first is None else first
        if wanted and first is not None:
            self.open_page(first)

    def _build_pages(self) -> None:
        words = choice_words()
        for name in PAGES:
            groups = [
                RowGroup(group_title(group), tuple(self._row(info, words) for info in infos))
                for group, infos in groups_of_page(name, describe_settings()).items()
            ]
            panels = self._panels.get(name, ())
            if groups or panels:
                self._add_page(name, groups, panels)

    def _row(self, declaration: SettingInfo, words: dict[str, str]) -> SettingRow:
        control = self._control(declaration, words)
        control.changed.connect(self._on_changed)
        row = self.rows[declaration.name] = SettingRow(control)
        return row

    def _add_page(self, name: str, groups: Sequence[RowGroup], panels: Sequence[QWidget]) -> None:
        title, picture = page_of(name)
        page = self.pages_by_name[name] = SettingsPage(name, title, groups, panels)
        page.reset_wanted.connect(self._on_reset)
        item = QListWidgetItem(title)
        item.setData(Qt.ItemDataRole.UserRole, name)
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
        if declaration.name == "engine.device":
            return ListControl(declaration, self._engine_devices, "{name}")
        if declaration.name in FOLDERS:
            return FolderControl(declaration, self.tr("The usual one"))
        if declaration.name in SLIDERS:
            return SliderControl(declaration, SLIDERS[declaration.name])
        return control_for(declaration, words)

    def _device_entries(self) -> list[tuple[str, str]]:
        names = self._devices.look()
        return [("", self.tr("System default")), *((name, name) for name in names)]

    def _engine_devices(self) -> list[tuple[str, str]]:
        cards = [
            (f"cuda:{number}", self.tr("Card {number}").format(number=number + 1))
            for number in range(OFFERED_CARDS)
        ]
        return [("auto", self.tr("Automatic")), ("cpu", self.tr("Processor (slow)")), *cards]

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
        self.pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.pages.setMinimumWidth(self.pages.sizeHintForColumn(0) + LIST_MARGIN)  # no name is cut off
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
