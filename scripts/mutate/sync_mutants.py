"""sync_mutants -- one mistake in a program with threads: what scripts/mutate/mutate-sync makes of a text.

'OPERATORS' are the mistakes, with the kinds of causes (result/cause_kinds.def) that such a mistake may have.
"""

import re

import c_text

DATA = ["lost-update", "check-then-act", "torn-read", "publication", "no-lock", "use-after-free", "double-free", "aba"]
OPERATORS = {
    "drop-lock": DATA + ["lost-wakeup"],
    "other-lock": DATA + ["wrong-lock", "lost-wakeup"],
    "unlock-early": DATA + ["lost-wakeup"],
    "lock-late": DATA + ["lost-wakeup"],
    "drop-unlock": ["forgotten-unlock", "join-under-lock", "lock-order"],
    "swap-locks": ["lock-order"],
    "if-for-while": ["wait-without-loop", "check-then-act"],
    "signal-for-broadcast": ["missed-broadcast", "no-signal"],
    "drop-signal": ["no-signal", "lost-wakeup"],
    "free-before-join": ["use-after-free"],
    "split-atomic": DATA,
    "swap-stores": ["publication", "torn-read", "check-then-act"],
    "guard": ["off-by-one", "wrong-branch", "values"],
    "drop-test": ["missing-check", "wrong-branch", "values"],
}
OTHER_LOCK = "other_lock"  # the name of a mutex that a mutant adds

LOCKS = {
    "pthread_mutex_lock": "pthread_mutex_unlock",
    "mtx_lock": "mtx_unlock",
    "pthread_rwlock_rdlock": "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock": "pthread_rwlock_unlock",
    "pthread_spin_lock": "pthread_spin_unlock",
    "__VERIFIER_atomic_begin": "__VERIFIER_atomic_end",
}
UNLOCKS = set(LOCKS.values())
WAIT = re.compile(r"\b(?:pthread_cond_(?:timed|clock)?wait|cnd_(?:timed)?wait)\s*\(")
SIGNAL = re.compile(r"(?:\(void\)\s*)?(?:pthread_cond_(?:signal|broadcast)|cnd_(?:signal|broadcast)|sem_post)\s*\([^;]*\)\s*;$")
CALL = re.compile(r"(?:\(void\)\s*)?(\w+)\s*\((.*)\)\s*;$", re.S)
ATOMIC = re.compile(
    r"\b(?:atomic|__atomic|__sync)_(fetch_add|fetch_sub|fetch_or|fetch_and|fetch_and_add|fetch_and_sub|add_and_fetch"
    r"|sub_and_fetch|add_fetch|sub_fetch|exchange|exchange_n)(?:_explicit)?\s*\("
)


def call_of(text, statement):
    """The function that a statement calls and nothing else, and the arguments."""
    if statement.kind != "simple":
        return None, None
    m = CALL.match(text.of(statement))
    if not m or ";" in m.group(2):
        return None, None
    return m.group(1), m.group(2).strip()


def without(text, statement):
    """The edit that removes a statement: with its line, if it has one of its own."""
    if statement.parent is None or statement.parent.kind != "block":
        return (statement.start, statement.end, ";")
    start, end = statement.start, statement.end
    while start and text.text[start - 1] in " \t":
        start -= 1
    rest = re.compile(r"[ \t]*\n").match(text.text, end)
    if rest and (start == 0 or text.text[start - 1] == "\n"):
        return (start, rest.end(), "")
    return (statement.start, statement.end + (1 if text.text[end : end + 1] == " " else 0), "")


def copied(text, before, statement):
    """The edit that puts a statement's text before another one."""
    start = before.start
    line = text.text.rfind("\n", 0, start) + 1
    indent = text.text[line:start]
    glue = "\n" + indent if not indent.strip() else " "
    return (start, start, text.of(statement) + glue)


def local_names(text, function):
    names = set()
    for s in function.statements():
        if s.kind == "declaration" and not text.of(s).startswith("static"):
            names |= set(re.findall(r"([A-Za-z_]\w*)\s*(?:[=;,]|\[)", text.of(s)))
    return names


