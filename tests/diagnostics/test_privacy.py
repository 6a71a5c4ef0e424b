from __future__ import annotations

from qwentts_desktop.diagnostics.privacy import scrub, scrubber


def test_the_home_folder_becomes_a_tilde_in_every_spelling() -> None:
    assert scrub("/home/alice/models and /home/alice", "/home/alice", ()) == "~/models and ~"
    windows = "C:\\Users\\Alice"
    assert scrub("C:\\Users\\Alice\\x, c:/users/alice/y", windows, ()) == "~\\x, ~/y"
    assert scrub("/home/alice2/x", "/home/alice", ()) == "/home/alice2/x"


def test_names_go_wherever_they_stand_as_words_of_their_own() -> None:
    text = scrub("Alice's AirPods on /media/alice/disk, malice stays", "/home/alice", {"alice"})
    assert text == "<name>'s AirPods on /media/<name>/disk, malice stays"


def test_names_that_are_words_stay() -> None:
    assert scrub("the user root", "/root", {"root", "user", "al"}) == "the user root"


def test_the_present_user_s_home_goes(isolated_home) -> None:
    assert scrubber()(f"{isolated_home}/x") == "~/x"
