"""literal.py -- the axioms of the memory models as they are written down, on every candidate graph of a small program.

Slow, and as plain as possible: it is what graphs.py is held against (run-models).  Values that reads may have are guessed,
each combination of threads, sources and modification orders is a candidate, and relations are sets of pairs.
"""

import itertools

from graphs import ACQUIRE, INITIAL, RELEASE, Event
from programs import Assert, Branch, Fence, Jump, Load, Lock, Rmw, Set, Store, compile_thread

LARGEST = 6  # values beyond are not guessed: a program that adds more often has to be left out


def runs(code, k, values, pc=0, own=None, events=()):
    """All event lists of thread k if reads of x have one of values[x]."""
    own = own or {}
    while pc < len(code):
        ins = code[pc]
        pc += 1
        if isinstance(ins, Set):
            own = {**own, ins.register: ins.value(own)}
        elif isinstance(ins, Branch):
            pc = pc if ins.condition(own) else ins.target
        elif isinstance(ins, Jump):
            pc = ins.target
        elif isinstance(ins, Assert):
            raise NotImplementedError
        elif isinstance(ins, Fence):
            events = (*events, Event(k, None, ins.order))
        elif isinstance(ins, Store):
            e = Event(k, ins.location, ins.order, ins.library)
            e.writes, e.put = True, ins.value(own)
            events = (*events, e)
        else:
            for old in sorted(values[ins.location]):
                if isinstance(ins, Lock) and old or isinstance(ins, Load) and ins.until not in (None, old):
                    continue
                e = Event(k, ins.location, "acquire", True)
                e.reads, e.got, after = True, old, own
                if isinstance(ins, Load):
                    e.order, e.library, after = ins.order, False, {**own, ins.register: old}
                elif isinstance(ins, Lock):
                    e.writes, e.put = True, 1
                else:
                    e.put, e.library = ins.change(old, own), ins.library
                    e.writes = e.put is not None
                    e.order = ins.order if e.writes else ins.failure
                    after = {**own, **ins.results(old, own)}
                e.source = not isinstance(ins, Load)  # until the source is known: whether it drains
                yield from runs(code, k, values, pc, after, (*events, e))
            return
    yield events


def guesses(program, codes):
    values = {x: {v} for x, v in (*program.locations.items(), *((m, 0) for m in program.mutexes))}
    while True:
        new = {x: set(v) for x, v in values.items()}
        for k, code in enumerate(codes):
            for events in runs(code, k, values, own={f"r{i}": -1 for i in range(99)}):
                for e in events:
                    if e.writes and abs(e.put) <= LARGEST:
                        new[e.location].add(e.put)
        if new == values:
            return values
        values = new


def candidates(program):
    """(events, rf: read -> write, mo: pairs)"""
    codes = [compile_thread(t) for t in program.threads]
    values = guesses(program, codes)
    start = []
    for x, v in (*program.locations.items(), *((m, 0) for m in program.mutexes)):
        e = Event(INITIAL, x, "plain")
        e.writes, e.put = True, v
        start.append(e)
    names = {f"r{i}": -1 for i in range(99)}
    for choice in itertools.product(*(list(runs(code, k, values, own=names)) for k, code in enumerate(codes))):
        events = [*start, *itertools.chain(*choice)]
        reads = [i for i, e in enumerate(events) if e.reads]
        sources = [[j for j, w in enumerate(events) if w.writes and j != i and w.location == events[i].location and w.put == events[i].got] for i in reads]
        if not all(sources):
            continue
        orders = []
        for x in values:
            first, *rest = [i for i, e in enumerate(events) if e.writes and e.location == x]
            orders.append([(first, *p) for p in itertools.permutations(rest)])
        for source in itertools.product(*sources):
            for mo in itertools.product(*orders):
                yield events, dict(zip(reads, source)), {pair for order in mo for pair in itertools.combinations(order, 2)}


def compose(a, b):
    by = {}
    for x, y in b:
        by.setdefault(x, set()).add(y)
    return {(x, z) for x, y in a for z in by.get(y, ())}


def closure(a):
    while True:
        more = a | compose(a, a)
        if more == a:
            return a
        a = more


def irreflexive(a):
    return all(x != y for x, y in a)


def acyclic(a):
    return irreflexive(closure(a))


class Relations:
    def __init__(self, events, source, mo):
        n = range(len(events))
        self.events, self.mo = events, mo
        self.identity = {(i, i) for i in n}
        self.sb = {(i, j) for i in n for j in n if (events[i].thread == events[j].thread != INITIAL and i < j)
                   or (events[i].thread == INITIAL != events[j].thread)}
        self.rf = {(w, r) for r, w in source.items()}
        self.rb = {(r, w) for r, s in source.items() for t, w in mo if t == s and w != r}
        self.eco = closure(self.rf | mo | self.rb)
        self.same = {(i, j) for i in n for j in n if events[i].location is not None and events[i].location == events[j].location}
        self.external = {(i, j) for i in n for j in n if events[i].thread != events[j].thread}

    def on(self, test):
        return {(i, i) for i, e in enumerate(self.events) if test(e)}


