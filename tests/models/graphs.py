"""graphs.py -- all consistent executions of a small program (programs.py) under sc, tso, pso and c11, by the axioms.

An execution is a graph: the events of each thread with their values, the source of each read, and an order of the writes
of each location, the modification order mo.  The axioms are those of docs/memory-models.md.  This module counts the graphs
of complete executions, and collects the final states, whether an assertion in a thread fails, and (c11) whether two
accesses race.

How.  In every model here program order and reads-from have no cycle.  So a graph can be built by adding events such
that a read finds its source in place.  Each graph is built once: whatever is no read is added at once; the
first thread that stands before a read either takes one of the writes that are there, or waits, and then it takes none
of those but one that is added later.  A graph determines what is chosen at each step.

Each model has an order of events that the sources alone determine ('pred', closed):

    sc    program order, reads-from
    tso   program order without store-load, what drains a buffer, reads-from of other threads
    pso   the same, without stores to different locations
    c11   happens-before

From it follows what mo has to contain: a write that is ordered before an access of the same location is not later in mo
than what that access reads or writes.  What remains is enumerated: linear orders in which each RMW follows its source.
Under sc, tso and pso mo and from-read must have no cycle with 'pred', under c11 the condition psc is left.

Release sequences of c11 depend on mo: a later store of the thread is part of the sequence unless one of another thread
is between the two.  A program that may have such ends (own_stores) is built without these parts, and for each mo
happens-before is computed anew, with coherence (happens).
"""

import collections

from programs import Assert, Branch, Fence, Jump, Load, Lock, Rmw, Set, Store, compile_thread, function, registers

MODELS = ("sc", "tso", "pso", "c11")
ACQUIRE = {"consume", "acquire", "acq_rel", "seq_cst"}
RELEASE = {"release", "acq_rel", "seq_cst"}
INITIAL = -1  # the thread of initial writes

# states: of complete executions: values of the registers, then of the locations; executions: how many; failed: an assertion
# in a thread, race: two accesses (c11), also in executions that cannot go on because of a lock.
Result = collections.namedtuple("Result", "states executions failed race")


class TooMany(Exception):
    """More executions than asked for."""


