"""rewrites_control -- rewrites of statements: branches, loops, outlined and inlined parts, code that never runs."""

import re

from rewrites_expressions import SPECIAL, statements

SOME = 3
JUMPS = ("BreakStmt", "ContinueStmt")
LOOPS = ("ForStmt", "WhileStmt", "DoStmt")
LABELS = ("LabelStmt", "CaseStmt", "DefaultStmt")
LOOPING = frozenset({"loops"})


def end_of(source, node):
    """Behind the statement, with its semicolon; None: the text is not clear."""
    if node.kind in ("CompoundStmt", "DeclStmt", "NullStmt", "SwitchStmt"):
        return node.end
    if node.kind in ("IfStmt", "ForStmt", "WhileStmt", *LABELS):
        return end_of(source, node.children[-1]) if node.children else None
    found = re.compile(r"\s*;").match(source.blank, node.end)
    return found.end() if found else None


def text_of(source, node):
    """The statement in braces, or None."""
    end = end_of(source, node)
    if end is None or node.kind == "DeclStmt" or node.kind in LABELS or node.start < 0:
        return None
    return f"{{ {source.text[node.start:end]} }}"


def leaves(node, kinds):
    """Does the statement have one of these jumps to somewhere outside of it?"""
    for child in node.children:
        if child.kind in kinds:
            return True
        if child.kind in LOOPS:
            continue
        if child.kind == "SwitchStmt":
            if leaves(child, tuple(k for k in kinds if k != "BreakStmt")):
                return True
        elif leaves(child, kinds):
            return True
    return False


def jumps_out(node, kinds):
    return node.kind in kinds or (node.kind not in LOOPS and leaves(node, kinds if node.kind != "SwitchStmt" else tuple(
        k for k in kinds if k != "BreakStmt")))


def has_label(node):
    return any(n.kind in LABELS for n in node.walk())


def has_literal(node):
    """Is there a compound literal that lives as long as the block around it (C11 6.5.2.5)?  A rewrite puts it into another one."""
    return any(n.kind == "CompoundLiteralExpr" or (n.kind != "CompoundStmt" and has_literal(n)) for n in node.children)


def head_of(source, node):
    """(from, to) of what is in the parentheses behind the keyword of the statement; None: unclear."""
    found = re.compile(r"\w+\s*\(").match(source.blank, node.start)
    if not found:
        return None
    depth, i = 1, found.end()
    while i < len(source.blank) and depth:
        depth += (source.blank[i] == "(") - (source.blank[i] == ")")
        i += 1
    return (found.end(), i - 1)


class Branch:
    """An if whose text is clear."""

    def __init__(self, source, node):
        self.node, self.end, head = node, end_of(source, node), head_of(source, node)
        self.then = text_of(source, node.children[1]) if len(node.children) in (2, 3) else None
        self.other = "{ }" if len(node.children) == 2 else text_of(source, node.children[2]) if len(node.children) == 3 else None
        self.is_clear = bool(head and self.then and self.other and self.end and source.is_plain(node) and not has_label(node) and not has_literal(node))
        self.condition = source.text[head[0] : head[1]] if head else ""


def branches(source):
    for node in source.nodes:
        if node.kind == "IfStmt" and source.reads(node, "if"):
            branch = Branch(source, node)
            if branch.is_clear:
                yield branch


def apart(items):
    """Those that do not stand in others."""
    out = []
    for item in sorted(items, key=lambda b: (b.node.start, -b.node.end)):
        if not out or item.node.start >= out[-1].end:
            out.append(item)
    return out


def branch_rewrite(name, form, may=lambda branch: True, tags=frozenset()):
    """A rewrite of ifs by a form with {c}, {a}, {b} and a label {l}."""

    def make(change):
        chosen = apart(change.some((b for b in branches(change.source) if may(b)), SOME))
        for number, b in enumerate(chosen):
            change.replace(b.node.start, b.end, form.format(c=b.condition, a=b.then, b=b.other, l=change.name(f"l{number}")))
        return chosen

    make.__name__, make.__doc__, make.tags = name, form, tags
    return make