def atomicity(r):
    for w, u in r.rf:
        if r.events[u].writes and ((w, u) not in r.mo or any((w, v) in r.mo and (v, u) in r.mo for v in range(len(r.events)))):
            return False
    return True


def sc(r):
    return acyclic(r.sb | r.rf | r.mo | r.rb)


def buffered(r, keeps_stores):
    """tso, pso; keeps_stores: two stores of one thread, to different locations, are kept in order"""
    if not acyclic(r.sb & r.same | r.rf | r.mo | r.rb) or not atomicity(r):
        return False
    rmw = lambda e: e.reads and e.source is True
    drains = r.on(lambda e: e.thread == INITIAL or rmw(e) or e.library or e.order == "seq_cst" and not e.reads)
    store = r.on(lambda e: e.writes and not e.reads)
    load = r.on(lambda e: e.reads and not e.writes)
    lost = compose(compose(store, r.sb), load)
    if not keeps_stores:
        fence = lambda e: e.location is None and e.order in RELEASE
        barrier = r.on(fence)
        release = r.on(lambda e: e.writes and e.order in RELEASE)
        ordered = compose(compose(r.sb, barrier), r.sb) | compose(r.sb, release) | compose(compose(r.sb, release), r.sb)
        lost |= compose(compose(store, r.sb), store) - r.same - ordered
    access = {i for i, e in enumerate(r.events) if e.location is not None}
    kept = {(a, b) for a, b in r.sb - lost if a in access and b in access}
    drained = compose(compose(r.sb | r.identity, drains), r.sb | r.identity) - r.identity
    return acyclic(kept | drained | r.rf & r.external | r.mo | r.rb)


def c11(r):
    if not acyclic(r.sb | r.rf) or not atomicity(r):
        return False
    writes, fences = r.on(lambda e: e.writes), r.on(lambda e: e.location is None)
    atomic_writes = r.on(lambda e: e.writes and e.order != "plain")
    atomic_reads = r.on(lambda e: e.reads and e.order != "plain")
    updates = r.on(lambda e: e.reads and e.writes)
    rs = compose(compose(writes, contiguous(r) | r.identity), atomic_writes)
    rs = compose(rs, closure(compose(r.rf, updates)) | r.identity)
    sw = compose(compose(rs, r.rf), atomic_reads)
    sw = compose(compose(fences, r.sb) | r.identity, sw)
    sw = compose(sw, compose(r.sb, fences) | r.identity)
    sw = compose(compose(r.on(lambda e: e.order in RELEASE), sw), r.on(lambda e: e.order in ACQUIRE))
    hb = closure(r.sb | sw)
    if not irreflexive(hb) or not irreflexive(compose(hb, r.eco)):
        return False
    other = r.sb - r.same
    scb = r.sb | compose(compose(other, hb), other) | hb & r.same | r.mo | r.rb
    special = r.on(lambda e: e.order == "seq_cst")
    special_fences = r.on(lambda e: e.order == "seq_cst" and e.location is None)
    psc = compose(compose(special | compose(special_fences, hb), scb), special | compose(hb, special_fences))
    psc |= compose(compose(special_fences, hb | compose(compose(hb, r.eco), hb)), special_fences)
    library = r.on(lambda e: e.library or e.thread == INITIAL)
    of_library = lambda a: compose(compose(library, a), library)
    return acyclic(psc) and acyclic(r.sb | r.rf | of_library(r.mo & r.same) & words(r) | of_library(r.rb) & words(r))


def contiguous(r):
    """Pairs of writes of one thread to one location, with no store of another thread between them in mo"""
    ends = lambda i, k: not r.events[i].reads and r.events[i].thread != r.events[k].thread
    return {(i, j) for i, j in r.sb & r.mo if not r.external & {(i, j)} and not any((i, k) in r.mo and (k, j) in r.mo and ends(k, i) for k in range(len(r.events)))}


def words(r):
    """Pairs of accesses to words of the library"""
    of = {e.location for e in r.events if e.library}
    return {(i, j) for i, j in r.same if r.events[i].location in of}


AXIOMS = {"sc": lambda r: sc(r) and atomicity(r), "tso": lambda r: buffered(r, True), "pso": lambda r: buffered(r, False), "c11": c11}


def count(program):
    """How many candidate graphs each model accepts, and how many candidates there are."""
    found = dict.fromkeys((*AXIOMS, "all"), 0)
    for events, source, mo in candidates(program):
        relations = Relations(events, source, mo)
        found["all"] += 1
        for model, holds in AXIOMS.items():
            found[model] += holds(relations)
    return found
