"""rewrites_expressions -- rewrites of expressions: calls through pointers, identities, temporaries."""

import re

# What a result or a parameter can be declared as wherever a program begins.
PLAIN = re.compile(r"(?:const |volatile )?(?:_Bool|(?:un)?signed char|char|(?:unsigned )?(?:short|int|long|long long)|float|double)$")
SPECIAL = re.compile(r"__VERIFIER|__CPROVER|__mc_|__ESBMC|reach_error|setjmp|^main$")
SOME = 6


def is_in(node, kinds):
    return any(up.kind in kinds for up in node.above())


def calls(source):
    """(function, end of its first declaration, uses behind that as what is called) of each function that the file defines."""
    for function, _ in source.functions():
        if SPECIAL.search(function.name):
            continue
        declarations = [top for top in source.top if top.kind == "FunctionDecl" and top.name == function.name]
        end = source.after(declarations[0])
        uses = [r for d in declarations for r in source.references.get(d.at, []) if end is not None and r.at >= end and source.is_named_at(r)]
        called = [r for r in uses if r.parent.kind == "UnexposedExpr" and r.parent.parent.kind == "CallExpr"
                  and r.parent.parent.children[0] is r.parent]
        if called:
            yield function, end, called


def calls_by_table(change):
    """f(...) -> f_t[i](...)"""
    chosen = change.some(calls(change.source), 3)
    i = change.index() if chosen else None
    for function, end, uses in chosen:
        t = change.name(function.name)
        change.insert(end, f"\nstatic __typeof__({function.name}) *{t}[2] = {{{function.name}, {function.name}}};\n")
        for at in sorted({r.at for r in uses}):
            change.replace(at, at + len(function.name), f"{t}[{i}]")
    return chosen


def calls_by_field(change):
    """f(...) -> f_p->call(...), filled by main"""
    chosen = change.some(calls(change.source), 3) if change.source.main() else []
    for function, end, uses in chosen:
        if function.start > change.source.main()[0].start:
            return False
        t = change.name(function.name)
        change.insert(end, f"\nstatic struct {t} {{ int id; __typeof__({function.name}) *call; }} {t}_s, *{t}_p = &{t}_s;\n"
                      f"static void {t}_set(void) {{ {t}_p->call = {function.name}; }}\n")
        change.start.append(f"{t}_set();")
        for at in sorted({r.at for r in uses}):
            change.replace(at, at + len(function.name), f"{t}_p->call")
    return chosen


def thread_start(change):
    """pthread_create(..., f, ...) -> a function that calls f"""
    uses = []
    for function, _ in change.source.functions():
        if function.type.startswith("void *(void *)") and not SPECIAL.search(function.name):
            for r in change.source.references.get(function.at, []):
                call = next((up for up in r.above() if up.kind == "CallExpr"), None)
                if call and call.name == "pthread_create" and change.source.is_named_at(r) and r.at > function.end:
                    uses.append((function, r))
    chosen = change.some(uses, 2)
    for number, (function, r) in enumerate(chosen):
        w = change.name(f"{function.name}{number}")
        change.insert(function.end, f"\nstatic void *{w}(void *{w}_arg) {{ return {function.name}({w}_arg); }}\n")
        change.replace(r.at, r.at + len(r.name), w)
    return chosen


def values(source):
    """Expressions that read a variable, a field or an element: (node, type)."""
    seen = set()
    for node in source.nodes:
        if node.kind != "UnexposedExpr" or len(node.children) != 1:
            continue
        child = node.children[0]
        if child.kind not in ("DeclRefExpr", "MemberRefExpr", "ArraySubscriptExpr") or (child.start, child.end) != (node.start, node.end):
            continue
        if re.sub(r"_Atomic\((.*)\)|\b(?:const|volatile) ", r"\1", child.type) != node.type or not source.is_plain(node):
            continue
        if child.kind == "DeclRefExpr" and not source.is_named_at(child) or child.kind != "DeclRefExpr" and not ends_in(source, child):
            continue
        if is_in(node, ("GCCAsmStmt", "asm statement", "CaseStmt")) or (node.start, node.end) in seen:
            continue
        if not re.search(r"[\w)\]]$", source.slice(node)):
            continue
        seen.add((node.start, node.end))
        yield node


def ends_in(source, node):
    """Is the text that of the field or the element, and not of a macro?"""
    text = source.slice(node)
    return text.endswith("]") if node.kind == "ArraySubscriptExpr" else bool(re.search(rf"(?:\.|->)\s*{node.name}$", text))


def disjoint(nodes):
    """Those of the nodes that stand in no other of them."""
    out = []
    for node in sorted(nodes, key=lambda n: (n.start, -n.end)):
        if not out or node.start >= out[-1].end:
            out.append(node)
    return out