def without_break(branch):
    return not any(jumps_out(child, ("BreakStmt",)) for child in branch.node.children[1:])


BRANCHES = [
    branch_rewrite("if_negated", "if (!({c})) {b} else {a}"),
    branch_rewrite("if_as_switch", "switch (!!({c})) {{ case 0: {b} break; default: {a} }}", without_break),
    branch_rewrite("if_as_goto", "{{ if (!({c})) goto {l}; {a} goto {l}_end; {l}:; {b} {l}_end:; }}"),
    branch_rewrite("if_by_value", "{{ _Bool {l} = ({c}) ? 1 : 0; if ({l}) {a} if (!{l}) {b} }}"),
]


class Loop:
    def __init__(self, source, node, body, parts):
        self.node, self.end = node, end_of(source, node)
        self.body = text_of(source, body)
        self.parts = parts
        self.is_clear = bool(self.body and self.end and source.is_plain(node) and not has_label(node) and not has_literal(node))
        self.continues = jumps_out(body, ("ContinueStmt",))
        self.breaks = jumps_out(body, ("BreakStmt",))


def loops(source, kind, word):
    for node in source.nodes:
        if node.kind == kind and source.reads(node, word) and node.children:
            head = head_of(source, node)
            if not head:
                continue
            text, parts, depth, last = source.blank[head[0] : head[1]], [], 0, 0
            for i, c in enumerate(text + ";"):
                depth += (c in "([{") - (c in ")]}")
                if c == ";" and not depth:
                    parts.append(source.text[head[0] + last : head[0] + i])
                    last = i + 1
            loop = Loop(source, node, node.children[-1], parts)
            if loop.is_clear and len(parts) == (3 if word == "for" else 1):
                yield loop


def while_as_for(change):
    """while (c) s -> for (;;) { if (!(c)) break; s }"""
    chosen = apart(change.some(loops(change.source, "WhileStmt", "while"), SOME))
    for loop in chosen:
        change.replace(loop.node.start, loop.end, f"for (;;) {{ if (!({loop.parts[0]})) break; {loop.body} }}")
    return chosen


def for_as_while(change):
    """for (a; b; c) s -> { a; while (b) { s c; } }"""
    chosen = apart(change.some((l for l in loops(change.source, "ForStmt", "for") if not l.continues), SOME))
    for loop in chosen:
        a, b, c = loop.parts
        change.replace(loop.node.start, loop.end, f"{{ {a}; while ({b.strip() or '1'}) {{ {loop.body} {c}; }} }}")
    return chosen


def peeled(change):
    """for (a; b; c) s -> { a; if (b) { s c; for (; b; c) s } }"""
    chosen = apart(change.some((l for l in loops(change.source, "ForStmt", "for") if not l.continues and not l.breaks), SOME))
    for loop in chosen:
        a, b, c = loop.parts
        change.replace(loop.node.start, loop.end, f"{{ {a}; if ({b.strip() or '1'}) {{ {loop.body} {c}; for (; {b}; {c}) {loop.body} }} }}")
    return chosen


def in_a_loop(change):
    """s -> do { s } while (0);"""
    places = [Loop(change.source, node, node, []) for node in statements(change.source)
              if node.kind not in ("DeclStmt", *LABELS) and not jumps_out(node, JUMPS)]
    chosen = apart(change.some((p for p in places if p.is_clear), SOME))
    for place in chosen:
        change.replace(place.node.start, place.end, f"do {place.body} while (0);")
    return chosen


while_as_for.tags = for_as_while.tags = peeled.tags = in_a_loop.tags = LOOPING


def function_of(node):
    return next((up for up in node.above() if up.kind == "FunctionDecl" and up.parent is None), None)


