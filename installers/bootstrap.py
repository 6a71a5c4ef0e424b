"""Sets everything up and runs the application, or its tests. Standard library only, on Linux and Windows.

usage: python3 installers/bootstrap.py run [ARGUMENTS]    set up, then start the application
                                                          (without a screen: speak a sentence to a WAV)
       python3 installers/bootstrap.py test [ARGUMENTS]   set up, then every check and test
       python3 installers/bootstrap.py setup              set up only

ARGUMENTS go to the application or to pytest. A second run finds everything in place and starts at once.
"""

import sys

if sys.version_info < (3, 10):  # noqa: UP036 - before anything that an older Python could not even read
    sys.exit(
        "Python 3.10 or newer is needed, and this is " + sys.version.split()[0] + ". Install one from "
        "python.org or your distribution and run this again with it."
    )

import subprocess
from collections.abc import Callable
from pathlib import Path

# the choice of torch is the doctor's too: it is read from the package beside us
sys.path.append(str(Path(__file__).resolve().parent.parent))

from environment import Environment, SetupError, start
from machine_facts import has_screen, is_root, may_ask_for_password
from system_packages import PackageManager, find_manager, missing_packages

from qwentts_desktop.diagnostics.nvidia_driver import ask_driver
from qwentts_desktop.diagnostics.torch_build import choose_torch_build

PROJECT = Path(__file__).resolve().parent.parent
SENTENCE = "Hello. This is qwentts desktop, reading aloud on a machine without a screen."
USAGE = 2


def main(arguments: list[str]) -> int:
    """Do what the first argument says; the exit status of what was started."""
    actions: dict[str, Callable[[list[str]], int]] = {"run": run, "test": test, "setup": set_up_only}
    if not arguments or arguments[0] not in actions:
        print(__doc__, file=sys.stderr)
        return USAGE
    try:
        return actions[arguments[0]](arguments[1:])
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Set up and start the application; where no screen is, speak a sentence to a file and say where."""
    set_up(for_tests=False)
    application = [str(Environment(PROJECT).python), "-m", "qwentts_desktop"]
    if arguments or has_screen():
        return start([*application, *arguments])
    sound_file = Path.cwd() / "qwentts-desktop-hello.wav"
    print("There is no screen here, so a sentence goes to a file instead of the loudspeaker.", flush=True)
    return start([*application, "speak", SENTENCE, "--output", str(sound_file)])


def test(arguments: list[str]) -> int:
    """Set up with the tools for testing and run every check; ends at the first that fails."""
    set_up(for_tests=True)
    python = str(Environment(PROJECT).python)
    return start([python, str(PROJECT / "installers" / "checks.py"), *arguments])


def set_up_only(_: list[str]) -> int:
    """Set up what running needs and start nothing."""
    set_up(for_tests=False)
    return 0


def set_up(*, for_tests: bool) -> None:
    """System packages, virtual environment, the right torch, the project. Nothing where all is current."""
    environment = Environment(PROJECT)
    extras = ["neural", "test"] if for_tests else ["neural"]
    if environment.is_current(extras):
        return
    manager = find_manager()
    if manager is not None:
        install_system_packages(manager, for_tests=for_tests)
    build = choose_torch_build(ask_driver().machine)
    if build.advice:
        print(build.advice, flush=True)
    environment.make()
    print(f"Installing torch ({build.tag}); this takes a few minutes the first time", flush=True)
    environment.install_torch(build)
    print("Installing qwentts_desktop and what it needs", flush=True)
    environment.install_project(extras)
    environment.mark_current(extras)


def install_system_packages(manager: PackageManager, *, for_tests: bool) -> None:
    """Install what is missing where we may, else print the one command and go on as far as it goes."""
    missing = missing_packages(manager, for_tests=for_tests)
    if not missing:
        return
    command = manager.command(missing)
    sudo = [] if is_root() else ["sudo"]
    print("Installing system packages: " + " ".join([*sudo, *command]), flush=True)
    if sudo and not (may_ask_for_password() or _is_quiet_success(["sudo", "-n", "true"])):
        print(
            "This needs the rights of an administrator. Run the command above, then this again.", flush=True
        )
        return
    if manager.program == "apt-get":
        subprocess.run([*sudo, "apt-get", "update", "-qq"], check=False)
        command = ["env", "DEBIAN_FRONTEND=noninteractive", *command, "-qq"]
    if subprocess.run([*sudo, *command], check=False).returncode != 0:
        print("Some system packages could not be installed; going on without them.", flush=True)


def _is_quiet_success(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