def bits(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def add_edge(before, a, b, nodes):
    """a before b in a closed order, a list of masks; false: that is a cycle."""
    if before[b] >> a & 1:
        return True
    if a == b or before[a] >> b & 1:
        return False
    more = before[a] | 1 << a
    for x in nodes:
        if x == b or before[x] >> b & 1:
            before[x] |= more
    return True


class Event:
    __slots__ = ("thread", "reads", "writes", "location", "got", "put", "order", "source", "library")

    def __init__(self, thread, location, order, library=False):
        self.thread, self.location, self.order, self.library = thread, location, order, library
        self.reads = self.writes = False
        self.got = self.put = self.source = None

    def is_store(self):
        return self.writes and not self.reads

    def __repr__(self):
        what = ("U" if self.writes else "R") if self.reads else "W" if self.writes else "F"
        values = "".join(f" {v}" for v in (self.got, self.put) if v is not None)
        return f"T{self.thread} {what} {self.location}{values} {self.order}"


class Thread:
    """Where a thread is, and what the events that it will have are ordered after."""

    __slots__ = ("pc", "values", "own", "all", "reads", "barrier", "stores", "pending", "fences", "heads", "refused")

    def __init__(self, initial):
        self.pc, self.values = 0, {}
        self.own = 0  # its events
        self.all = initial  # sc, c11: before any event; tso, pso: before one that drains, and (tso) before a store
        self.reads = initial  # tso, pso: before a load
        self.barrier = initial  # pso: before a store
        self.stores = {}  # pso: location -> before the next store to it
        self.pending = 0  # c11: what an acquire fence brings
        self.fences = 0  # c11: what release fences before cover
        self.heads = {}  # c11: location -> what release stores to it cover
        self.refused = 0  # sources that the next read does not take; 0: it has not waited

    def copy(self):
        new = Thread.__new__(Thread)
        for name in Thread.__slots__:
            setattr(new, name, getattr(self, name))
        new.stores, new.heads = dict(self.stores), dict(self.heads)
        return new


class Search:
    def __init__(self, program, model, most=None, keep=None):
        """most: raises TooMany beyond that; keep: a list that gets the executions as text."""
        self.program, self.model, self.most, self.keep = program, model, most, keep
        self.codes = [compile_thread(t) for t in program.threads]
        self.names = registers(program)
        self.may_write = [self.writes_after(code) for code in self.codes]
        self.events, self.pred, self.rel = [], [], []  # rel, of c11: what an acquiring reader is ordered after
        self.mo = []  # of a write: those that are before it, as far as that is known
        self.writes, self.loads = collections.defaultdict(int), collections.defaultdict(int)  # masks, by location
        self.rmws = []  # events
        self.own_stores = model == "c11" and self.has_own_stores()
        self.failed = self.race = self.fails_here = False
        self.executions, self.states = 0, set()
        for x, value in [*program.locations.items(), *((m, 0) for m in program.mutexes)]:
            e = Event(INITIAL, x, "plain")
            e.writes, e.put = True, value
            self.writes[x] |= 1 << self.place(e, 0, 0)

    def has_own_stores(self):
        """May a store of another thread come between a store that releases and a later one of the same thread?"""
        writes = [[i for i in code if isinstance(i, (Store, Rmw, Lock)) and not isinstance(i, Lock) and not i.library] for code in self.codes]
        for k, mine in enumerate(writes):
            others = {i.location for j, code in enumerate(writes) if j != k for i in code if isinstance(i, Store)}
            for x in others & {i.location for i in mine if i.order in RELEASE}:
                if sum(i.location == x for i in mine) > 1 or any(isinstance(i, Jump) for i in self.codes[k]):
                    return True
        return False

    @staticmethod
    def writes_after(code):
        """For each place of the code the locations that it may write from there on."""
        out = [set() for _ in range(len(code) + 1)]
        for pc in range(len(code) - 1, -1, -1):
            ins = code[pc]
            out[pc] = set(out[ins.target] if isinstance(ins, Jump) else out[pc + 1])
            if isinstance(ins, Branch):
                out[pc] |= out[ins.target]
            elif isinstance(ins, (Store, Rmw, Lock)):
                out[pc].add(ins.location)
        return out

    def run(self):
        initial = (1 << len(self.events)) - 1
        threads = []
        for _ in self.codes:
            t = Thread(initial)
            t.values = {r: -1 for r in self.names}
            threads.append(t)
        self.explore(threads)
        return Result(self.states, self.executions, self.failed, self.race)

    # ---- building

    def place(self, event, pred, rel):
        self.events.append(event)
        self.pred.append(pred)
        self.rel.append(rel)
        self.mo.append(0)
        return len(self.events) - 1

    def explore(self, threads):
        mark, failed_before = len(self.events), self.fails_here
        mo_before = self.mo
        self.mo = list(mo_before)
        threads = [t.copy() for t in threads]
        if all(self.advance(k, t) for k, t in enumerate(threads)):
            self.choose(threads)
        self.fails_here = failed_before
        self.forget(mark)
        self.mo = mo_before

    def forget(self, mark):
        for i in range(mark, len(self.events)):
            e = self.events[i]
            if e.writes:
                self.writes[e.location] &= ~(1 << i)
            if e.reads:
                self.loads[e.location] &= ~(1 << i)
            if e.reads and e.writes:
                self.rmws.pop()
        del self.events[mark:], self.pred[mark:], self.rel[mark:]

    def advance(self, k, t):
        """Adds all events before the next read; false: what is there is inconsistent."""
        code = self.codes[k]
        while t.pc < len(code):
            ins = code[t.pc]
            if isinstance(ins, (Load, Rmw, Lock)):
                return True
            t.pc += 1
            if isinstance(ins, Set):
                t.values = {**t.values, ins.register: ins.value(t.values)}
            elif isinstance(ins, Branch):
                if not ins.condition(t.values):
                    t.pc = ins.target
            elif isinstance(ins, Jump):
                t.pc = ins.target
            elif isinstance(ins, Assert):
                if not ins.condition(t.values):  # it ends the execution: the thread goes no further
                    self.fails_here = True
                    t.pc = len(code)
            elif isinstance(ins, Fence):
                self.fence(k, t, ins.order)
            elif not self.store(k, t, ins):
                return False
        return True

    def choose(self, threads):
        """The next read, if there is one, takes each source that it can, or waits."""
        open_ = [k for k, t in enumerate(threads) if t.pc < len(self.codes[k])]
        if not open_:
            self.finish(threads, True)
            return
        for k in open_:
            ins = self.codes[k][threads[k].pc]
            there = self.writes[ins.location]
            if threads[k].refused == there:
                continue  # nothing new
            for source in bits(there & ~threads[k].refused):
                self.read(threads, k, ins, source)
            if any(ins.location in self.may_write[j][threads[j].pc] for j in open_ if j != k):
                t = threads[k] = threads[k].copy()
                t.refused = there
                self.choose(threads)
            elif isinstance(ins, Lock) or isinstance(ins, Load) and ins.until is not None:
                self.finish(threads, False)
            return
        self.finish(threads, False)

    def read(self, threads, k, ins, source):
        old = self.events[source].put
        if isinstance(ins, Lock) and old or isinstance(ins, Load) and ins.until not in (None, old):
            return
        mark = len(self.events)
        mo_before, self.mo = self.mo, list(self.mo)
        t = threads[k].copy()
        t.refused = 0
        t.pc += 1
        if isinstance(ins, Load):
            new, order, rmw, results, library = None, ins.order, False, {ins.register: old}, False
        elif isinstance(ins, Lock):
            new, order, rmw, results, library = 1, "acquire", True, {}, True
        else:
            new, rmw, results, library = ins.change(old, t.values), True, ins.results(old, t.values), ins.library
            order = ins.failure if new is None else ins.order
        e = Event(k, ins.location, order, library)
        e.reads, e.got, e.source = True, old, source
        e.writes, e.put = new is not None, new
        i = self.add_access(t, e, rmw)
        if i is not None:
            t.values = {**t.values, **results}
            self.explore([*threads[:k], t, *threads[k + 1:]])
        self.forget(mark)
        self.mo = mo_before

    def fence(self, k, t, order):
        if self.model == "c11":
            if order in ACQUIRE:
                t.all |= t.pending
            i = self.place(Event(k, None, order), t.all, 0)
            t.all |= 1 << i
            t.own |= 1 << i
            if order in RELEASE:
                t.fences |= t.all
        elif order == "seq_cst":
            t.reads = t.all
        elif order in RELEASE:
            t.barrier = t.all

    def store(self, k, t, ins):
        e = Event(k, ins.location, ins.order, ins.library)
        e.writes, e.put = True, ins.value(t.values)
        return self.add_access(t, e, ins.library or ins.order == "seq_cst") is not None

    def add_access(self, t, e, drains):
        """The number of the new event, None if that cannot be consistent; drains: a store buffer, under tso and pso"""
        i, x = len(self.events), e.location
        me = 1 << i
        pred = getattr(self, "order_" + self.model)(t, e, i, drains)
        seen = (pred | t.own) & self.writes[x]
        for r in bits((pred if self.model == "c11" else t.own) & self.loads[x]):
            seen |= 1 << self.events[r].source
        self.place(e, pred, self.released)
        if e.writes:
            self.writes[x] |= me
        if e.reads:
            self.loads[x] |= me
        t.own |= me
        if e.reads and e.writes:
            self.rmws.append(i)
        nodes = list(bits(self.writes[x]))
        target = e.source if e.reads else i
        for w in bits(seen & ~(1 << target)):
            if not add_edge(self.mo, w, target, nodes):
                return None
        if e.reads and e.writes and not add_edge(self.mo, e.source, i, nodes):
            return None
        return i if self.settle(x, nodes) else None

    def settle(self, x, nodes):
        """What an RMW right after its source implies for mo; false: a cycle"""
        pairs = [(self.events[u].source, u) for u in self.rmws if self.events[u].location == x]
        changed = True
        while changed:
            changed = False
            for s, u in pairs:
                for w in nodes:
                    if w in (s, u):
                        continue
                    if self.mo[w] >> s & 1 and not self.mo[w] >> u & 1:
                        changed = True
                        if not add_edge(self.mo, u, w, nodes):
                            return False
                    if self.mo[u] >> w & 1 and not self.mo[s] >> w & 1:
                        changed = True
                        if not add_edge(self.mo, w, s, nodes):
                            return False
        return True

    # ---- the order of each model: what the new event is ordered after

    released = 0

    def source_and_before(self, e):
        return self.pred[e.source] | 1 << e.source

    def order_sc(self, t, e, i, _drains):
        if e.reads:
            t.all |= self.source_and_before(e)
        pred = t.all
        t.all |= 1 << i
        return pred

    def order_tso(self, t, e, i, drains):
        return self.order_buffered(t, e, i, drains, t.all)

    def order_pso(self, t, e, i, drains):
        if e.writes and e.order in RELEASE:
            t.barrier = t.all
        return self.order_buffered(t, e, i, drains, t.reads | t.barrier | t.stores.get(e.location, 0))

    def order_buffered(self, t, e, i, drains, before_store):
        pred = t.all if drains else before_store if e.writes else t.reads
        if e.reads and (drains or not t.own >> e.source & 1):
            pred |= self.source_and_before(e)
        done = pred | 1 << i
        t.all |= done
        if drains:
            t.reads = t.barrier = t.all
        elif e.writes:
            t.stores[e.location] = done
        else:
            t.reads |= done
        return pred

    def order_c11(self, t, e, i, _drains):
        atomic = e.order != "plain"
        if e.reads and atomic:
            t.pending |= self.rel[e.source]
            if e.order in ACQUIRE:
                t.all |= self.rel[e.source]
        pred = t.all
        t.all |= 1 << i
        self.released = 0
        if e.writes and atomic:
            self.released = t.fences | (0 if self.own_stores else t.heads.get(e.location, 0))
            if e.reads:
                self.released |= self.rel[e.source]
            if e.order in RELEASE:
                self.released |= t.all
                t.heads[e.location] = t.heads.get(e.location, 0) | t.all
        return pred

    # ---- a graph whose sources are all chosen

    def finish(self, threads, complete):
        """complete: all threads have ended; otherwise only failures and races count"""
        racy = self.model == "c11" and not self.race and not self.own_stores and self.has_race()
        if not complete and not racy and not self.fails_here and not (self.own_stores and not self.race):
            return
        orders = self.orders_buffered(threads, complete) if self.model != "c11" else self.orders_c11(threads, complete)
        some, before = False, self.pred
        for last in orders:
            some = True
            racy = racy or self.own_stores and self.has_race()
            if not complete:
                if racy or not self.own_stores:
                    break
                continue
            self.executions += 1
            if self.most is not None and self.executions > self.most:
                raise TooMany
            values = {r: v for t, code in zip(threads, self.program.threads) for r, v in t.values.items() if r in self.names and v != -1}
            self.states.add((*(values.get(r, -1) for r in self.names), *(self.events[last[x]].put for x in self.program.locations)))
        self.pred = before
        if some:
            self.failed |= self.fails_here
            self.race |= racy

    def has_race(self):
        """Two accesses of different threads to one location, one writes, one is plain, neither happens before the other"""
        for i, a in enumerate(self.events):
            if a.location is None or a.thread == INITIAL:
                continue
            for j in bits((self.writes[a.location] | self.loads[a.location]) & ((1 << i) - 1)):
                b = self.events[j]
                if (b.thread not in (INITIAL, a.thread) and (a.writes or b.writes) and "plain" in (a.order, b.order)
                        and not self.pred[i] >> j & 1):
                    return True
        return False

    def linear(self, x, before):
        """All orders of the writes of x within 'before' in which an RMW follows its source"""
        after = {self.events[u].source: u for u in self.rmws if self.events[u].location == x}
        nodes = list(bits(self.writes[x]))
        out = []

        def go(done, rest):
            if not rest:
                yield list(out)
                return
            must = after.get(out[-1]) if out else None
            for w in (must,) if must is not None else bits(rest):
                e = self.events[w]
                if before[w] & self.writes[x] & ~done or must is None and e.reads:
                    continue
                out.append(w)
                yield from go(done | 1 << w, rest & ~(1 << w))
                out.pop()

        return go(0, sum(1 << w for w in nodes))

    def forced(self, x, pred):
        """The least order of the writes of x: what is known of mo, and what 'pred' adds.  A read that takes a store from the
        buffer of its thread says nothing about where that store is later."""
        before = list(self.mo)
        nodes = list(bits(self.writes[x]))
        for w in nodes:
            for v in bits(pred[w] & self.writes[x]):
                if not add_edge(before, v, w, nodes):
                    return None
        for r in bits(self.loads[x]):
            s = self.events[r].source
            for v in bits(pred[r] & self.writes[x]):
                if v != s and not add_edge(before, v, s, nodes):
                    return None
        return before

    def orders_buffered(self, threads, complete):
        """sc, tso, pso: each consistent choice of mo, as location -> last write"""
        locations = sorted(self.writes, key=lambda x: bin(self.writes[x]).count("1"))
        everything = range(len(self.events))
        chosen = {}

        def go(at, pred):
            if at == len(locations):
                self.note(chosen)
                yield {x: order[-1] for x, order in chosen.items()}
                return
            x = locations[at]
            before = self.forced(x, pred)
            if before is None:
                return
            for order in self.linear(x, before):
                grown = list(pred)
                if all(add_edge(grown, a, b, everything) for a, b in self.mo_and_rb(x, order)):
                    chosen[x] = order
                    yield from go(at + 1, grown)

        return go(0, self.pred)

    def mo_and_rb(self, x, order):
        """Pairs whose closure with reads-from is mo and from-read"""
        next_ = dict(zip(order, order[1:]))
        yield from next_.items()
        for r in bits(self.loads[x]):
            w = next_.get(self.events[r].source)
            if w == r:
                w = next_.get(r)
            if w is not None:
                yield r, w

    def orders_c11(self, threads, complete):
        locations = list(self.writes)
        special = [i for i, e in enumerate(self.events) if e.order == "seq_cst"]
        chosen = {}

        def go(at):
            if at == len(locations):
                self.pred = self.happens(chosen) if self.own_stores else before
                if self.pred is None:
                    return
                if (len(special) < 2 or self.psc_holds(special, chosen)) and self.library_holds(chosen):
                    self.note(chosen)
                    yield {x: order[-1] for x, order in chosen.items()}
                return
            x = locations[at]
            for order in self.linear(x, self.mo):
                chosen[x] = order
                yield from go(at + 1)

        before = self.pred
        return go(0)

    def happens(self, chosen):
        """What happens before each event, with the release sequences of an order of the writes; None: that contradicts it"""
        place = {w: i for order in chosen.values() for i, w in enumerate(order)}
        n = len(self.events)
        pred, rel, released = [0] * n, [0] * n, [0] * n
        threads = collections.defaultdict(lambda: Thread(sum(1 << i for i, e in enumerate(self.events) if e.thread == INITIAL)))
        for i, e in enumerate(self.events):
            if e.thread == INITIAL:
                continue
            t, atomic = threads[e.thread], e.order != "plain"
            if e.location is None:
                if e.order in ACQUIRE:
                    t.all |= t.pending
            elif e.reads and atomic:
                t.pending |= rel[e.source]
                if e.order in ACQUIRE:
                    t.all |= rel[e.source]
            pred[i] = t.all
            t.all |= 1 << i
            if e.location is None and e.order in RELEASE:
                t.fences |= t.all
            if e.location is None or not e.writes or not atomic:
                continue
            rel[i] = t.fences | (rel[e.source] if e.reads else 0)
            if e.order in RELEASE:
                released[i] = t.all
            order = chosen[e.location]
            for v in order[:place[i] + 1]:
                if self.events[v].thread == e.thread and released[v] and not any(
                        self.events[z].is_store() and self.events[z].thread != e.thread for z in order[place[v] + 1:place[i]]):
                    rel[i] |= released[v]
        for b, e in enumerate(self.events):
            if e.location is None:
                continue
            low = place[e.source] if e.reads and not e.writes else place[b]
            for a in bits(pred[b] & (self.writes[e.location] | self.loads[e.location])):
                f = self.events[a]
                high = place[f.source] if f.reads and not f.writes else place[a]
                if high > low or high == low and e.writes:
                    return None
        return pred

    def library_holds(self, chosen):
        """The library is sequentially consistent: program order, reads-from, mo and from-read of its words; only a trylock
        that fails can break it"""
        if not any(e.library and e.reads and not e.writes for e in self.events):
            return True
        n = range(len(self.events))
        before = [0] * len(self.events)
        edges = []
        for i, e in enumerate(self.events):
            edges += [(j, i) for j in range(i) if self.events[j].thread in (INITIAL, e.thread) and e.thread != INITIAL]
            if e.reads:
                edges.append((e.source, i))
        for m in self.program.mutexes:
            edges += self.mo_and_rb(m, chosen[m])
        return all(add_edge(before, a, b, n) for a, b in edges)

    def psc_holds(self, special, chosen):
        """No cycle of psc, literally: relations as lists of masks of successors"""
        n = len(self.events)
        all_ = range(n)
        sb, hb, mo, rb, rf = ([0] * n for _ in range(5))
        for i in all_:
            for j in bits(self.pred[i]):
                hb[j] |= 1 << i
                if self.events[j].thread in (INITIAL, self.events[i].thread):
                    sb[j] |= 1 << i
        for order in chosen.values():
            after = 0
            for w in reversed(order):
                mo[w] = after
                after |= 1 << w
        for i in all_:
            if self.events[i].reads:
                rf[self.events[i].source] |= 1 << i
                rb[i] = mo[self.events[i].source] & ~(1 << i)
        same = [(self.writes[e.location] | self.loads[e.location]) if e.location is not None else 0 for e in self.events]
        other = [sb[i] & ~same[i] for i in all_]
        around = compose(compose(other, hb), other)
        scb = [sb[i] | around[i] | hb[i] & same[i] | mo[i] | rb[i] for i in all_]
        fences = sum(1 << i for i in special if self.events[i].location is None)
        sc = sum(1 << i for i in special)
        eco = closure([rf[i] | mo[i] | rb[i] for i in all_])
        before = [(1 << i if sc >> i & 1 else 0) | (hb[i] if fences >> i & 1 else 0) for i in all_]
        after = [(1 << i if sc >> i & 1 else 0) | hb[i] & fences for i in all_]
        psc = compose(compose(before, scb), after)
        far = compose(compose(hb, eco), hb)
        for i in bits(fences):
            psc[i] |= (hb[i] | far[i]) & fences
        psc = closure(psc)
        return not any(psc[i] >> i & 1 for i in all_)

    def note(self, chosen):
        if self.keep is not None:
            lines = [f"{i}: {e} from {e.source}" if e.reads else f"{i}: {e}" for i, e in enumerate(self.events)]
            self.keep.append("\n".join([*lines, *(f"mo {x}: {order}" for x, order in chosen.items() if len(order) > 1)]))


def compose(a, b):
    out = []
    for successors in a:
        mask = 0
        for j in bits(successors):
            mask |= b[j]
        out.append(mask)
    return out


def closure(a):
    a = list(a)
    for k, row in enumerate(a):
        for i in range(len(a)):
            if a[i] >> k & 1:
                a[i] |= a[k]
    return a


def executions(program, model, most=None, keep=None):
    """The Result of a program under a model; most: raises TooMany beyond so many."""
    return Search(program, model, most, keep).run()


def can_fail(program, result):
    """Can an assertion fail?"""
    condition = function(program.condition)
    names = [*registers(program), *program.locations]
    return result.failed or any(not condition(dict(zip(names, state))) for state in result.states)


def verdict(program, result):
    """As the table of regression/litmus has it: RACE, UNSAFE, SAFE"""
    return "RACE" if result.race else "UNSAFE" if can_fail(program, result) else "SAFE"
