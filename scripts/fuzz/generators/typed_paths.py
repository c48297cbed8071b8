"""typed_paths -- places of random programs by types: roots, paths from them such as a[i].f->g[j], and indices of every kind.

A root is something that a program names: a table, or what its pointers lead to.  A path goes from a root to a place of a
wanted type.  Every index is within its table in every execution: variables that are indices hold 0 or 1 only.
"""

import typed_matrix


class Root:
    """A name of a program: text says how to get at it; cell: element, storage, initialiser of a table, or None."""

    def __init__(self, text, type_, storage="static", cell=None, leaf=None):
        self.text, self.type, self.storage, self.cell, self.leaf = text, type_, storage, cell, leaf
        self.reads, self.writes = set(), set()  # (index, width)
        self.is_const = storage == "const"

    def features(self):
        """One dictionary for each pair of a read and a write."""
        if not self.cell:
            return
        for read in sorted(self.reads) or [None]:
            for write in sorted(self.writes) or [None]:
                feature = dict(zip(("element", "storage", "initialiser"), self.cell))
                if read:
                    feature |= {"read": read[0]}
                if write:
                    feature |= {"write": write[0]}
                width = (read or write or (0, 0))[1]
                yield feature | ({"width": width} if width in typed_matrix.widths_of(self.cell[0]) else {})  # not of other members


class Place:
    """An lvalue; deref: text is a pointer to it; guards: pointers that it goes through; note(write) says that it is accessed."""

    def __init__(self, text, type_, root, const=False, index=None, deref=False, guards=()):
        self.text, self.type, self.root, self.const, self.index, self.deref, self.guards = text, type_, root, const, index, deref, guards

    @property
    def lvalue(self):
        return f"(*{self.text})" if self.deref else self.text

    @property
    def address(self):
        return self.text if self.deref else f"&{self.text}"

    def note(self, write):
        if self.index and self.root.cell:
            width = 8 if self.guards else self.type.width  # through a pointer in the table
            (self.root.writes if write else self.root.reads).add((self.index, width))


class Paths:
    """Of a program: needs rng, line(), name(), roots, chance(), scope.indices."""

    # Indices.

    def index(self, scope, n, kind=None):
        """An expression that is within a table of n; lines that it needs come before the statement."""
        kind = kind or self.rng.choice(("constant", "constant", "local", "shared", "field", "element", "call", "masked"))
        two = min(n, 2)
        if kind == "constant":
            return str(self.rng.choice((0, two - 1, self.rng.randrange(n))))
        if kind == "local":
            return self.local_index(scope, n)
        if kind == "shared":
            return self.pick("at", "at", "at", "1 - at", "(at ^ 1)")
        if kind == "input":
            return self.input_index(scope)
        if kind == "field":
            return self.pick("control.at", "control.at", "guide->at")
        if kind == "element":
            return self.pick("order[0]", "order[at]", "order[order[at]]", "order[1]", f"order[{self.local_index(scope, 2)}]")
        if kind == "call":
            return self.pick("pick(at)", "pick(0)", "pick(1)", "where()", "pick(where())", "where()", f"pick({self.local_index(scope, 2)})")
        if kind == "masked":
            mask = f"& {1 if n < 4 else 3 if n < 16 else 15}" if n != 3 or self.chance(0.5) else "% 3"
            return f"(unsigned)({self.pick('x', 'x', 'x + 1', 'y', 'x + at', 'x ^ y')}) {mask}u"
        name = self.pick("cursor", "cursor", self.local_counter(scope))
        return self.pick(f"{name}++ & 1", f"++{name} & 1", f"(unsigned){name}-- & 1u", f"({name} += 1) & 1")

    def local_index(self, scope, n):
        if scope.indices and self.chance(0.6):
            return self.rng.choice(scope.indices)
        name = self.name("k")
        self.line(f"int {name} = {self.pick('0', '1', 'at', 'at', 'control.at', '(int)(intptr_t)argument & 1' if scope.has_argument else '1')};")
        scope.indices.append(name)
        return name

    def local_counter(self, scope):
        name = self.name("c")
        self.line(f"int {name} = {self.pick('0', '1', 'at')};")
        return name

    def input_index(self, scope):
        if not scope.inputs:
            name = self.name("n")
            self.line(f"int {name} = __VERIFIER_nondet_int();")
            self.line(f"__VERIFIER_assume({name} >= 0 && {name} <= 1);")
            scope.inputs.append(name)
        name = self.rng.choice(scope.inputs)
        return self.pick(name, name, name, f"1 - {name}", f"({name} ^ 1)")

    # Paths.

    def step(self, scope, place, kind=None):
        """One step on from the place, or None: it is a scalar."""
        t, before = place.type, place.lvalue if not place.deref else place.text
        if t.is_array:
            at = self.index(scope, t.n, kind)
            text = f"(*{before})[{at}]" if place.deref else f"{before}[{at}]"
            return Place(text, t.of, place.root, place.const, place.index or kind, False, place.guards)
        if t.is_record or t.is_union:
            name, field = self.rng.choice(self.fields_of(t))
            return Place(f"{before}{'->' if place.deref else '.'}{name}", field, place.root, place.const, place.index, False, place.guards)
        if t.is_pointer:
            before = place.lvalue
            guards = (*place.guards, before)
            if self.chance(0.25):
                return Place(f"{before}[0]", t.to, place.root, False, place.index, False, guards)
            return Place(before, t.to, place.root, False, place.index, True, guards)
        return None

    def fields_of(self, t):
        """Members that a path may take: of a union with a pointer, bytes are written as a whole elsewhere."""
        return [(name, f) for name, f in t.fields if not (t.is_union and any(g.is_pointer for _, g in t.fields) and not f.is_pointer)]

    def table_place(self, scope, root, kind):
        """An element of a table at an index of that kind, and on to its leaf; accessors of a union are chosen by width."""
        place = Place(root.text, root.type, root, root.is_const)
        at = self.index(scope, root.type.n, kind)
        place = Place(f"{root.text}[{at}]", root.type.of, root, root.is_const, kind)
        for name in root.leaf:
            if name == "[]":
                place = Place(f"{place.text}[{self.index(scope, place.type.n)}]", place.type.of, root, root.is_const, kind)
            else:
                field = dict(place.type.fields)[name]
                place = Place(f"{place.text}.{name}", field, root, root.is_const, kind)
        return place

    def random_place(self, scope, wants, roots=None):
        """A place of a type that is wanted, by a random walk; None: none was found."""
        for _ in range(12):
            root = self.rng.choice(roots or self.roots)
            mark, known, given = len(self.lines), list(scope.indices), list(scope.inputs)
            place = Place(root.text, root.type, root, root.is_const)
            for _ in range(6):
                if place is None or (wants(place.type) and (not place.type.is_pointer or self.chance(0.7))):
                    break
                if place.type.is_array and place.index is None and root.cell:
                    place = self.step(scope, place, self.rng.choice(self.kinds))
                else:
                    place = self.step(scope, place)
            if place is not None and wants(place.type):
                return place
            del self.lines[mark:]
            scope.indices[:], scope.inputs[:] = known, given
        return None
