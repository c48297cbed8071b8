"""machine.py -- final states of a small program (programs.py) on a machine with store buffers: sc, tso, pso.

Under tso a thread's stores wait in one queue, under pso the queue may be left in another order by stores to different
locations, but not across a barrier.  A load looks into the queue of its thread first.  RMWs, seq_cst stores and fences, and the
library wait until the queue is empty.  The search visits every state; it shares nothing with graphs.py but the code.
"""

from programs import Assert, Branch, Fence, Jump, Load, Lock, Rmw, Set, Store, compile_thread, registers

BARRIER = None  # in a queue of pso
RELEASE = {"release", "acq_rel", "seq_cst"}


def leaves(queue, model):
    """Places of the stores that can go to memory next."""
    if model == "tso":
        return [0] if queue else []
    out, before = [], set()
    for i, item in enumerate(queue):
        if item is BARRIER:
            break
        if item[0] not in before:
            out.append(i)
        before.add(item[0])
    return out


def without(queue, i):
    queue = queue[:i] + queue[i + 1:]
    while queue and queue[0] is BARRIER:
        queue = queue[1:]
    return queue


def put(queue, *items):
    queue += items
    while queue and queue[0] is BARRIER:
        queue = queue[1:]
    return queue


class Machine:
    def __init__(self, program, model):
        self.program, self.model = program, model
        self.codes = [compile_thread(t) for t in program.threads]
        self.names = registers(program)
        self.failed = False

    def run(self):
        """(final states, whether an assertion in a thread fails)"""
        memory = {**self.program.locations, **{m: 0 for m in self.program.mutexes}}
        values = tuple(tuple((r, -1) for r in self.names) for _ in self.codes)
        todo = [((0,) * len(self.codes), values, tuple(memory.items()), ((),) * len(self.codes))]
        seen, states = set(todo), set()
        while todo:
            state = todo.pop()
            if self.ended(state):
                states.add(self.final(state))
            for following in self.successors(state):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
        return states, self.failed

    def ended(self, state):
        return all(pc >= len(code) for pc, code in zip(state[0], self.codes)) and not any(state[3])

    def final(self, state):
        found = {r: v for own in state[1] for r, v in own if v != -1}
        memory = dict(state[2])
        return (*(found.get(r, -1) for r in self.names), *(memory[x] for x in self.program.locations))

    def successors(self, state):
        pcs, values, memory, queues = state
        memory = dict(memory)
        for k, code in enumerate(self.codes):
            queue = queues[k]

            def after(pc, own, memory_, queue_):
                change = lambda all_, new: all_[:k] + (new,) + all_[k + 1:]
                return (change(pcs, pc), change(values, tuple(own.items())), tuple(memory_.items()), change(queues, queue_))

            own = dict(values[k])
            for i in leaves(queue, self.model):
                yield after(pcs[k], own, {**memory, queue[i][0]: queue[i][1]}, without(queue, i))
            if pcs[k] < len(code):
                for pc, own_, memory_, queue_ in self.step(code, pcs[k], own, memory, queue):
                    yield after(pc, own_, memory_, queue_)

    def step(self, code, pc, own, memory, queue):
        """What one instruction leads to: nothing if it waits."""
        ins = code[pc]
        if isinstance(ins, Set):
            yield pc + 1, {**own, ins.register: ins.value(own)}, memory, queue
        elif isinstance(ins, Branch):
            yield pc + 1 if ins.condition(own) else ins.target, own, memory, queue
        elif isinstance(ins, Jump):
            yield ins.target, own, memory, queue
        elif isinstance(ins, Assert):
            if not ins.condition(own):
                self.failed = True
                pc = len(code)
            yield pc + 1, own, memory, queue
        elif isinstance(ins, Load):
            waiting = [item[1] for item in queue if item is not BARRIER and item[0] == ins.location]
            value = waiting[-1] if waiting else memory[ins.location]
            if ins.until in (None, value):
                yield pc + 1, {**own, ins.register: value}, memory, queue
        elif isinstance(ins, Fence):
            if ins.order == "seq_cst" and queue:
                return
            barrier = self.model == "pso" and ins.order in RELEASE
            yield pc + 1, own, memory, put(queue, BARRIER) if barrier else queue
        elif isinstance(ins, Store):
            value = ins.value(own)
            if self.model == "sc" or ((ins.library or ins.order == "seq_cst") and not queue):
                yield pc + 1, own, {**memory, ins.location: value}, queue
            elif not ins.library and ins.order != "seq_cst":
                barrier = (BARRIER,) if self.model == "pso" and ins.order in RELEASE else ()
                yield pc + 1, own, memory, put(queue, *barrier, (ins.location, value))
        elif not queue:
            yield from self.read_modify_write(ins, pc, own, memory)

    @staticmethod
    def read_modify_write(ins, pc, own, memory):
        old = memory[ins.location]
        if isinstance(ins, Lock):
            if not old:
                yield pc + 1, own, {**memory, ins.location: 1}, ()
            return
        new = ins.change(old, own)
        yield pc + 1, {**own, **ins.results(old, own)}, memory if new is None else {**memory, ins.location: new}, ()


def final_states(program, model):
    return Machine(program, model).run()