def outlined(change):
    """A statement becomes a function, which gets the addresses of the local variables that it uses."""
    source, places = change.source, []
    for node in statements(source):
        function = function_of(node)
        if node.kind not in ("CallExpr", "BinaryOperator", "CompoundAssignOperator", "UnaryOperator") or not function or has_literal(node):
            continue
        if re.search(r"\b(?:va_\w+|alloca|setjmp|sigsetjmp|__func__|__FUNCTION__|__builtin\w*|pthread_cleanup\w+|__label__)\b", source.slice(node)):
            continue
        locals_, clear = {}, True
        for r in (n for n in node.walk() if n.kind == "DeclRefExpr" and function.start <= n.refers < function.end and n.refers != function.at):
            if not source.is_named_at(r) or not node.start <= r.at < node.end or re.search(r"[(\[*]|unnamed|anonymous|va_list", r.type):
                clear = clear and source.is_named_at(r) and re.fullmatch(r"[\w ]+\*+", r.type) is not None
            locals_.setdefault((r.refers, r.name, r.type), set()).add(r.at)
        if clear and end_of(source, node) and not any(d.storage in ("register", "static") and d.at in {k[0] for k in locals_} for d in source.nodes):
            places.append((node, function, locals_))
    chosen = change.some(places, 2)
    done = []
    for number, (node, function, locals_) in enumerate(chosen):
        if done and node.start < done[-1]:
            continue
        done.append(node.end)
        name, text = change.name(f"out{number}"), source.slice(node)
        for at, n in sorted(((at, key[1]) for key, ats in locals_.items() for at in ats), reverse=True):
            text = text[: at - node.start] + f"(*{n})" + text[at - node.start + len(n) :]
        parameters = ", ".join(f"{key[2]} *{key[1]}" for key in locals_) or "void"
        change.insert(function.start, f"static void {name}({parameters}) {{ {text}; }}\n")
        change.replace(node.start, node.end, f"{name}({', '.join('&' + key[1] for key in locals_)})")
    return done


def inlined(change):
    """f(a, b); -> { the body of f }, whose only return is at its end"""
    source, places = change.source, []
    bodies = {f.name: (f, body) for f, body in source.functions() if not SPECIAL.search(f.name)}
    for node in statements(source):
        if node.kind != "CallExpr" or node.name not in bodies or not source.reads(node, node.name):
            continue
        (f, body), caller = bodies[node.name], function_of(node)
        inner = list(body.walk())
        returns = [n for n in inner if n.kind == "ReturnStmt"]
        parameters = [c for c in f.children if c.kind == "ParmDecl"]
        arguments = node.children[1:]
        if caller is f or has_label(body) or len(returns) > 1 or (returns and body.children[-1] is not returns[0]) \
                or len(arguments) != len(parameters) or not all(map(source.is_plain, arguments)) or not source.is_plain(body):
            continue
        if any(n.kind == "VarDecl" and n.storage for n in inner) or re.search(r"\b(?:__func__|va_start|alloca|goto|atomic_begin|setjmp)\b|return", text_without_return(source, body, returns)):
            continue
        if any(n.name == f.name and n.kind == "DeclRefExpr" for n in inner):
            continue
        macros = set(re.findall(r"^\s*#\s*(?:define|undef)\s+(\w+)", source.text[body.start:node.start], re.M))
        if macros & set(re.findall(r"\w+", source.slice(body))):
            continue  # its names mean something else here
        mine = {n.name for n in caller.walk() if n.kind in ("VarDecl", "ParmDecl")}
        if mine & {n.name for n in inner if n.kind in ("DeclRefExpr", "TypeRef")} - {p.name for p in parameters}:
            continue
        if any(not p.name or not source.is_named_at(p) or "[" in source.slice(p) or "(" in source.slice(p) for p in parameters):
            continue
        places.append((node, body, returns, parameters, arguments))
    chosen = change.some(places, 1)
    for node, body, returns, parameters, arguments in chosen:
        temporaries = " ".join(f"__typeof__(({{ {source.slice(p)}; {p.name}; }})) {change.name(p.name)} = {source.slice(a)};"
                               for p, a in zip(parameters, arguments))
        values = " ".join(f"{source.slice(p)} = {change.name(p.name)};" for p in parameters)
        text = text_without_return(source, body, returns)
        end = end_of(source, node)
        if end is None:
            return False
        change.replace(node.start, end, f"{{ {temporaries} {{ {values} {text} }} }}")
    return chosen


