"""The processes of a run, seen through /proc, where there are no control groups.

A process whose parent has ended becomes a child of ours (we are its subreaper), so that it cannot
get lost; the mark in its environment tells which run it belongs to.
"""

import ctypes
import os

MARK = "CBMC_MT_BATCH_RUN"
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PR_SET_CHILD_SUBREAPER = 36


def become_subreaper():
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as f:
                found.extend(int(p) for p in f.read().split())
    except OSError:
        pass
    return found


def children_of_this_thread():
    """The same for us; we have one thread only."""
    with open("/proc/thread-self/children", "rb", buffering=0) as f:
        return [int(p) for p in f.read().split()]


def tree(roots):
    """The roots and all that descend from them."""
    seen = list(roots)
    for pid in seen:
        seen.extend(c for c in children(pid) if c not in seen)
    return seen


def stat(pid):
    """(state, process group, CPU seconds with those of children waited for, resident bytes) or None."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
            fields = f.read().rpartition(")")[2].split()
    except OSError:
        return None
    ticks = sum(int(t) for t in fields[11:15])
    return fields[0], int(fields[2]), ticks / TICK, int(fields[21]) * PAGE


def mark_of(pid):
    """The mark of the run in its environment, b'' if it has none."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as f:
            for entry in f.read().split(b"\0"):
                if entry.startswith(MARK.encode() + b"="):
                    return entry[len(MARK) + 1:]
    except OSError:
        pass
    return b""