class Maker:
    """All mutants of one text: (operator, edits, ranges of the truth)."""

    def __init__(self, source):
        self.text = c_text.Text(source)
        self.found = []
        for f in self.text.functions:
            for s in f.statements():
                if s.kind == "block":
                    self.sections(f, s.children)
                    self.stores(f, s.children)
                    self.joins(s.children)
                    self.tests(s.children)
                self.single(f, s)

    def add(self, operator, edits, *truth):
        self.found.append((operator, [e for e in edits if e], [t for t in truth if t]))

    def span(self, s):
        """Of a statement; of one with a body, its head."""
        end = s.condition[1] if s.condition and s.kind != "do" else s.end
        return (s.start, end)

    def all_locks(self, function):
        """Names of locks for this function of the library that can be named anywhere."""
        names = {}
        for f in self.text.functions:
            for s in f.statements():
                name, argument = call_of(self.text, s)
                if name in LOCKS and argument and LOCKS[name] == LOCKS[function] and re.fullmatch(r"&\s*\w+", argument):
                    if argument.lstrip("& ") not in local_names(self.text, f):
                        names[argument] = True
        return list(names)

    def sections(self, function, block):
        text = self.text
        for i, s in enumerate(block):
            name, argument = call_of(text, s)
            if name not in LOCKS:
                continue
            unlocks = [u for b in block[i + 1 :] for u in b.walk() if call_of(text, u) == (LOCKS[name], argument)]
            last = next((j for j in range(i + 1, len(block)) if call_of(text, block[j]) == (LOCKS[name], argument)), None)
            self.swap(block, i, last)
            if last is None:
                continue
            inside = block[i + 1 : last]
            unlocks = [u for u in unlocks if u.start <= block[last].start]
            lines = [(s.start, block[last].end)]
            waits = WAIT.search(text.text[s.start : block[last].end])
            others = [t for t in inside if t.kind == "declaration"]
            if inside and not waits:
                self.add("drop-lock", [without(text, x) for x in [s, *unlocks]], (inside[0].start, inside[-1].end))
                if name != "__VERIFIER_atomic_begin" and argument:
                    used = text.of(function.body)
                    free = [x for x in self.all_locks(name) if not re.search(rf"\b{x.lstrip('& ')}\b", used)]
                    for other in free[:1] or self.new_lock(name):
                        edits = []
                        for x in [s, *unlocks]:
                            at = x.start + text.of(x).rindex(argument)
                            edits.append((at, at + len(argument), other))
                        if other == "&" + OTHER_LOCK:
                            edits.append(self.declared())
                        self.add("other-lock", edits, *lines)
            if len(inside) >= 2 and len(unlocks) == 1:
                late, early = inside[-1], inside[0]
                if not WAIT.search(text.of(late)) and late.kind not in ("declaration", "label"):
                    edits = [copied(text, late, block[last]), without(text, block[last])]
                    self.add("unlock-early", edits, (late.start, late.end), (block[last].start, block[last].end))
                if not WAIT.search(text.of(early)) and not others and early.kind != "label":
                    edits = [without(text, s), copied(text, inside[1], s)]
                    self.add("lock-late", edits, (s.start, s.end), (early.start, early.end))

    def new_lock(self, name):
        return ["&" + OTHER_LOCK] if name == "pthread_mutex_lock" else []

    def declared(self):
        at = self.text.functions[0].head
        return (at, at, f"static pthread_mutex_t {OTHER_LOCK} = PTHREAD_MUTEX_INITIALIZER;\n")

    def swap(self, block, i, last):
        """Two locks that are taken one after the other."""
        name, argument = call_of(self.text, block[i])
        for b in block[i + 1 : last]:
            other, of = call_of(self.text, b)
            if other in UNLOCKS:
                return
            if other in LOCKS and of != argument and argument and of:
                a, c = block[i], b
                edits = [(a.start, a.end, self.text.of(c)), (c.start, c.end, self.text.of(a))]
                self.add("swap-locks", edits, (a.start, a.end), (c.start, c.end))
                return

    def stores(self, function, block):
        text, local = self.text, local_names(self.text, function)
        store = re.compile(r"([A-Za-z_*][^=!<>+\-*/%&|^;]*(?:->[^=!<>+\-*/%&|^;]*)?)=(?!=)\s*([^;]*);$", re.S)
        for a, b in zip(block, block[1:]):
            if a.kind != "simple" or b.kind != "simple":
                continue
            x, y = store.match(text.of(a)), store.match(text.of(b))
            if not x or not y:
                continue
            names = [m.group(1).strip() for m in (x, y)]
            if names[0] == names[1] or any(re.match(r"\w+", n) and n in local for n in names):
                continue
            first, second = (re.sub(r"^\W+", "", n) for n in names)
            if re.search(rf"\b{re.escape(first)}(?!\w)", y.group()) or re.search(rf"\b{re.escape(second)}(?!\w)", x.group()):
                continue  # one uses what the other writes
            self.add("swap-stores", [(a.start, a.end, text.of(b)), (b.start, b.end, text.of(a))], (a.start, b.end))

    def joins(self, block):
        text = self.text
        for i, s in enumerate(block):
            if not re.search(r"\b(?:pthread_join|thrd_join)\s*\(", text.of(s)) or s.kind not in ("simple", "for"):
                continue
            for f in block[i + 1 :]:
                if call_of(text, f)[0] == "free":
                    self.add("free-before-join", [copied(text, s, f), without(text, f)], (f.start, f.end), (s.start, s.end))
            return

    def tests(self, block):
        """if (call ...) leave;"""
        text = self.text
        leaves = re.compile(r"\b(?:return|goto|break|continue|exit|abort|pthread_exit)\b")
        for i, s in enumerate(block):
            if s.kind != "if" or len(s.children) != 1 or not leaves.search(text.of(s.children[0])):
                continue
            condition = text.text[slice(*s.condition)]
            if "&&" in condition or "||" in condition:
                continue
            call = re.search(r"\b(?!sizeof|assert)([A-Za-z_]\w*)\s*\(", condition)
            if call:
                close = next(k for k, t in enumerate(text.tokens) if t[1] == s.condition[0] + call.end() - 1)
                end = text.tokens[text.closing(close)][2]
                assigned = re.search(r"\(\s*([A-Za-z_]\w*\s*=)\s*$", condition[: call.start()])
                start = s.condition[0] + (call.start() if not assigned else assigned.start(1))
                self.add("drop-test", [(s.start, s.end, text.text[start:end] + ";")], self.span(s))
            elif i and re.search(r"=\s*[A-Za-z_]\w*\s*\(", text.of(block[i - 1])) and not block[i - 1].children:
                m = re.search(r"([A-Za-z_]\w*)\s*=\s*(?:\([^()]*\)\s*)?[A-Za-z_]\w*\s*\(", text.of(block[i - 1]))
                if m and re.search(rf"\b{m.group(1)}\b", condition):
                    after = block[i + 1] if i + 1 < len(block) else None
                    self.add("drop-test", [without(text, s)], self.span(block[i - 1]), self.span(after) if after else None)

    def single(self, function, s):
        text = self.text
        body = text.of(s)
        name, argument = call_of(text, s)
        if name in UNLOCKS and s.parent and name != "__VERIFIER_atomic_end":
            siblings = s.siblings()
            k = siblings.index(s)
            after = siblings[k + 1] if k + 1 < len(siblings) else None
            truth = [self.span(after) if after else (s.parent.end - 1, s.parent.end)]
            taken = [x for x in function.statements() if x.start < s.start and call_of(text, x)[1] == argument
                     and call_of(text, x)[0] in LOCKS]
            truth += [self.span(taken[-1])] if taken else []
            head = s.parent.parent
            truth += [self.span(head)] if head and head.kind == "if" else []
            self.add("drop-unlock", [without(text, s)], *truth)
        if s.kind == "while" and WAIT.search(text.of(s.children[0])):
            inner = list(s.children[0].walk())
            if len([x for x in inner if x.kind != "block"]) == 1:
                self.add("if-for-while", [(s.start, s.start + 5, "if")], (s.start, s.end))
        if s.kind == "simple" and "broadcast" in body and SIGNAL.match(body):
            at = s.start + body.index("broadcast")
            self.add("signal-for-broadcast", [(at, at + 9, "signal")], (s.start, s.end))
        if s.kind == "simple" and SIGNAL.match(body):
            siblings = s.siblings()
            k = siblings.index(s)
            near = siblings[max(0, k - 2) : k] + siblings[k + 1 : k + 2]
            head = s.parent if s.parent.kind != "block" else s.parent.parent
            truth = [(x.start, x.end) for x in near]
            truth += [self.span(head)] if head and head.kind != "block" else []
            if truth:
                self.add("drop-signal", [without(text, s)], *truth)
        if s.kind in ("simple", "declaration", "return", "if", "while") and "assert" not in body:
            self.atomics(s)
        if s.condition and s.kind in ("if", "while", "for", "do"):
            self.guards(s)

    def atomics(self, s):
        start, end = self.span(s)
        part = self.text.text[start:end]
        for m in ATOMIC.finditer(part):
            at = start + m.end() - 1
            k = next(k for k, t in enumerate(self.text.tokens) if t[1] == at)
            close = self.text.tokens[self.text.closing(k)]
            arguments = re.split(r",(?![^()]*\))", self.text.text[at + 1 : close[1]])
            if len(arguments) < 2 or not arguments[0].strip().startswith("&"):
                continue
            target, value = arguments[0].strip()[1:].strip(), arguments[1].strip()
            verb = m.group(1)
            sign = "-" if "sub" in verb else "|" if "_or" in verb else "&" if verb == "fetch_and" else "+"
            new = value if verb.startswith("exchange") else f"{target} {sign} {value}"
            if s.kind == "simple" and part.strip().startswith(m.group()):
                # A temporary: two accesses of an object without _Atomic would be one expression otherwise.
                edit = f"{{ __typeof__({value} + 0) old_value = {target}; {target} = {new.replace(target, 'old_value', 1)}; }}"
                self.add("split-atomic", [(start, end, edit)], (s.start, s.end))
                continue
            result = "new_value" if "_and_fetch" in verb or verb in ("add_fetch", "sub_fetch") else "old_value"
            type_ = f"__typeof__({target})" if verb.startswith("exchange") else f"__typeof__({value} + 0)"
            fresh = new if verb.startswith("exchange") else f"old_value {sign} {value}"
            edit = f"({{ {type_} old_value = {target}, new_value = {fresh}; {target} = new_value; {result}; }})"
            self.add("split-atomic", [(start + m.start(), close[2], edit)], (s.start, end))
        m = re.fullmatch(r"([A-Za-z_]\w*)(\+\+|--);|(\+\+|--)([A-Za-z_]\w*);", part)
        name = m and (m.group(1) or m.group(4))
        if m and re.search(rf"(?:_Atomic|atomic_\w+)[^;(]*\b{name}\b\s*[;=,]", self.text.text):
            sign = (m.group(2) or m.group(3))[0]
            self.add("split-atomic", [(start, end, f"{name} = {name} {sign} 1;")], (s.start, s.end))

    def guards(self, s):
        start, end = s.condition
        if s.kind == "for":
            parts = self.text.text[start:end].split(";")
            start += len(parts[0]) + 1
            end = start + (len(parts[1]) if len(parts) > 1 else 0)
        other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
        tokens = [(k, t) for k, t in enumerate(self.text.tokens) if start <= t[1] < end]
        for k, (word, b, e) in tokens:
            if word in other:
                self.add("guard", [(b, e, other[word])], self.span(s))
            elif word in ("==", "!=") and k + 1 < len(self.text.tokens):
                number, x, y = self.text.tokens[k + 1]
                follows = self.text.tokens[k + 2][0]
                if re.fullmatch(r"[1-9]\d{0,3}", number) and follows in (")", "&&", "||"):
                    self.add("guard", [(x, y, str(int(number) - 1))], self.span(s))


def lines_of(text, changed, edits, truth, moved):
    """Lines of the changed text: of the ranges of the truth, and of what was put in."""
    ranges = [(moved(start), max(moved(start), moved(end - 1))) for start, end in truth]
    # What the mutant has in place of something; but not the declaration of a lock that it adds.
    new = [(start, end - 1) for start, end, _ in c_text.reverse(text, edits) if start != end]
    ranges += [r for r in new if f"{OTHER_LOCK} =" not in changed[r[0] : r[1]]]
    lines = set()
    for first, last in ranges:
        lines |= set(range(changed.count("\n", 0, first) + 1, changed.count("\n", 0, last) + 2))
    return sorted(lines)
