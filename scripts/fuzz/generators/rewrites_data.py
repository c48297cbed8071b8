"""rewrites_data -- rewrites of where data is: elements, fields, copies of pointers, names, the order of declarations."""

import re

SOME = 3


class Variable:
    """A variable of the file that is read and written through one of its names only."""

    def __init__(self, source, node, references, end):
        self.source, self.node, self.references, self.end = source, node, references, end
        self.name = node.name
        before, _, value = source.text[node.at + len(node.name) : node.end].partition("=")
        self.value = value.strip() if "=" in source.blank[node.at : node.end] and not re.search(r"[({]", before) else ""
        self.is_clear = not re.search(r"[({]", before)
        self.typeof = f"__typeof__({node.name})"


def is_constant(node):
    """Does it stand in an initialiser of static storage, or where another constant is needed?"""
    return any((up.kind == "VarDecl" and up.storage in ("static", "thread", "extern")) or up.kind in ("CaseStmt", "EnumConstantDecl")
               for up in node.above()) or not any(up.kind == "FunctionDecl" for up in node.above())


def named_otherwise(source, node):
    """Does anything else have this name?"""
    return any(other.name == node.name and other.at != node.at and other.refers != node.at for other in source.nodes
               if other.kind not in ("UnexposedExpr",))


def variables(source):
    """Variables of the file whose uses can all be replaced."""
    names = [top.name for top in source.top]
    for top in source.top:
        if top.kind != "VarDecl" or top.storage in ("extern", "thread") or names.count(top.name) > 1 or not top.name:
            continue
        references, end = source.references.get(top.at, []), source.after(top)
        if not references or end is None or any(r.at < end for r in references) or any(map(is_constant, references)):
            continue
        if not source.is_named_at(top) or "[]" in top.type or "(" in top.type:
            continue
        spelled = all(map(source.is_named_at, references))
        if not spelled and named_otherwise(source, top):
            continue
        variable = Variable(source, top, references, end)
        if variable.is_clear:
            yield variable


def replace(change, variable, declaration, use):
    """Puts the declaration behind that of the variable, and 'use' wherever the variable is named.

    Where a macro names it, its name becomes a macro.
    """
    change.insert(variable.end, f"\n{declaration}\n")
    if all(map(variable.source.is_named_at, variable.references)):
        for at in sorted({r.at for r in variable.references}):
            change.replace(at, at + len(variable.name), use)
    else:
        change.insert(variable.end, f"#define {variable.name} {use}\n")


def table(change):
    """x -> x_t[i], i is an input; both elements begin as x does."""
    chosen = change.some(variables(change.source), SOME)
    i = change.index() if chosen else None
    for v in chosen:
        t = change.name(v.name)
        both = f" = {{{v.value}, {v.value}}}" if v.value else ""
        replace(change, v, f"static {v.typeof} {t}[2]{both};", f"({t}[{i}])")
    return chosen


def table_later(change):
    """x -> x_t[i + 1] of three, of which the first is zero, whatever x is."""
    chosen = change.some(variables(change.source), SOME)
    i = change.index() if chosen else None
    for v in chosen:
        t = change.name(v.name)
        both = f" = {{[1] = {v.value}, [2] = {v.value}}}" if v.value else ""
        replace(change, v, f"static {v.typeof} {t}[3]{both};", f"({t}[{i} + 1])")
    return chosen


def field(change):
    """x -> x_p->f, x_p is a pointer with static storage."""
    chosen = change.some(variables(change.source), SOME)
    for v in chosen:
        p = change.name(v.name)
        value = f" = {{1, {v.value}}}" if v.value else ""
        replace(change, v, f"static struct {p}_s {{ char c; {v.typeof} f; }} {p}_v{value}; static struct {p}_s *{p} = &{p}_v;", f"({p}->f)")
    return chosen


