from __future__ import annotations

import shutil

import pytest

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.system import installed_voices as module
from qwentts_desktop.system.installed_voices import InstalledVoice, installed_voices, voices_in

LISTING = """Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn   (zh-cmn 5)(zh 5)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 3  en-uk           --/M      english-mb-en1     mb/mb-en1            (en-gb 3)(en 2)
nonsense
"""


def test_the_list_of_espeak_is_understood_and_what_needs_another_program_left_out():
    assert voices_in(LISTING) == [
        InstalledVoice("cmn", "Chinese (Mandarin, latin as English)", "zh"),
        InstalledVoice("en-gb", "English (Great Britain)", "en"),
    ]


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_voices_of_this_machine_are_listed_by_title():
    titles = [voice.title.casefold() for voice in installed_voices()]
    assert titles == sorted(titles)
    assert "german" in titles


def test_without_the_program_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(module, "_PROGRAM", "no-such-program")
    with pytest.raises(SystemAdapterError, match="apt install espeak-ng"):
        module._espeak_list()


@pytest.mark.parametrize(("numbers", "language"), [("409", "en"), ("c07;407", "de"), ("", ""), ("zz", "")])
def test_the_locale_numbers_of_windows_become_languages(numbers, language):
    assert module._windows_language(numbers) == language
