"""contradiction -- what cbmc-mt says that can never be right, whatever the program: one list for all scripts that run it.

A counterexample that does not replay, a formula that no execution satisfies although one was found, an internal error, exit code 6,
a signal, what a sanitizer prints: each is a failure in every run of every test, also if another strategy of the same run
has the right verdict (the default says so in a warning, so such runs are not --quiet).  Two strategies that disagree are one, too.
"""

import re

BUG = 6  # exit code
SUCCESSFUL, UNKNOWN, FAILED = 0, 5, 10
SAYS = re.compile(
    r"internal error[^\n]*"
    r"|no execution satisfies the formula[^\n]*"
    r"|(?:does|did) not replay(?!: a bug of cbmc-mt\.\")[^\n]*"  # not the text of a rule of SARIF
    r"|warning: [^:\n]+: VERIFICATION UNKNOWN[^\n]*"  # of a member of the default
    r"|the process of [^\n]* has ended: (?:exit code 6|killed by SIG(?:SEGV|ABRT|BUS|FPE|ILL|TRAP))[^\n]*"
    r"|(?:Address|Leak|Memory|Thread|UndefinedBehavior)Sanitizer[^\n]*"
    r"|[^\n]*: runtime error: [^\n]*"
)


def of(code, text):
    """What is wrong with a run whatever its program is, in words; or None.  code None: it took too long."""
    found = SAYS.search(text)
    if found:
        return " ".join(found[0].split())[:300]
    if code == BUG:
        return "exit code 6"
    if code is not None and (code < 0 or code >= 128):
        return f"ended by signal {-code if code < 0 else code - 128}"
    return None


def disagreement(answers):
    """What is wrong with the exit codes of runs of one program, [(who, exit code)] that all speak for every execution; or None."""
    proved = [who for who, code in answers if code == SUCCESSFUL]
    violated = [who for who, code in answers if code == FAILED]
    return f"{proved[0]} says SUCCESSFUL, {violated[0]} FAILED" if proved and violated else None