def record(change):
    """x -> x_r.inner.f, the last bytes of x_r: what goes beyond x goes beyond x_r."""
    chosen = change.some(variables(change.source), SOME)
    for v in chosen:
        r = change.name(v.name)
        value = f" = {{.inner.f = {v.value}}}" if v.value else ""
        replace(change, v, f"static struct {{ char before[8]; struct {{ char c; {v.typeof} f; }} inner; }} {r}{value};", f"({r}.inner.f)")
    return chosen


def slots(change):
    """x -> *x_q[i], x_q begins as zeros, main fills it."""
    chosen = change.some(variables(change.source), SOME)
    i = change.index() if chosen else None
    for v in chosen:
        q = change.name(v.name)
        replace(change, v, f"static {v.typeof} *{q}[2]; static void {q}_set(void) {{ {q}[0] = {q}[1] = &{v.name}; }}", f"(*{q}[{i}])")
        change.start.append(f"{q}_set();")
        declare(change, v, f"{q}_set")
    return chosen


def declare(change, variable, function):
    """main may stand before the variable."""
    main = change.source.main()
    if main and main[0].start < variable.end:
        change.head.append(f"static void {function}(void);")


def late(change):
    """x -> *x_q[i], a thread that has ended fills x_q and writes i."""
    if not re.search(r"\bpthread_create\b", change.source.text) or not re.search(r"\bpthread_join\b", change.source.text):
        return False
    chosen = change.some(variables(change.source), SOME)
    if not chosen or not change.source.main():
        return False
    i, fill, t = change.name("i"), change.name("fill"), change.name("t")
    change.head.append(f"extern int __VERIFIER_nondet_int(void); static int {i}; static void *{fill}(void *);")
    change.start.append(f"pthread_t {t}; pthread_create(&{t}, 0, {fill}, 0); pthread_join({t}, 0);")
    calls = []
    for v in chosen:
        q = change.name(v.name)
        replace(change, v, f"static {v.typeof} *{q}[2]; static void {q}_set(void) {{ {q}[0] = {q}[1] = &{v.name}; }}", f"(*{q}[{i}])")
        calls.append(f"{q}_set();")
    change.tail.append(f"static void *{fill}(void *{fill}_arg) {{ {i} = __VERIFIER_nondet_int() & 1; {' '.join(calls)} return {fill}_arg; }}")
    return chosen


late.tags = frozenset({"contexts", "creates"})


def cache(change):
    """x -> *x_g(), which takes &x where a table of pointers has NULL; main fills the table later on, with x and another one.

    The index is always that of x.
    """
    main = change.source.main()
    joins = [n for n in change.source.nodes if n.kind == "CallExpr" and n.name == "pthread_join" and main and main[1].start < n.start < main[1].end
             and n.parent is main[1] and change.source.is_plain(n)]
    chosen = change.some(variables(change.source), SOME) if joins else []
    i = change.index() if chosen else None
    for v in chosen:
        q = change.name(v.name)
        replace(change, v, f"static {v.typeof} {q}_other; static {v.typeof} *_Atomic {q}[2]; static void {q}_set(void) {{ {q}[0] = &{v.name}; {q}[1] = &{q}_other; }}\n"
                f"static {v.typeof} *{q}_g(void) {{ {v.typeof} *{q}_at = {q}[{i}]; return {q}_at ? {q}_at : &{v.name}; }}", f"(*{q}_g())")
        change.insert(change.source.after(joins[0]), f" {q}_set();")
        declare(change, v, f"{q}_set")
    if chosen:
        change.head.append("extern void __VERIFIER_assume(int);")
        change.start.insert(1, f"__VERIFIER_assume(!{i});")
    return chosen


