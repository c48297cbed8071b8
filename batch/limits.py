"""What a run may use."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Limits:
    """0: no limit."""

    cpu: float = 0  # seconds, of all processes of the run together
    wall: float = 0  # seconds
    memory: int = 0  # bytes, of all processes of the run together
    cores: int = 0  # processors it may use
    grace: float = 3  # seconds from SIGTERM to SIGKILL


@dataclasses.dataclass
class Outcome:
    """How a run ended."""

    code: int = 0  # exit code, or minus the signal
    cpu: float = 0.0
    wall: float = 0.0
    memory: int = 0  # bytes, the peak
    exceeded: str | None = None  # cpu, wall, memory: the limit that ended it
