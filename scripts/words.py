"""words -- what stands beside a verdict, read and compared.

    assuming that threads can be created (--thread-create-may-fail)
    VERIFICATION SUCCESSFUL (within unwind 3; assuming 'f' changes nothing but what its arguments reach)

Strategies that answer must rest on the same: what one names and another does not is a failure, whoever
is right.  These differences are legitimate, and no others:

    bounds            'within ...' may differ: a proof needs none where another one has it, and a strategy over
                      events names a bound of switches only if something lies beyond it
    executions        who is bounded looks at fewer executions: what it assumes, one without a bound must assume,
                      too, but not the other way round; two that are bounded are not compared
    proofs            'for any number of threads' and 'deadlocks not excluded' are about how it was proved; the
                      invariant has states that no execution has, so a proof may assume more than others, never less
    deadlocks         where they are not excluded, nothing is assumed that only they depend on: that readers need not
                      wait for writers that wait
    events            a formula over events is made before the solver knows which branches an order of them can take:
                      strategies over events may assume more than others, too, and so may those that let several search
    options           of the environment are named where a model asks for them, also if nothing follows that
                      an execution could do: who prunes later may name more; but if nobody asks, nobody names one
    places            'as at FILE:LINE', 'at FILE:LINE' name one place of several
    memory models     where no strategy is named, accesses with weaker orders may have been looked at under C11: then
                      nothing is assumed of them; what is said of the models is not compared
    inputs given      'for the inputs given', 'for the events of this run': other executions, not compared
    FAILED, UNKNOWN   have no such words: a counterexample is one execution, and has met its own calls only
    slices            strategies that make runs do not slice the program, so they need not say that accesses
                      which no property depends on are valid; where a slice is searched, a call may be gone that no
                      property depends on, and so is what the environment could have done there
"""

import collections
import re

VERDICT = re.compile(r"^VERIFICATION SUCCESSFUL(?: \((.*)\))?$", re.M)
ENVIRONMENT = re.compile(r"^assuming that (.*)$", re.M)
FUNCTIONS = re.compile(
    r"((?:'[^']+'|\d+ others)(?:(?:, | and )(?:'[^']+'|\d+ others))*) "
    r"(?:(changes? nothing but what (?:its|their) arguments reach)|(ends? the program))(?:, |$)"
)
PLACE = re.compile(r",?(?: as)? at [^\s,]+:\d+")
OPTION = re.compile(r"\(--(?:[\w-]+-may-[\w-]+|spurious-wakeups|signals)\)$")  # of the environment
SLICED = "that accesses that no property depends on are valid (--no-reduction=slice)"
C11 = re.compile(r"^decided by: .*event engine under C11", re.M)
DEADLOCKS = "that readers need not wait for writers that wait (--rwlock-prefers-writers)"
MAKE_RUNS = ("mpc", "tdv", "predict")

# bounds: 'within ...'; loose: may name more than others; some: not of all executions; whole: the program is not sliced;
# open: deadlocks are not excluded; c11: it holds under that memory model, too; assumed: a set of phrases
Words = collections.namedtuple("Words", "bounds loose some whole open c11 assumed")
LOOSE = ("partial-order", "order-theory", "order-eager", "order-clocks", "any-threads", "predict", "default")  # strategies


def is_about_environment(options):
    """Do the options of a command line change what the environment may do, and so what is assumed of it?"""
    return any(OPTION.search(f"({option.replace('--no-', '--')})") for option in options.split())


def functions_of(text):
    """Phrases about functions, one for each, and the rest of the list."""
    phrases = set()

    def take(found):
        what = "changes nothing but what its arguments reach" if found.group(2) else "ends the program"
        phrases.update(f"{name} {what}" for name in re.split(", | and ", found.group(1)))
        return ""

    return phrases, FUNCTIONS.sub(take, text)


def read(output, strategy):
    """The words of SUCCESSFUL, or None: there is no such verdict."""
    found = VERDICT.search(output)
    if not found:
        return None
    bounds, loose, some, opened, assumed = None, strategy in LOOSE, False, False, set()
    for part in (found.group(1) or "").split("; "):
        if part.startswith("assuming "):
            phrases, rest = functions_of(part.removeprefix("assuming "))
            assumed |= phrases | {PLACE.sub("", phrase) for phrase in rest.split(", ") if phrase}
        elif part in ("integers without wrap-around", "in the usual environment"):
            assumed.add(part)
        elif part == "deadlocks not excluded":
            opened = True
        elif part:
            loose |= "for any number of threads" in part
            some |= bool(re.search(r"\bfor the (?!any number)", part))
            within = re.search(r"within .*", part)
            bounds = within.group(0) if within else bounds
    for line in ENVIRONMENT.findall(output):
        assumed |= {f"that {PLACE.sub('', phrase)})" for phrase in re.sub(r"\)$", "", line).split("), ")}
    return Words(bounds, loose, some, strategy in MAKE_RUNS, opened, bool(C11.search(output)), frozenset(assumed))


def lacks(a, b):
    """What a should name because b does; both are words."""
    if a.some or b.some or a.bounds or b.loose:
        return set()
    missing = b.assumed - a.assumed - ({SLICED} if a.whole else set()) - ({DEADLOCKS} if a.open else set())
    missing = {phrase for phrase in missing if not (a.c11 and phrase.endswith("(--mm)"))}
    return {phrase for phrase in missing if a.whole or not b.whole or not OPTION.search(phrase)}


def disagreement(a, b):
    """What one of two answers names and the other should, in words; or None."""
    if a is None or b is None:
        return None
    return ", ".join(sorted(lacks(a, b) | lacks(b, a))) or None


def options_of(words):
    """The options that would allow what is assumed: {"malloc-may-fail"}."""
    return {found.group(1) for phrase in words.assumed if (found := re.search(r"\(--([\w-]+)\)$", phrase))}


def unmodelled_of(words):
    """The functions without a body: {"f"}."""
    return {found.group(1) for phrase in words.assumed if (found := re.match(r"'(.*)' (?:changes|ends)", phrase))}