def locals_of(source):
    """Variables of blocks with one declarator, in functions that nothing jumps about in: (declaration, variable, uses)."""
    for function, body in source.functions():
        if any(n.kind in ("LabelStmt", "SwitchStmt") for n in body.walk()) or re.search(r"setjmp|__label__", source.slice(body)):
            continue
        for node in body.walk():
            if node.kind != "DeclStmt" or len(node.children) != 1 or node.children[0].kind != "VarDecl" or node.parent.kind != "CompoundStmt":
                continue
            v = node.children[0]
            uses = [r for r in source.references.get(v.at, []) if r.at > node.end]
            if uses and not v.storage and not re.search(r"[(\[]|const", v.type) and all(map(source.is_named_at, uses)) and source.is_plain(node) \
                    and source.is_named_at(v) and not any(up.kind == "VarDecl" and "[" in up.type for r in uses for up in r.above()):
                yield node, v, uses


def local_pointer(change):
    """A local x -> *p, or *q[0] of an array whose other elements are NULL"""
    chosen = change.some(locals_of(change.source), SOME)
    for node, v, uses in chosen:
        p = change.name(v.name)
        declaration, use = change.rng.choice(((f"*{p} = &{v.name}", f"(*{p})"), (f"*{p}[3] = {{&{v.name}}}", f"(*{p}[0])"),
                                              (f"*{p}_v = &{v.name}, **{p} = &{p}_v", f"(**{p})")))
        change.insert(node.end, f" __typeof__({v.name}) {declaration};")
        for at in sorted({r.at for r in uses}):
            change.replace(at, at + len(v.name), use)
    return chosen


def local_static_pointer(change):
    """A local x of main -> *p, p has static storage and begins as NULL"""
    main = change.source.main()
    inside = [c for c in locals_of(change.source) if main and main[1].start < c[0].start < main[1].end and c[0].parent is main[1]]
    chosen = change.some(inside, SOME)
    for node, v, uses in chosen:
        p = change.name(v.name)
        change.insert(node.end, f" static __typeof__({v.name}) *{p}; {p} = &{v.name};")
        for at in sorted({r.at for r in uses}):
            change.replace(at, at + len(v.name), f"(*{p})")
    return chosen


def renamed(change):
    """Other names for variables and functions of the file"""
    source, places = change.source, []
    if re.search(r"__(func|FUNCTION|PRETTY_FUNCTION)__|^ *# *include *\"", source.text, re.M):  # names that the program, or a header, can see
        return []
    for name in sorted({top.name for top in source.top if top.kind in ("VarDecl", "FunctionDecl") and top.name}):
        declarations = [n for n in source.nodes if n.kind in ("VarDecl", "FunctionDecl") and n.name == name and (n.parent is None or n.storage == "extern")]
        uses = [r for d in declarations for r in source.references.get(d.at, [])]
        if re.match(r"__|main$|reach_error$", name) or not any(d.operator == "definition" or d.storage == "static" for d in declarations):
            continue
        if all(map(source.is_named_at, declarations + uses)) and not any(d.parent for d in declarations):
            places.append((name, sorted({n.at for n in declarations + uses})))
    chosen = change.some(places, 6)
    for number, (name, offsets) in enumerate(chosen):
        for at in offsets:
            change.replace(at, at + len(name), change.name(f"{number}"))
    return chosen


def reordered(change):
    """Two variables, or two functions, of the file that stand side by side change places"""
    source, places = change.source, []
    for first, second in zip(source.top, source.top[1:]):
        if first.kind != second.kind or first.kind not in ("VarDecl", "FunctionDecl") or not source.is_plain(first) or not source.is_plain(second):
            continue
        end, last = source.after(first), source.after(second)
        if end is None or last is None or second.start < end or source.text[end : second.start].strip():
            continue
        if re.search(rf"\b{re.escape(first.name)}\b", source.slice(second)) or "{" in source.text[second.start : second.at]:
            continue
        places.append((first.start, end, second.start, last))
    chosen = change.some(places, SOME)
    done = 0
    for start, end, second, last in chosen:
        if start >= done:
            change.replace(start, last, source.text[second:last] + source.text[end:second] + source.text[start:end])
            done = last
    return done


KEEPING = [local_pointer, local_static_pointer, renamed, reordered, table, table_later, field, record, slots, late, cache]