def identity(change):
    """e -> id(e)"""
    chosen = disjoint(change.some((v for v in values(change.source) if PLAIN.match(v.type)), SOME))
    for t in sorted({v.type for v in chosen}):
        name = change.name(re.sub(r"\W", "_", t))
        change.head.append(f"static {t} {name}({t} v) {{ return v; }}")
    for v in chosen:
        change.replace(v.start, v.end, f"{change.name(re.sub(r'[^A-Za-z0-9_]', '_', v.type))}({change.source.slice(v)})")
    return chosen


def wrapped(change):
    """e -> (0, e), ({ e; }), (1 ? e : 0), _Generic(0, int: e)"""
    chosen = disjoint(change.some((v for v in values(change.source) if PLAIN.match(v.type)), SOME))
    for v in chosen:
        form = change.rng.choice(("((void)0, {})", "({{ {}; }})", "(1 ? {0} : {0})", "_Generic(0, int: {}, default: 0)", "(({1}){0})",
                                  "__builtin_choose_expr(1, {}, 0)", "(({1}[]){{0, {0}}}[1])", "((struct {{ {1} v; }}){{{0}}}.v)"))
        change.replace(v.start, v.end, form.format(change.source.slice(v), v.type))
    return chosen


def addressed(change):
    """x -> *&x, 0[&x], *(T *)(char *)&x, for variables and elements, read or written"""
    source, nodes = change.source, []
    for node in source.nodes:
        if node.kind == "DeclRefExpr" and node.refers >= 0 and source.is_named_at(node) and PLAIN.match(node.type):
            declared = [n for n in source.nodes if n.kind in ("VarDecl", "ParmDecl") and n.at == node.refers]
            if not declared or declared[0].storage == "register" or not is_in(node, ("FunctionDecl",)):
                continue
            if is_in(node, ("GCCAsmStmt", "asm statement", "CaseStmt", "UnaryExpr")) or any(
                    up.kind == "VarDecl" and (up.storage == "static" or "[" in up.type) for up in node.above()):
                continue
            nodes.append(node)
    chosen = disjoint(change.some(nodes, SOME))
    at = {node.at: node for node in chosen}
    for node in at.values():
        form = change.rng.choice(("(*&{0})", "(0[&{0}])", "(*(__typeof__({0}) *)(char *)&{0})", "(*(__typeof__({0}) *)(void *)&{0})",
                                  "((&{0})[0])", "(*(&{0} + 1 - 1))", "(*(__typeof__({0}) *)(unsigned long)&{0})"))
        change.replace(node.at, node.at + len(node.name), form.format(node.name))
    return chosen


def statements(source):
    """Nodes that are statements of a block whose text is theirs."""
    for node in source.nodes:
        if node.parent and node.parent.kind == "CompoundStmt" and source.is_plain(node):
            yield node


def split(change):
    """x = e; -> { t = e; x = t; }, x is a variable"""
    source, places = change.source, []
    for node in statements(source):
        if node.kind == "BinaryOperator" and node.operator == "=" and node.children[0].kind == "DeclRefExpr":
            left, right = node.children
            if source.is_named_at(left) and left.start == node.start and source.is_plain(right) and right.end == node.end \
                    and right.kind != "IntegerLiteral" and not re.match(r"\s*(?:NULL|0)\b", source.slice(right)):
                places.append((node, left, right))
    chosen = change.some(places, SOME)
    for node, left, right in chosen:
        t = change.name("t")
        change.replace(node.start, node.end, f"{{ __auto_type {t} = {source.slice(right)}; {left.name} = {t}; }}")
    return chosen


def longer_updates(change):
    """x++; x += 1; -> x = x + 1; where x is no atomic variable and the other operand a constant"""
    source, places = change.source, []
    for node in statements(source):
        target = node.children[0] if node.children else None
        if not target or target.kind != "DeclRefExpr" or not source.is_named_at(target) or not PLAIN.match(target.type):
            continue
        if node.kind == "UnaryOperator" and node.operator in ("++", "--"):
            places.append((node, f"{target.name} = {target.name} {node.operator[0]} 1"))
        if node.kind == "CompoundAssignOperator" and node.children[1].kind == "IntegerLiteral" and source.is_plain(node.children[1]):
            places.append((node, f"{target.name} = {target.name} {node.operator[:-1]} {source.slice(node.children[1])}"))
    chosen = change.some(places, SOME)
    for node, text in chosen:
        change.replace(node.start, node.end, text)
    return chosen


KEEPING = [calls_by_table, calls_by_field, thread_start, identity, wrapped, addressed, split, longer_updates]
