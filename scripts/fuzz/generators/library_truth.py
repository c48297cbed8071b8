"""library_truth -- what is true of a small object (library_toys), by trying everything.

Histories: calls and returns are steps of their own, every history of every client is listed, and every order of its calls
is tried.  Progress: the whole graph of states; a violation is a closed walk, looked for from each state with all that
happened on the way.  Neither shares an idea with cbmc-mt: no monitor, no canonical sets, no components, no reduction.
"""

from library_toys import RETURNS, SPINS

LINEARIZABLE, SEQUENTIAL, QUIESCENT = "linearizable", "sequentially-consistent", "quiescent"


class TooLarge(Exception):
    pass


def states(toy, threads, nops, limit):
    """Every reachable (shared, threads, history), the shorter histories first."""
    start = (toy.shared, ((0, None),) * threads, ())
    seen, todo = {start}, [start]
    for at in todo:
        yield at
        shared, all_threads, history = at
        for t in range(threads):
            k, inside = all_threads[t]
            after = []
            if inside is None:
                if k < nops:
                    for op, a in (c for c in toy.calls(t, k, nops) if toy.allows(history, t, c[0])):
                        after.append((shared, (k + 1, (op, *toy.begin(op, a))), history + (("call", t, op, a),)))
            elif inside[1] == RETURNS:
                after.append((shared, (k, None), history + (("return", t, inside[2]),)))
            elif inside[1] != SPINS:
                n = toy.step(*inside, shared)
                if n:
                    after.append((n[0], (k, (inside[0], n[1], n[2])), history))
            for s, mine, h in after:
                new = (s, all_threads[:t] + (mine,) + all_threads[t + 1 :], h)
                if new not in seen:
                    seen.add(new)
                    if len(seen) > limit:
                        raise TooLarge
                    todo.append(new)


class Call:
    def __init__(self, thread, op, arg, begins):
        self.thread, self.op, self.arg, self.begins, self.ends, self.result = thread, op, arg, begins, None, None


def calls_of(history):
    calls, inside = [], {}
    for i, (kind, t, *x) in enumerate(history):
        if kind == "call":
            inside[t] = Call(t, *x, i)
            calls.append(inside[t])
        else:
            inside[t].ends, inside[t].result = i, x[0]
    return calls


def before(calls, history, asked):
    """The pairs whose order counts."""
    quiet, n = [], 0  # positions after which no call is open
    for i, event in enumerate(history):
        n += 1 if event[0] == "call" else -1
        if not n:
            quiet.append(i)
    found = set()
    for i, a in enumerate(calls):
        for j, b in enumerate(calls):
            if a.ends is None or b.begins < a.ends:
                continue
            if asked == LINEARIZABLE or asked == SEQUENTIAL and a.thread == b.thread:
                found.add((i, j))
            if asked == QUIESCENT and any(a.ends <= q < b.begins for q in quiet):
                found.add((i, j))
    return found


def is_explained(toy, history, asked):
    """Is there an order of the calls that makes the specification return the same?  Pending ones may take place."""
    calls = calls_of(history)
    order = before(calls, history, asked)

    def place(left, state):
        if all(calls[i].ends is None for i in left):
            return True
        for i in left:
            if any((j, i) in order for j in left):
                continue
            for after, result in toy.spec(state, calls[i].op, calls[i].arg):
                if (calls[i].ends is None or result == calls[i].result) and place(left - {i}, after):
                    return True
        return False

    return place(frozenset(range(len(calls))), toy.start)


def unexplained(toy, threads, nops, asked=LINEARIZABLE, limit=100000):
    """A shortest history without an explanation, or None."""
    tried = set()
    for _, _, history in states(toy, threads, nops, limit):
        if history and history[-1][0] == "return" and history not in tried:
            tried.add(history)
            if not is_explained(toy, history, asked):
                return history
    return None


# --- Progress. ---


