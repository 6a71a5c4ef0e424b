"""Words of nvidia-smi, NVML and CUDA that users meet, what they mean and what mends them. A table."""

from __future__ import annotations

from dataclasses import dataclass

RELOAD_UVM = "sudo rmmod nvidia_uvm && sudo modprobe nvidia_uvm"
KEEP_MEMORY = (
    'echo "options nvidia NVreg_PreserveVideoMemoryAllocations=1" '
    "| sudo tee /etc/modprobe.d/nvidia-suspend.conf\n"
    "sudo systemctl enable nvidia-suspend.service nvidia-resume.service nvidia-hibernate.service"
)
_NEW_DRIVER = "Install a newer driver from nvidia.com/drivers or your distribution, and restart the computer."


@dataclass(frozen=True)
class Fault:
    """A known fault.

    Attributes:
        words: in lower case, any of which gives it away.
        reason, remedy: sentences for the user.
        command: to copy.
    """

    words: tuple[str, ...]
    reason: str
    remedy: str
    command: str = ""


FAULTS = (
    Fault(
        ("driver/library version mismatch", "error 803", "unsupported display driver / cuda driver"),
        "The NVIDIA driver was updated while the computer ran: its parts have different versions.",
        "Restart the computer.",
    ),
    Fault(
        ("couldn't communicate with the nvidia driver", "driver not loaded"),
        "The NVIDIA driver is installed but not running, often after an update of the kernel.",
        "Install the headers of the running kernel and build the driver's module, or restart into the kernel "
        "it was built for. With Secure Boot the module must be signed as well.",
        "sudo dkms autoinstall && sudo modprobe nvidia",
    ),
    Fault(
        ("gpu is lost", "fallen off the bus", "unable to determine the device handle"),
        "The card stopped answering.",
        "Restart the computer. If it comes again, look at the card's power supply and temperature.",
    ),
    Fault(
        ("gpu access blocked by the operating system",),
        "The operating system keeps programs from the card.",
        "Under WSL: install the newest NVIDIA driver on Windows, then run the command there.",
        "wsl --update && wsl --shutdown",
    ),
    Fault(
        ("no devices were found",),
        "The NVIDIA driver runs but finds no card.",
        "Look whether the card is switched off in the firmware or by a power saving tool, then restart.",
    ),
    Fault(
        ("insufficient permissions", "operation not permitted"),
        "This user may not use the card.",
        "Add yourself to the groups that may, and log in again.",
        "sudo usermod -aG video,render $USER",
    ),
    Fault(
        ("cuda unknown error", "cuda_error_unknown", "cudaerrorunknown", "error 999"),
        "CUDA does not start, usually after the computer slept.",
        "Load the driver's memory module anew. To keep it from coming again, use the second and third line.",
        f"{RELOAD_UVM}\n{KEEP_MEMORY}",
    ),
    Fault(
        ("driver on your system is too old", "driver version is insufficient", "error 35"),
        "The NVIDIA driver is too old for the installed torch.",
        _NEW_DRIVER,
    ),
    Fault(
        ("forward compatibility was attempted", "error 804"),
        "The NVIDIA driver is older than the CUDA libraries that are found first.",
        "Take the folder of CUDA's compat libraries out of LD_LIBRARY_PATH, or install a newer driver.",
        "unset LD_LIBRARY_PATH",
    ),
    Fault(
        ("system not yet initialized", "error 802"),
        "The card waits for NVIDIA's fabric manager.",
        "Start it.",
        "sudo systemctl enable --now nvidia-fabricmanager",
    ),
    Fault(
        ("no nvidia driver on your system", "no cuda-capable device is detected", "error 100"),
        "CUDA finds no card.",
        "Look at the findings on driver and card above.",
    ),
    Fault(
        ("no cuda gpus are available", "invalid device ordinal", "error 101"),
        "CUDA is told to use no card, or one that is not there.",
        "Take CUDA_VISIBLE_DEVICES out of the environment and start again.",
        "unset CUDA_VISIBLE_DEVICES",
    ),
    Fault(
        ("busy or unavailable", "error 46"),
        "Another program holds the card for itself.",
        "End it, or set the card to its default compute mode.",
        "sudo nvidia-smi --compute-mode=DEFAULT",
    ),
    Fault(
        ("out of memory",),
        "The card's memory is used up by other programs.",
        "Close programs that use the card, such as games, browsers with many tabs or other models.",
    ),
    Fault(
        ("winerror 126", "winerror 1114", 'error loading "c10.dll"', "fbgemm.dll"),
        "torch cannot load its libraries, because a part of Windows is missing.",
        "Install Microsoft's Visual C++ Redistributable and start again.",
        "winget install Microsoft.VCRedist.2015+.x64",
    ),
)


def fault_in(words: str) -> Fault | None:
    """The known fault that these words of a driver or library speak of."""
    spoken = words.lower()
    return next((fault for fault in FAULTS if any(word in spoken for word in fault.words)), None)


def first_line(words: str, longest: int = 200) -> str:
    """What fits into a sentence of somebody else's error."""
    line = next((line.strip() for line in words.splitlines() if line.strip()), "")
    return line if len(line) <= longest else line[: longest - 1] + "…"