def text_without_return(source, body, returns):
    """The body, in which the value of the last statement is computed and not returned."""
    if not returns:
        return source.slice(body)
    last = returns[0]
    value = source.text[last.start + len("return") : last.end]
    instead = f"(void)({value})" if value.strip() else ""
    return source.text[body.start : last.start] + instead + source.text[last.end : body.end]


DEAD = [
    "int *{p}a[3] = {{0}}; {p}a[{z} & 1] = &{z}; if ({p}a[1]) *{p}a[1] = 3;",
    "union {{ int i; float f; unsigned char c[4]; void *p; }} {p}u; {p}u.f = 1.5f; {p}u.c[{z} & 3]++; {z} = {p}u.i;",
    "struct {p}s {{ struct {p}s *next; int v; }} {p}n = {{&{p}n, {z}}}; {z} += {p}n.next->next->v;",
    "void (*{p}f)(int *) = {z} > 5 ? {p}set : 0; if ({p}f) {p}f(&{z});",
    "goto {p}in; {p}out: {z}--; if (0) {{ {p}in: {z}++; goto {p}out; }}",
    "switch ({z}) {{ case 0: {z}++; /* on */ case 1 ... 3: {z} += 2; break; default: {z} = 0; }}",
    "char {p}t[4] = \"abc\"; int {p}k = 0; {z} = {p}t[{p}k++] + {p}t[{p}k++ & 3];",
    "static int *{p}q; {p}q = {p}q ? {p}q : &{z}; *{p}q ^= 1;",
]


def dead_code(change):
    """Statements behind a condition that never holds: a variable that nobody writes but they."""
    source, places = change.source, []
    for node in statements(source):
        if function_of(node) and node.kind not in LABELS and not any(up.kind in ("StmtExpr", "SwitchStmt") for up in node.above()):
            places.append(node)
    chosen = change.some(places, SOME)
    z = change.name("zero")
    if chosen:
        change.head.append(f"static int {z}; static void {z}_set(int *p) {{ *p = 1; }}")
    for number, node in enumerate(chosen):
        p = change.name(f"d{number}_")
        text = change.rng.choice(DEAD).format(p=p, z=z).replace(f"{p}set", f"{z}_set")
        change.insert(node.start, f"if ({z}) {{ {text} }} ")
    return chosen


def dead_writes(change):
    """if (an input that is 0) x = 1;"""
    source = change.source
    numbers = [top for top in source.top if top.kind == "VarDecl" and top.type in ("int", "unsigned int", "_Bool", "char", "long")
               and top.storage not in ("extern", "thread") and source.is_named_at(top)]
    places = [(node, v) for node in statements(source) for v in numbers if node.start > v.end and function_of(node)
              and node.kind not in LABELS and not any(up.kind in ("StmtExpr", "SwitchStmt") for up in node.above())
              and not any(n.name == v.name and n.kind in ("VarDecl", "ParmDecl") for n in function_of(node).walk())]
    chosen = change.some(places, SOME)
    if not chosen or not source.main():
        return False
    z = change.name("zero")
    change.head.append(f"extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); static int {z};")
    change.start.append(f"{z} = __VERIFIER_nondet_int(); __VERIFIER_assume(!{z});")
    for node, v in chosen:
        change.insert(node.start, f"if ({z}) {v.name} = 1; ")
    return chosen


KEEPING = [*BRANCHES, while_as_for, for_as_while, peeled, in_a_loop, outlined, inlined, dead_code, dead_writes]
