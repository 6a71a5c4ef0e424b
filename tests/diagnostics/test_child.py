from __future__ import annotations

import sys

from qwentts_desktop.diagnostics.child import run_child


def python(program: str, limit_s: float = 20.0):
    return run_child([sys.executable, "-c", program], limit_s)


def test_its_lines_and_its_exit_are_kept() -> None:
    outcome = python("import sys; print('noise'); print('{\"a\": 1}'); sys.exit(3)")
    assert outcome.objects() == [{"a": 1}]
    assert outcome.end_in_words == "ended with 3"


def test_one_that_crashes_still_tells_what_it_had_said() -> None:
    outcome = python('import os; print(\'{"begin": "cuda"}\', flush=True); os.kill(os.getpid(), 11)')
    assert outcome.objects() == [{"begin": "cuda"}]
    assert outcome.end_in_words == "was ended by signal 11"


def test_one_that_hangs_is_ended_and_tells_what_it_had_said() -> None:
    outcome = python('import time; print(\'{"begin": "cuda"}\', flush=True); time.sleep(60)', limit_s=1.5)
    assert outcome.objects() == [{"begin": "cuda"}]
    assert outcome.end_in_words == "did not answer in time"


def test_a_program_that_is_not_there_is_an_outcome_as_well() -> None:
    assert run_child(["/nowhere/python"], 1.0).exit_code == 127
