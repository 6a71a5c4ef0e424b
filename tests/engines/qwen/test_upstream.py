from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

BLOCKED = ("torchaudio", "sox", "onnxruntime", "einops", "flash_attn")
IMPORT_UPSTREAM = "import qwentts_desktop.engines.qwen.upstream as upstream"


def run_python(code: str, extra_path: Path | None = None) -> subprocess.CompletedProcess[str]:
    before = f"import sys; sys.path.insert(0, {str(extra_path)!r})\n" if extra_path else ""
    return subprocess.run(
        [sys.executable, "-c", before + textwrap.dedent(code)], capture_output=True, text=True, timeout=100
    )


@pytest.fixture
def broken_packages(tmp_path: Path) -> Path:
    """Packages that fail loudly when they are imported, in front of the real ones."""
    for name in BLOCKED:
        (tmp_path / f"{name}.py").write_text(
            f"print('{name} makes noise')\nraise OSError('{name} is broken')\n"
        )
    return tmp_path


def test_import_is_silent_and_survives_where_packages_are_broken(broken_packages: Path) -> None:
    done = run_python(f"{IMPORT_UPSTREAM}; upstream.Qwen3TTSModel", broken_packages)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_import_is_silent_and_survives_where_packages_are_missing() -> None:
    done = run_python(
        f"""
        import sys
        for name in {BLOCKED!r}:
            sys.modules[name] = None  # an import raises ModuleNotFoundError
        {IMPORT_UPSTREAM}
        upstream.Qwen3TTSModel
        """
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nothing_stays_in_the_way_of_others(tmp_path: Path) -> None:
    package = tmp_path / "torchaudio"
    package.mkdir()
    (package / "__init__.py").write_text("works = True\n")
    done = run_python(
        f"""
        import sys
        before = set(sys.modules)
        {IMPORT_UPSTREAM}
        assert not {{name for name in sys.modules if name.split(".")[0] in {BLOCKED!r}}}
        assert not [name for name, module in sys.modules.items() if "25hz.modeling" in name]
        import torchaudio
        assert torchaudio.works
        """,
        tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_qwen_tts_is_told_in_a_sentence() -> None:
    done = run_python(
        f"""
        import sys
        sys.modules["qwen_tts"] = None
        from qwentts_desktop.errors import EngineUnavailableError
        try:
            {IMPORT_UPSTREAM}
        except EngineUnavailableError as error:
            print(error.message)
        """
    )
    assert done.stdout == "The package qwen-tts could not be loaded. Install the neural engine again.\n"