class Graph:
    """All states of a client whose calls have no end, or of a program; edges: (thread, returns?, state).

    To call is a step.  A thread that waits, or runs in circles without a step that others notice, has an edge to itself."""

    def __init__(self, toy, threads, limit=1500):
        self.toy, self.n = toy, threads
        self.start = (toy.shared, ((0, None),) * threads)
        self.after = {self.start: None}
        todo = [self.start]
        for s in todo:
            self.after[s] = [e for t in range(threads) for e in self.edges(s, t)]
            for _, _, to in self.after[s]:
                if to not in self.after:
                    if len(self.after) >= limit:
                        raise TooLarge
                    self.after[to] = None
                    todo.append(to)

    def edges(self, s, t):
        shared, all_threads = s
        k, inside = all_threads[t]

        def to(shared, mine):
            return shared, all_threads[:t] + (mine,) + all_threads[t + 1 :]

        if inside is None:
            if self.has_ended(s, t):
                return
            for op, a in self.toy.calls(t, k, 1):
                k2 = (k + 1) % len(self.toy.program[t]) if t in self.toy.servers else k + 1 if self.toy.program else 0
                pc, r = self.toy.begin(op, a)
                yield (t, True, to(shared, (k2, None))) if pc == RETURNS else (t, False, to(shared, (k2, (op, pc, r))))
            return
        n = None if inside[1] == SPINS else self.toy.step(*inside, shared)
        if n is None:
            yield t, False, s
        elif n[1] == RETURNS:
            yield t, True, to(n[0], (k, None))
        else:
            yield t, False, to(n[0], (k, (inside[0], n[1], n[2])))

    def is_idle(self, s, t):
        return s[1][t][1] is None

    def has_ended(self, s, t):
        """A thread of a program that has made its calls."""
        program = self.toy.program
        return bool(program) and t not in self.toy.servers and self.is_idle(s, t) and s[1][t][0] >= len(program[t])


def closed_walk(graph, keep, facts, goal):
    """Is there a closed walk along edges that are kept, for whose facts the goal holds?

    Facts: those of its states, and that a thread moved."""
    for first in graph.after:
        todo, seen = [(first, facts(first))], set()
        while todo:
            s, f = todo.pop()
            for t, returns, to in graph.after[s]:
                if keep(t, returns):
                    new = (to, f | {("moves", t)} | facts(to))
                    if to == first and goal(new[1]):
                        return True
                    if new not in seen:
                        seen.add(new)
                        todo.append(new)
    return False


def is_lock_free(graph):
    left = set(graph.after)  # states from which calls need not return: the greatest set that is closed
    while True:
        stay = {s for s in left if any(not returns and to in left for _, returns, to in graph.after[s])}
        if stay == left:
            return not left
        left = stay


def is_obstruction_free(graph):
    for s in graph.after:
        for t in range(graph.n):
            at, seen = s, set()
            while not graph.is_idle(at, t):
                if at in seen:
                    return False
                seen.add(at)
                at = next(to for u, _, to in graph.after[at] if u == t)
    return True


def is_wait_free(graph):
    def slow(t):
        return closed_walk(graph, lambda u, returns: not (u == t and returns), lambda s: frozenset(), lambda f: ("moves", t) in f)

    return not any(slow(t) for t in range(graph.n))


def idle_facts(graph):
    return lambda s: frozenset(("idle", t) for t in range(graph.n) if graph.is_idle(s, t))


def is_fair(graph):
    return lambda f: all(("moves", t) in f or ("idle", t) in f for t in range(graph.n))


def is_deadlock_free(graph):
    return not closed_walk(graph, lambda _, returns: not returns, idle_facts(graph), is_fair(graph))


def is_starvation_free(graph):
    fair = is_fair(graph)

    def starves(t):
        return closed_walk(graph, lambda u, returns: not (u == t and returns), idle_facts(graph), lambda f: fair(f) and ("idle", t) not in f)

    return not any(starves(t) for t in range(graph.n))


def is_live(graph):
    """Of a program: each thread that is no server ends, if scheduling is weakly fair."""

    def facts(s):
        return frozenset(("idle", t) for t in range(graph.n) if graph.has_ended(s, t))

    fair = is_fair(graph)
    owe = [t for t in range(graph.n) if t not in graph.toy.servers]
    return not closed_walk(graph, lambda t, returns: True, facts, lambda f: fair(f) and any(("idle", t) not in f for t in owe))


def is_terminating(graph):
    """Of a program: no cycle at all, before all threads that are no servers have ended."""
    owe = [t for t in range(graph.n) if t not in graph.toy.servers]

    def facts(s):
        return frozenset(("idle", t) for t in range(graph.n) if graph.has_ended(s, t))

    return not closed_walk(graph, lambda t, returns: True, facts, lambda f: any(("idle", t) not in f for t in owe))


PROGRESS = {
    "lock-free": is_lock_free,
    "wait-free": is_wait_free,
    "obstruction-free": is_obstruction_free,
    "deadlock-free": is_deadlock_free,
    "starvation-free": is_starvation_free,
}


def most_steps(graph, enough):
    """The most steps that a thread makes in a call, up to 'enough': for wait-free:N."""
    most = 0
    todo = [(graph.start, (0,) * graph.n)]
    seen = set(todo)
    for s, counts in todo:
        for t, returns, to in graph.after[s]:
            calls = graph.is_idle(s, t)
            waits = to == s
            n = counts[t] if waits else 0 if calls else counts[t] + 1
            most = max(most, n)
            if most >= enough:
                return most
            mine = 0 if returns else n
            new = (to, counts[:t] + (mine,) + counts[t + 1 :])
            if new not in seen:
                seen.add(new)
                todo.append(new)
    return most
