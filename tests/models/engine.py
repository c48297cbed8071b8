"""engine.py -- runs cbmc-mt on a program under a memory model, and reads its answer."""

import collections
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))

import contradiction  # noqa: E402
import server  # noqa: E402

VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED|UNKNOWN)\b.*$", re.M)
EXECUTIONS = re.compile(r"^executions: (\d+)$", re.M)
NO_REPLAY = re.compile(r"^VERIFICATION UNKNOWN \((assertion|data race) ", re.M)

# what: SAFE, UNSAFE, RACE, UNKNOWN, ERROR, or a number of executions; line: the verdict; cpu: seconds
Answer = collections.namedtuple("Answer", "what line cpu output")


def classify(code, output, unreplayed):
    contradicts = contradiction.of(code, output)
    if contradicts and not unreplayed:
        return "ERROR", contradicts
    found = EXECUTIONS.search(output)
    if found:
        return int(found[1]), found[0]
    found = VERDICT.search(output)
    if not found:
        return "ERROR", output.strip().splitlines()[-1] if output.strip() else f"exit code {code}"
    if found[1] == "FAILED":
        return "RACE" if re.search(r"^.*\bdata race\b", output, re.M) else "UNSAFE", found[0]
    if found[1] == "SUCCESSFUL":
        return "SAFE", found[0]
    if unreplayed and "does not replay" in output and (kind := NO_REPLAY.search(output)):
        return "RACE" if kind[1] == "data race" else "UNSAFE", found[0]
    return "UNKNOWN", found[0]


def ask(program, path, options, timeout=60, unreplayed=False):
    """unreplayed: a violation that does not replay counts as one, to look for errors in what comes before the replay"""
    done = server.timed([program, *options, "--no-why", path], timeout)
    if done.code is None:
        return Answer("UNKNOWN", "it takes too long", timeout, "")
    output = done.output + done.errors
    what, line = classify(done.code, output, unreplayed)
    return Answer(what, line, done.cpu, output)


def ask_timed(program, path, options, timeout=60, unreplayed=False):
    """As ask, with the processor time of the run in any case; for one run at a time."""
    before = os.times()
    answer = ask(program, path, options, timeout, unreplayed)
    if answer.cpu is not None:
        return answer
    after = os.times()
    cpu = after.children_user - before.children_user + after.children_system - before.children_system
    return answer._replace(cpu=cpu)
