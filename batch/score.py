"""Is a verdict right, and what is it worth?  The rules of SV-COMP, judged as BenchExec does."""

from batch import properties

# What is counted and shown: as the status, but limits are told apart from crashes, and where nothing
# was expected, what was said counts.
OUTCOMES = ["correct", "wrong", "safe", "unsafe", "qualified", "unknown", "timeout", "memory", "error"]
POINTS = {("correct", True): 2, ("correct", False): 1, ("wrong", True): -32, ("wrong", False): -16}


def status(expected, prop, verdict):
    """correct, wrong, qualified, unknown, error, or unjudged if nobody knows what was to be expected.

    A verdict that holds only within bounds or under assumptions, "true within unwind 5", is qualified: it
    is no mistake if there is a violation beyond them, and no answer to the task.  So is a violation that
    depends on what a function without a body does, "false if 'recv' may return 32".
    A violation of another kind than the expected one is wrong; one that does not belong to the
    property at all, or whose kind is needed and not said, is unknown.
    """
    if verdict == "unknown":
        return "unknown"
    if is_qualified(verdict):
        return "qualified"
    if verdict != "true" and not is_false(verdict):
        return "error"
    if expected is None:
        return "unjudged"
    if is_false(verdict):
        kinds = properties.KINDS.get(prop)
        kind = verdict[len("false("):-1] if verdict != "false" else None
        if kinds and kind and kind not in kinds:
            return "unknown"
        if expected == "true":
            return "wrong"
        if expected == "false" or expected == verdict:
            return "correct"
        return "unknown" if kind is None else "wrong"
    return "correct" if expected == "true" else "wrong"


def outcome(result):
    """One of OUTCOMES."""
    if result["status"] == "unjudged":
        return "safe" if result["verdict"] == "true" else "unsafe"
    limits = {"TIMEOUT": "timeout", "OUT OF MEMORY": "memory"}
    return limits.get(result["verdict"], result["status"])


def is_false(verdict):
    return verdict == "false" or verdict.startswith("false(")


def is_qualified(verdict):
    return verdict.startswith(("true ", "false "))


def is_violation(verdict):
    """Also one that is qualified."""
    return is_false(verdict) or verdict.startswith("false ")


def points(result):
    return POINTS.get((result["status"], result["verdict"] == "true"), 0)


def best(result):
    """The points of a perfect answer."""
    return {None: 0, "true": 2}.get(result["expected"], 1)
