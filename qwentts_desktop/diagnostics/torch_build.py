"""Which torch build fits a machine: a pure function from facts to a choice. Nothing is probed here.

The setup reads this file before anything is installed: standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

INDEX = "https://download.pytorch.org/whl/"
FALLBACK_REQUIREMENT = "torch==2.13.0"
"""Taken from whatever index pip is configured for, where PyTorch's own cannot be reached."""

OLDEST_CARD = (7, 0)
OLDEST_CUDA = (12, 4)


@dataclass(frozen=True)
class Card:
    """One NVIDIA card.

    Attributes:
        name: as the driver calls it.
        compute_capability: such as (8, 9); None where the driver does not say (drivers before 510).
    """

    name: str
    compute_capability: tuple[int, int] | None


@dataclass(frozen=True)
class Machine:
    """What decides.

    Attributes:
        driver_cuda: newest CUDA version that the driver can run, such as (12, 8); None without a driver.
        cards: the NVIDIA cards, in the driver's order.
    """

    driver_cuda: tuple[int, int] | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class TorchBuild:
    """What to install.

    Attributes:
        tag: "cpu", "cu124", "cu126", "cu128" or "cu130".
        requirement: for pip.
        advice: one or two sentences where the card or driver cannot be used, with the remedy; else empty.
    """

    tag: str
    requirement: str
    advice: str = ""

    @property
    def index_url(self) -> str:
        """PyTorch's own package index of this build."""
        return INDEX + self.tag


@dataclass(frozen=True)
class _Offer:
    """A published family of builds: the CUDA it needs and the cards that it holds code for."""

    tag: str
    cuda: tuple[int, int]
    oldest_card: tuple[int, int]
    newest_card: tuple[int, int]
    requirement: str


_OFFERS = (  # the newest first; cu124 ended with torch 2.6, and cu128 on leave out cards before Turing
    _Offer("cu130", (13, 0), (7, 5), (12, 1), "torch>=2.9,<2.15"),
    _Offer("cu128", (12, 8), (7, 5), (12, 1), "torch>=2.7,<2.15"),
    _Offer("cu126", (12, 6), (7, 0), (9, 0), "torch>=2.6,<2.15"),
    _Offer("cu124", (12, 4), (7, 0), (9, 0), "torch==2.6.0"),
)


def choose_torch_build(machine: Machine) -> TorchBuild:
    """The newest build that the driver can run and that holds code for the newest card.

    Without a usable card or driver this is the CPU build, with advice where something can be mended.
    """
    if machine.driver_cuda is None:
        return _cpu()
    known = [card for card in machine.cards if card.compute_capability is not None]
    if not known:
        return _cpu(_driver_advice(machine.driver_cuda) if machine.cards else "")
    card = max(known, key=lambda known_card: known_card.compute_capability or (0, 0))
    capability = card.compute_capability or (0, 0)
    if capability < OLDEST_CARD:
        return _cpu(
            f"The {card.name} is too old for the neural voice (compute capability {_dotted(capability)}, "
            f"{_dotted(OLDEST_CARD)} or newer is needed). The system's own voice reads instead; "
            "a card of the RTX series would do."
        )
    for offer in _OFFERS:
        if machine.driver_cuda >= offer.cuda and offer.oldest_card <= capability <= offer.newest_card:
            return TorchBuild(offer.tag, offer.requirement)
    return _cpu(_card_advice(card, capability, machine.driver_cuda))


def _cpu(advice: str = "") -> TorchBuild:
    return TorchBuild("cpu", FALLBACK_REQUIREMENT, advice)


def _driver_advice(driver_cuda: tuple[int, int]) -> str:
    return (
        f"The NVIDIA driver is too old (CUDA {_dotted(driver_cuda)}, {_dotted(OLDEST_CUDA)} is needed). "
        "Install driver 550 or newer (570 or newer for RTX 50 cards) from nvidia.com/drivers or your "
        "distribution, restart, and run this again. Until then the system's own voice reads."
    )


def _card_advice(card: Card, capability: tuple[int, int], driver_cuda: tuple[int, int]) -> str:
    if capability > _OFFERS[0].newest_card:
        return (
            f"The {card.name} (compute capability {_dotted(capability)}) is newer than every torch "
            "build that this version knows. Update qwentts_desktop. Until then the system's own voice reads."
        )
    if capability >= (10, 0):
        return (
            f"The {card.name} needs CUDA 12.8 or newer, and the driver offers {_dotted(driver_cuda)}. "
            "Install driver 570 or newer from nvidia.com/drivers or your distribution, restart, and run this "
            "again. Until then the system's own voice reads."
        )
    return _driver_advice(driver_cuda)


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
