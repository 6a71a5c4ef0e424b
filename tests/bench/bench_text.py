"""How fast a text becomes sentences: cleaning, and all of it, beside sentencex alone. Reported only.

    python tests/bench/bench_text.py [--megabytes 1] [--json FILE]

MB/s are bytes of UTF-8 in a second of this process's own time: a busy machine changes little. First: wall
time to the first sentence of the whole text, libraries warm; then the same in a new process, imports apart.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import sentencex

from qwentts_desktop.text.reader import cleaned_text, sentences, warm_up

_PLAIN = (
    "The harbour was quiet that morning, and nobody on the pier spoke. A boat came in, slowly, its lights "
    "still on. “Is that ours?” asked Mr. Lane, who had waited since 5 a.m. with a cup of cold coffee. "
)
_TEXTS = {
    "plain": _PLAIN * 3 + "\n\n",
    "one paragraph": _PLAIN,
    "pdf": (
        "The lines of this text were wrapped at a fixed width, as they are in a document\nthat somebody "
        "copied, and some of its words were di-\nvided. Another sentence follows here.\n\n"
    ),
    "markdown": (
        "## A heading of some words\n\nA paragraph of **Markdown** with a [link](https://example.com/a) "
        "in it, which goes on for a while. Another one follows, with `code` in it.\n\n"
        "- an item of some length\n- another item, *longer* than the first\n\n"
    ),
    "html": "<p>Some <b>bold</b> words &amp; a <a href='https://example.com'>link</a>.<br>A new line.</p>\n",
    "chat": (
        "lol sooooo good 😂😂 https://example.com/x?y=z !!!!\nbtw see https://www.example.org/a, ok? 👍🏽\n"
    ),
    "chinese": "今天的天气很好，我们去公园散步吧。“你去哪里？”他问。她没有回答。\n\n",
    "japanese": "今日は良い天気です。公園を散歩しましょう。「どこへ？」と彼女は聞いた。\n\n",
    "russian": "Сегодня хорошая погода. «Куда ты?» — спросила она. Он ничего не ответил.\n\n",
}
_COLD = (
    "import time; from qwentts_desktop.text.reader import sentences; text = 'A sentence, again. ' * 55000;"
    "at = time.perf_counter(); next(sentences(text)); print((time.perf_counter() - at) * 1000)"
)


def _own_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(text: str) -> dict[str, float]:
    """The figures of one text."""
    megabytes = len(text.encode()) / 1e6
    start = time.perf_counter()
    next(sentences(text))
    first = time.perf_counter() - start
    lines = text.split("\n\n")
    return {
        "megabytes": round(megabytes, 2),
        "first_ms": round(first * 1e3, 1),
        "all_mb_s": round(megabytes / _own_seconds(lambda: list(sentences(text))), 2),
        "cleaning_mb_s": round(megabytes / _own_seconds(lambda: cleaned_text(text)), 2),
        "sentencex_alone_mb_s": round(
            megabytes / _own_seconds(lambda: [sentencex.segment("en", line) for line in lines]), 1
        ),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    warm_up()
    figures = {}
    for name, unit in _TEXTS.items():
        figures[name] = measure(unit * max(int(options.megabytes * 1e6 / len(unit.encode())), 1))
        print(
            f"{name:>14}", *(f"{key} {value}" for key, value in figures[name].items()), sep="  ", flush=True
        )
    cold = [float(subprocess.check_output([sys.executable, "-c", _COLD])) for _ in range(3)]
    print(f"first sentence of 1 MB in a new process, three times: {', '.join(f'{ms:.0f}' for ms in cold)} ms")
    if options.json:
        options.json.write_text(json.dumps({"texts": figures, "cold_ms": cold}, indent=1))


if __name__ == "__main__":
    main()
