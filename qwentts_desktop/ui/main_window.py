"""The main window: all that the tray does, a text box, the reading view. It arranges and connects parts."""

from __future__ import annotations

import time

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop import APP_TITLE
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.actions import Actions
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.banner import Banner
from qwentts_desktop.ui.composer import Composer
from qwentts_desktop.ui.controller import SMALLEST_MODEL, Controller
from qwentts_desktop.ui.events import TextShown
from qwentts_desktop.ui.find_bar import FindBar
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.ports import Facts, SettingsAccess
from qwentts_desktop.ui.reading_view import ReadingView
from qwentts_desktop.ui.status_card import StatusCard
from qwentts_desktop.ui.status_model import Shown, StatusModel
from qwentts_desktop.ui.texts.history_keeper import HistoryKeeper
from qwentts_desktop.ui.texts.texts_page import TextsPage
from qwentts_desktop.ui.time_left import TimeLeft
from qwentts_desktop.ui.transport import Transport
from qwentts_desktop.ui.voice_menu import VoiceMenu

WRITE, READ, TEXTS = 0, 1, 2
TIGHT_HEIGHT = 460


class MainWindow(QMainWindow):
    """Closing it leaves the application in the tray; without a tray it stays reachable in the task list."""

    closed_without_tray = Signal()
    _is_built = False

    def __init__(
        self,
        controller: Controller,
        status: StatusModel,
        settings: SettingsAccess,
        actions: Actions,
        icons: IconFolder,
        facts: Facts,
        history: HistoryKeeper,
    ) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle(APP_TITLE)
        self._controller = controller
        self._status = status
        self._settings = settings
        self._actions = actions
        self._facts = facts
        self._time_left = TimeLeft()
        self._has_tray = False
        self._repaint = QTimer(self)  # many changes at once are painted once
        self._repaint.setSingleShot(True)
        self._repaint.timeout.connect(self.paint_icons)
        self._sentence_seen: tuple[int | None, int | None] = (None, None)
        self.card = StatusCard(icons, VoiceMenu(controller, settings, facts, self), self._main_menu())
        self.banner = Banner(icons)
        self.composer = Composer(icons)
        self.reading = ReadingView()
        self.find_bar = FindBar(self.reading, icons)
        self.texts = TextsPage(history, controller.text_of, icons)
        self.transport = Transport(controller, actions, icons)
        self.pages = QStackedWidget()
        self.write_tab = self._tab("write_tab", self.tr("&Write"))
        self.read_tab = self._tab("read_tab", self.tr("&Read along"))
        self.texts_tab = self._tab("texts_tab", self.tr("&Lists"))
        self.find_button = QPushButton(self.tr("&Find"))
        self._arrange()
        self._connect()
        self.show_page(WRITE)
        open_at(self, QSize(760, 640), QSize(540, 420))
        self.paint_icons()
        self.show_settings(settings.settings)
        self.show_status(status.shown)
        self.composer.box.setFocus()
        self._is_built = True

    # what is shown

    def show_status(self, shown: Shown) -> None:
        """State, place, progress, error; the text where another one has begun."""
        if shown.is_busy and shown.job_id not in (None, self.reading.job_id):
            self._show_text_of(shown.job_id)
        self._learn_pace(shown)
        hotkey = self._facts.hotkeys().get("speak_selection")
        self.card.show_status(shown, hotkey.combination if hotkey is not None and hotkey.bound else "")
        self.banner.say(shown.error, shown.notice)
        has_smaller = self._settings.settings.engine.model_size != SMALLEST_MODEL
        self.banner.offer(retry=shown.is_out_of_memory, smaller_model=shown.is_out_of_memory and has_smaller)
        self.reading.show_status(shown)
        self.texts.show_status(shown)
        self.transport.show_status(shown, self._share(shown), self._seconds_left(shown))

    def show_settings(self, settings: Settings) -> None:
        """Voice, volume, speed."""
        names = {choice.id: choice.name for choice in self._facts.voices()}
        self.card.show_voice(names.get(settings.voice.voice, self.tr("System voice")))
        self.transport.show_settings(settings.audio)

    def on_settings(self, _before: Settings, now: Settings) -> None:
        """The settings model's signal."""
        self.show_settings(now)
        self.texts.show_history()

    def on_voices(self) -> None:
        """Voices came, went or have other names."""
        self.show_settings(self._settings.settings)

    def on_hotkeys(self, _results: object) -> None:
        """Other hotkeys work now: the hint names the right one."""
        self.show_status(self._status.shown)

    def on_submitted(self, text: TextShown) -> None:
        """A new text: read along at once, unless it waits behind another."""
        shown = self._status.shown
        waits = shown.is_busy and self._settings.settings.general.when_speaking == "enqueue"
        if not waits or shown.job_id == text.job_id:
            self._read_along(text)

    def show_page(self, page: int) -> None:
        """The text box or the reading view."""
        self.pages.setCurrentIndex(page)
        (self.write_tab, self.read_tab, self.texts_tab)[page].setChecked(True)
        self.find_button.setVisible(page == READ)
        if page != READ:
            self.find_bar.hide()

    def text_to_keep(self) -> str:
        """What the user most likely wants kept: the text box if it is shown and filled, else what is read."""
        written = self.composer.box.toPlainText()
        if self.pages.currentIndex() == WRITE and written.strip():
            return written
        job_id = self.reading.job_id
        return (self._controller.text_of(job_id) if job_id is not None else None) or written

    def set_tray(self, is_there: bool) -> None:
        """Whether closing the window leaves an icon to come back by."""
        self._has_tray = is_there

    # how it behaves

    def raise_up(self) -> None:
        """Show it before all others, out of the task list if need be."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def geometry_to_keep(self) -> bytes:
        """Size and place, for the next start."""
        return bytes(self.saveGeometry().data())

    def restore(self, geometry: bytes) -> None:
        """Size and place of the last time."""
        self.restoreGeometry(QByteArray(geometry))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Into the tray, or into the task list where there is none."""
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication) and application.isSavingSession():
            # logging out must not wait for us
            event.accept()
            return
        event.ignore()
        if self._has_tray:
            self.hide()
        else:
            self.showMinimized()
            self.closed_without_tray.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """On a tiny or magnified screen the text gets the room of the margins."""
        super().resizeEvent(event)
        self._set_room(is_tight=event.size().height() < TIGHT_HEIGHT)

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, other pictures."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and self._is_built:
            self._repaint.start()

    def paint_icons(self) -> None:
        """Draw all pictures in the palette's colours."""
        self._actions.paint(self.palette())
        for part in (self.card, self.banner, self.composer, self.find_bar, self.transport, self.reading):
            part.paint_icons()
        self.texts.paint_icons()

    # inside

    def _set_room(self, *, is_tight: bool) -> None:
        page = self.centralWidget()
        layout = page.layout() if page is not None else None
        margin = MARGIN // 3 if is_tight else MARGIN
        if layout is not None and layout.contentsMargins().left() != margin:
            layout.setContentsMargins(margin, margin, margin, margin)
            layout.setSpacing(SPACING // 3 if is_tight else SPACING)

    def _show_text_of(self, job_id: int | None) -> None:
        text = self._controller.text_of(job_id) if job_id is not None else None
        if job_id is not None and text is not None:
            self._read_along(TextShown(job_id, text))

    def _read_along(self, text: TextShown) -> None:
        self.reading.show_text(text)
        self.reading.show_status(self._status.shown)  # its first sentence may be heard already
        self._time_left.begin()
        self.find_button.setEnabled(True)
        self.show_page(READ)

    def _learn_pace(self, shown: Shown) -> None:
        seen = (shown.job_id, shown.sentence)
        if shown.state is not State.SPEAKING:
            self._time_left.interrupted()
        elif seen != self._sentence_seen and shown.span is not None and shown.sentence is not None:
            speed = self._settings.settings.audio.speed
            self._time_left.heard(shown.sentence, shown.span[0], time.monotonic(), speed)
        self._sentence_seen = seen

    def _share(self, shown: Shown) -> float:
        """How much of the text is behind us, 0..1."""
        if not shown.is_busy or shown.span is None or shown.job_id != self.reading.job_id:
            return 0.0
        return min(1.0, shown.span[0] / max(1, self.reading.text_length))

    def _seconds_left(self, shown: Shown) -> float | None:
        if not shown.is_busy or shown.span is None or shown.job_id != self.reading.job_id:
            return None
        characters = max(0, self.reading.text_length - shown.span[0])
        return self._time_left.seconds(characters, self._settings.settings.audio.speed)

    def _on_escape(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
        else:
            self._controller.stop()

    def _on_find(self) -> None:
        self.show_page(READ)
        self.find_bar.open_bar()

    def _main_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName("main_menu")
        actions = self._actions
        menu.addActions([actions.speak_selection, actions.speak_clipboard])
        menu.addSeparator()
        menu.addActions([actions.document, actions.export])
        menu.addSeparator()
        menu.addActions([actions.pause, actions.stop, actions.next, actions.previous, actions.restart])
        menu.addSeparator()
        menu.addActions([actions.voices, actions.settings, actions.quit])
        return menu

    def _tab(self, name: str, words: str) -> QPushButton:
        tab = QPushButton(words)
        tab.setObjectName(name)
        tab.setCheckable(True)
        tab.setProperty("quiet", True)
        return tab

    def _arrange(self) -> None:
        tabs = QButtonGroup(self)
        tabs.setExclusive(True)
        tabs.addButton(self.write_tab, WRITE)
        tabs.addButton(self.read_tab, READ)
        tabs.addButton(self.texts_tab, TEXTS)
        tabs.idClicked.connect(self.show_page)
        self.find_button.setObjectName("find_button")
        self.find_button.setProperty("quiet", True)
        self.find_button.setToolTip(self.tr("Find in the text (Ctrl+F)"))
        self.find_button.setEnabled(False)
        head = QHBoxLayout()
        head.addWidget(self.write_tab)
        head.addWidget(self.read_tab)
        head.addWidget(self.texts_tab)
        head.addStretch(1)
        head.addWidget(self.find_button)
        read_page = QWidget()
        column = QVBoxLayout(read_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addWidget(self.find_bar)
        column.addWidget(self.reading, 1)
        self.pages.addWidget(self.composer)
        self.pages.addWidget(read_page)
        self.pages.addWidget(self.texts)
        page = QWidget()
        page.setObjectName("page")
        whole = QVBoxLayout(page)
        whole.addWidget(self.card)
        whole.addWidget(self.banner)
        whole.addLayout(head)
        whole.addWidget(self.pages, 1)
        whole.addWidget(self.transport)
        self.setCentralWidget(page)
        self._set_room(is_tight=False)

    def _connect(self) -> None:
        self._status.changed.connect(self.show_status)
        self.composer.speak_wanted.connect(self._controller.speak_text)
        self.reading.place_wanted.connect(self._controller.read_from)
        self.texts.read_wanted.connect(self._controller.speak_text)
        self.texts.drop_wanted.connect(self._controller.drop)
        self.texts.keep_wanted.connect(self._controller.keep_history)
        self.banner.dismissed.connect(self._status.dismiss)
        self.banner.retry_wanted.connect(self._controller.retry)
        self.banner.smaller_model_wanted.connect(self._controller.use_smaller_model)
        self._controller.text_submitted.connect(self.on_submitted)
        self.find_button.clicked.connect(self._on_find)
        actions = self._actions
        self.addActions(
            [
                *(actions.pause, actions.next, actions.previous, actions.restart),
                *(actions.document, actions.export, actions.voices, actions.settings, actions.quit),
            ]
        )
        for keys, slot in (
            ("Esc", self._on_escape),
            ("Ctrl+F", self._on_find),
            ("Ctrl++", self.reading.zoomIn),
            ("Ctrl+=", self.reading.zoomIn),
            ("Ctrl+-", self.reading.zoomOut),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
