"""typed_statements -- statements of random programs by types: the shapes that real concurrent C files are made of.

How often each comes follows how many of such files have it.  What may be null is asked first as a rule, not always: a null
dereference is a violation that every strategy must see.  A statement has at most one side effect beside its own, so that the
order of evaluation does not matter.
"""

import contextlib

import typed_matrix
import typed_types as types
from typed_paths import Place

UNSAFE = 0.12  # how often a pointer is not looked at before it is used
EFFECTS = ("++", "--", "+=")


class Statements:
    """Of a program: needs typed_paths.Paths, targets, functions."""

    @contextlib.contextmanager
    def guarded(self, guards):
        """What is emitted inside runs only if the pointers are not null."""
        guards = [text for text in dict.fromkeys(guards) if not any(effect in text for effect in EFFECTS)]
        if not guards or self.chance(UNSAFE):
            yield
            return
        test = self.pick("{} != NULL", "{}", "{}")
        self.line(f"if ({' && '.join(test.format(text) for text in guards)}) {{")
        self.indent += 1
        yield
        self.indent -= 1
        self.line("}")

    # Which place.

    def place(self, scope, write, wants=lambda t: True):
        """A place for a read or a write: mostly of the table, at the index that the cell of the program wants."""
        table = self.rng.choice(self.tables) if self.chance(0.3) else self.tables[0]
        if self.chance(0.75) and (not write or not table.is_const):
            kind = table.kinds[write] if self.chance(0.75) else self.rng.choice(self.kinds)
            place = self.table_place(scope, table, kind)
            if wants(place.type):
                return place
        place = self.random_place(scope, wants)
        return None if place is None or (write and place.const) else place

    def accessed(self, place, write):
        place.note(write)
        self.spend(1 + len(place.guards))

    # Values.

    def value(self, scope, t, plain=False):
        """An expression of the type; plain: without other places."""
        if t.is_function:
            return self.pick("NULL", "f1", "f2", "f1", "f2")
        if t.is_pointer:
            return self.pointer_value(scope, t, plain)
        if t.is_scalar:
            return self.number(scope, t, plain)
        return self.rng.choice(self.targets_of(t))

    def pointer_value(self, scope, t, plain):
        names = [f"&{name}" for name in self.targets_of(t.to)]
        address = self.rng.choice(names)
        r = self.rng.random()
        if r < 0.2:
            return self.pick("NULL", "0", "NULL")
        if r < 0.3:
            return f"({self.condition(scope)} ? {address} : {self.pick('NULL', self.rng.choice(names))})"
        if r < 0.36 and not t.to.is_array:
            return f"({types.Pointer(t.to).declare('')})(uintptr_t){address}"
        if r < 0.55 and not plain:
            table = next((root for root in self.tables if root.type.of.key == t.to.key and not root.is_const and root.storage != "thread-local"), None)
            if table:
                return f"&{table.text}[{self.index(scope, table.type.n)}]"
        return address

    def number(self, scope, t, plain):
        if types.is_real(t) or t.name == types.COLOUR or plain or self.chance(0.5):
            return self.rng.choice(t.values)
        r = self.rng.random()
        if r < 0.3:
            return self.pick("x", "y", "at", "pick(x)", "pick(pick(at))", "where()", "x++", "(y = 1)")
        if r < 0.6 and scope.numbers:
            return self.rng.choice(scope.numbers)
        return self.pick("x + 1", "y & 1", "!x", "x ? 1 : 2")

    def comparison(self, scope):
        if scope.numbers and self.chance(0.4):
            return f"{self.rng.choice(scope.numbers)} {self.pick('==', '!=', '<', '>')} {self.pick('0', '1', '2')}"
        return f"{self.pick('x', 'y', 'at', 'pick(x)', 'control.at', 'where()')} {self.pick('==', '!=', '<', '>=')} {self.pick('0', '1', '1', '2')}"

    def condition(self, scope):
        r = self.rng.random()
        if r < 0.25:
            return f"({self.comparison(scope)} {self.pick('&&', '||')} {self.pick('pick(x)', 'where()', 'pick(at)', 'where() == 1')})"
        if r < 0.32:
            return f"((y = {self.pick('x', 'at', '0', '1')}) {self.pick('!=', '==')} {self.pick('0', '1')})"
        return f"({self.comparison(scope)})"

    def claim(self, text, t):
        """A condition about a value, true in some executions."""
        if t.is_function:
            return self.pick(f"{text} != NULL", f"{text} != f2", f"{text} == f1 || !{text}", f"{text}")
        if t.is_pointer:
            name = self.rng.choice(self.targets_of(t.to))
            some = [f"{text} != NULL", f"{text} != NULL", f"{text}", f"{text} == &{name} || {text} == NULL", f"{text} != &{name}", f"{text} == NULL"]
            if t.to.is_scalar:
                some += [f"{text} == NULL || *{text} <= {self.pick('1', '2')}"] * 2
            return self.rng.choice(some)
        if types.is_real(t):
            return f"{text} {self.pick('<', '<=', '!=', '==')} {self.pick('1', '2', '0.5f', '0')}"
        if t.is_scalar and t.name == "uintptr_t":
            return f"{text} {self.pick('!=', '==')} 0"
        return f"{text} {self.pick('==', '!=', '<', '<=', '<=', '>=')} {self.pick('0', '1', '1', '2')}"

    # Statements.

    def table_access(self, scope, write):
        """What the cell of the program asks for."""
        table = self.tables[0]
        if table.type.of.is_lock:
            return self.section(scope)
        if write and table.is_const and table.cell[0] not in typed_matrix.THROUGH:
            return self.change_index(scope)
        place = self.table_place(scope, table, table.kinds[write])
        if write and table.is_const:
            return self.through(scope, place)
        return self.write(scope, place) if write else self.read(scope, place)

    def write(self, scope, place=None):
        place = place or self.place(scope, True, lambda t: t.width and not t.is_lock)
        if not place or (place.const and not place.guards):
            return self.through(scope)
        t = place.type
        with self.guarded(place.guards):
            self.accessed(place, True)
            effects = any(effect in place.text for effect in EFFECTS)
            if t.is_scalar and t.name not in (types.COLOUR, "uintptr_t") and self.chance(0.3):
                self.accessed(place, False)
                self.line(self.pick(f"{place.lvalue}++;", f"{place.lvalue} += {self.rng.choice(t.values)};", f"++{place.lvalue};"))
            else:
                self.line(f"{place.lvalue} = {self.value(scope, t, plain=effects)};")
        return None

    def read(self, scope, place=None):
        """A local that holds what is read, and a claim about it."""
        place = place or self.place(scope, False, lambda t: t.width and not t.is_lock)
        if not place:
            return self.write(scope)
        with self.guarded(place.guards):
            self.accessed(place, False)
            if self.chance(0.2):
                self.line(f"assert({self.claim(place.lvalue, place.type)});")
                return None
            self.take(scope, place)
        return None

    def take(self, scope, place):
        t, name = place.type, self.name("r")
        if t.is_atomic and t.is_scalar:
            t = types.Scalar(t.name, t.width, t.values)
        elif t.is_atomic:
            t = types.Pointer(t.to)
        self.line(f"{t.declare(name)} = {self.read_text(place)};")
        if t.is_scalar and not types.is_real(t) and t.name != "uintptr_t" and not place.guards:
            scope.numbers.append(name)
        if t.is_pointer and self.chance(0.5):
            self.use_pointer(scope, name, t)
        elif t.is_function and self.chance(0.5):
            self.use_function(scope, name)
        else:
            self.line(f"assert({self.claim(name, t)});")
        return name

    def read_text(self, place):
        """The value of the place; of an atomic one by a function as a rule."""
        if not place.type.is_atomic or self.chance(0.4):
            return place.lvalue
        return f"atomic_load({place.address})"

    def use_pointer(self, scope, name, t):
        """What a local pointer leads to is read or written."""
        place = self.follow(scope, name, t)
        self.spend(len(place.guards))
        with self.guarded(place.guards):
            if self.chance(0.5):
                self.line(f"{place.lvalue} = {self.value(scope, place.type, plain=True)};")
            else:
                self.line(f"assert({self.claim(place.lvalue, place.type)});")

    def follow(self, scope, name, t):
        """A scalar or a pointer behind the local pointer."""
        place = self.step(scope, self.local_place(name, t))
        while not place.type.width:
            place = self.step(scope, place)
        return place

    def use_function(self, scope, name):
        self.spend(2)
        with self.guarded((name,)):
            self.line(self.pick(f"x = {name}(1);", f"{name}(at);", f"assert({name}(0) == 1);", f"x = apply({name}, 1);", f"y = apply({name}, pick(x));"))

    def through(self, scope, place=None):
        """A pointer of a place is taken, and what it leads to is used."""
        place = place or self.place(scope, False, lambda t: t.is_pointer or t.is_function)
        if not place:
            return self.change_index(scope)
        with self.guarded(place.guards):
            self.accessed(place, False)
            t = place.type
            if t.is_pointer:
                place.note(True)
            name = self.name("q")
            self.line(f"{(types.Pointer(t.to) if t.is_pointer else t).declare(name)} = {self.read_text(place)};")
            (self.use_pointer(scope, name, t) if t.is_pointer else self.use_function(scope, name))
        return None

    def change_index(self, scope):
        """An index that others use changes."""
        self.spend(1)
        value = self.pick("0", "1", "1", "!at", "pick(x)", *(scope.indices or ["1"]))
        self.line(self.pick(f"at = {value};", f"at = {value};", "at ^= 1;", f"control.at = {value};", f"guide->at = {value};", f"order[{self.index(scope, 2, 'constant')}] = {value};",
                            "x++;", f"x = {value};", "y = x;", "y += 1;"))

    def copy(self, scope):
        """A record or a union as a whole."""
        place = self.place(scope, False, lambda t: t.is_record or t.is_union)
        table = next((root for root in self.tables if root.type.of.is_record or root.type.of.is_union), None)
        if table and (not place or self.chance(0.7)):
            place = self.random_place(scope, lambda t: t.key == table.type.of.key, [table])
        if not place:
            return self.read(scope)
        with self.guarded(place.guards):
            other = self.rng.choice(self.targets_of(place.type))
            self.spend(3)
            if self.chance(0.35) and not place.const:
                if place.root.cell and place.index:
                    place.root.writes.add((place.index, self.leaf_width(place.root)))
                self.line(f"{place.lvalue} = {other};")
                return None
            name = self.name("s")
            self.line(f"{place.type.declare(name)} = {place.lvalue};")
            inner = self.local_place(name, place.type)
            inner.root = place.root
            while not inner.type.width:
                inner = self.step(scope, inner)
            self.claim_place(inner, place.index)
        return None

    def claim_place(self, place, index):
        """A claim about a member of a copy counts as a read of what was copied."""
        if index and place.root.cell:
            place.root.reads.add((index, 8 if place.guards else place.type.width))
        with self.guarded(place.guards):
            self.line(f"assert({self.claim(place.lvalue, place.type)});")

    def bytes(self, scope):
        """memset and memcpy over elements, pointers among them."""
        table = self.rng.choice(self.tables)
        of = table.type.of
        if table.is_const or of.is_lock or of.is_atomic:
            return self.write(scope)
        self.spend(3)
        kind = table.kinds[True]
        at = self.index(scope, table.type.n, kind)
        width = of.width or self.leaf_width(table)
        if self.chance(0.5):
            count = self.pick(str(table.type.n), "(size_t)(at + 1)", f"(size_t)({self.local_index(scope, 2)} + 1)")
            self.line(self.pick(f"memset(&{table.text}[{at}], 0, sizeof {table.text}[0]);", f"memset({table.text}, 0, {count} * sizeof {table.text}[0]);"))
        elif self.chance(0.5):
            name = self.name("b")
            self.line(f"{of.declare(name)};")
            self.line(f"memcpy(&{name}, &{table.text}[{at}], sizeof {name});")
            table.reads.add((kind, width))
            place = self.local_place(name, of)
            while not place.type.width:
                place = self.step(scope, place)
            with self.guarded(place.guards):
                self.line(f"assert({self.claim(place.lvalue, place.type)});")
            return None
        else:
            to, origin, size = f"&{table.text}[{at}]", f"&{self.rng.choice(self.targets_of(of))}", f"sizeof {table.text}[0]"
            if self.chance(0.2):
                to_name, from_name, k = self.name("to"), self.name("from"), self.name("k")
                self.line(f"char *{to_name} = (char *){to}; const char *{from_name} = (const char *){origin};")
                self.line(f"for (size_t {k} = 0; {k} < {size}; {k}++) {to_name}[{k}] = {from_name}[{k}];")
            else:
                self.line(f"memcpy({to}, {origin}, {size});")
        table.writes.add((kind, width))
        return None

    def leaf_width(self, table):
        t = table.type.of
        for name in table.leaf:
            t = t.of if name == "[]" else dict(t.fields)[name]
        return t.width

    def whole_union(self, scope):
        """A union with a pointer is written as a number or as bytes, and asked whether it is null."""
        table = next((root for root in self.tables if root.cell[0] == "union-pointer"), None)
        if not table:
            return self.copy(scope)
        write = not table.is_const and self.chance(0.5)
        kind = table.kinds[write]
        at = self.index(scope, table.type.n, kind)
        self.spend(1)
        (table.writes if write else table.reads).add((kind, 8))
        if write:
            self.line(self.pick(f"{table.text}[{at}].w = 0;", f"{table.text}[{at}].w = (uintptr_t){self.value(scope, table.type.of.fields[0][1], True)};",
                                f"memset({table.text}[{at}].b, 0, 8);"))
        else:
            self.line(f"assert({table.text}[{at}].w {self.pick('!=', '==')} 0);")
        return None

    def branch(self, scope):
        self.line(f"if ({self.condition(scope).removeprefix('(').removesuffix(')')}) {{")
        self.body(scope.inner(), 1)
        if self.chance(0.3):
            self.line("} else {")
            self.body(scope.inner(), 1)
        self.line("}")

    def assigning_branch(self, scope):
        """if ((p = place) != NULL)"""
        place = self.place(scope, False, lambda t: t.is_pointer and not t.is_atomic)
        if not place or place.guards:
            return self.branch(scope)
        name = self.name("q")
        self.accessed(place, False)
        self.line(f"{types.Pointer(place.type.to).declare(name)};")
        self.line(f"if (({name} = {place.lvalue}) {self.pick('!= NULL', '!= NULL', '== NULL')}) {{")
        self.body(scope.inner(), 1)
        self.line("}")
        return None

    def search(self, scope):
        """A loop over a table that ends at the first element that is, or is not, null or zero."""
        table = self.rng.choice(self.tables)
        if table.type.of.is_lock or not table.type.n <= 4:
            return self.loop(scope)
        i, before = self.name("i"), self.budget
        self.line(f"for (int {i} = 0; {i} < {min(table.type.n, 2)}; {i}++) {{")
        self.indent += 1
        inner = scope.inner()
        inner.indices = [i]
        place = self.table_place(inner, table, "local")
        self.accessed(place, False)
        self.line(f"if ({self.pick('', '!')}{place.lvalue})")
        self.line(f"\t{self.pick('break', 'break', 'continue')};")
        self.statement(inner)
        self.indent -= 1
        self.line("}")
        self.budget -= before - self.budget
        return None

    def loop(self, scope):
        i, before = self.name("i"), self.budget
        inner = scope.inner()
        inner.indices = [i]
        self.line(f"for (int {i} = 0; {i} < 2; {i}++) {{")
        self.body(inner, 1)
        if self.chance(0.3):
            self.line(f"\tif {self.condition(scope)}")
            self.line("\t\tbreak;")
        self.line("}")
        self.budget -= before - self.budget

    def switch(self, scope):
        subject = self.pick("x", "at", "y", "pick(x)", "where()", *(scope.numbers or ["x"]))
        self.line(f"switch ((int){subject}) {{")
        for k in self.rng.sample(("case 0:", "case 1:", "default:"), 2):
            self.line(k + " {")
            self.body(scope.inner(), 1)
            self.line("}")
            if self.chance(0.7):
                self.line("break;")
        self.line("}")

    def skip(self, scope):
        """goto over a statement."""
        label = self.name("out")
        self.line(f"if {self.condition(scope)}")
        self.line(f"\tgoto {label};")
        self.line("{")
        self.body(scope.inner(), 1)
        self.line("}")
        self.line(f"{label}:;")

    def parameter(self, scope):
        """A place of a pointer is changed or read by a function that gets its address."""
        write = self.chance(0.6)
        place = self.place(scope, write, lambda t: t.is_pointer and not t.is_atomic)
        if not place or place.const:
            return self.number_parameter(scope)
        key = self.accessor(place.type)
        with self.guarded(place.guards):
            self.accessed(place, write)
            if write:
                self.line(f"set_{key}({place.address}, {self.value(scope, place.type, plain=True)});")
            else:
                name = self.name("q")
                self.line(f"{place.type.declare(name)} = get_{key}({place.address});")
                self.use_pointer(scope, name, place.type)
        return None

    def number_parameter(self, scope):
        """&s.f, &a[i]: a function gets the address of a number."""
        place = self.place(scope, True, lambda t: t.is_scalar and t.name == "int" and not t.is_atomic)
        if not place or place.const:
            return self.read(scope)
        with self.guarded(place.guards):
            self.accessed(place, True)
            place.note(False)
            self.line(self.pick(f"bump({place.address});", f"put({place.address}, {self.pick('0', '1', '2', 'pick(x)')});", f"x = bump({place.address});"))
        return None

    def record_parameter(self, scope):
        """A function gets a pointer to a record, writes a field and looks at another, perhaps behind a pointer."""
        records = [record for record in self.records if record.is_record]
        if not records:
            return self.number_parameter(scope)
        record = self.rng.choice(records)
        place = self.random_place(scope, lambda t: t.key == record.key)
        if not place or place.const or self.chance(0.2):
            text, guards = f"&{self.rng.choice(self.targets_of(record))}", ()
        else:
            text, guards = place.address, place.guards
            place.note(True)
        self.users[record.tag] = record
        self.spend(3)
        with self.guarded(guards):
            call = f"use_{record.tag}({text}, {self.pick('0', '1', '2')})"
            self.line(self.pick(f"{call};", f"x = {call};", f"if ({call})", f"assert({call} <= 1);"))
            if self.lines[-1].strip().startswith("if ("):
                self.line("\ty++;")
        return None

    def dispatch(self, scope):
        """A function that a variable holds: called, changed, compared."""
        self.spend(1)
        self.line(self.pick("x = handler(1);", "handler = f2;", "handler = at ? f1 : f2;", "assert(handler == f1);", "if (handler == f2) y++;", "y = apply(handler, pick(at));"))

    def string(self, scope):
        """What is in a text, its length, a copy of another."""
        self.spend(3)
        self.line(self.pick('strcpy(name, "b");', 'strcpy(name, at ? "" : "cd");', "name[at] = 'z';", "x = (int)strlen(name);", 'assert(strcmp(name, "ab") == 0);', "assert(strlen(name) <= 2);",
                            "if (name[0]) y = name[1] == 'b';", 'assert(strchr(name, at ? \'a\' : \'b\') != NULL);'))

    def walk(self, scope):
        """pointer += n, then what it points to."""
        table = self.rng.choice(self.tables)
        if table.is_const or table.type.of.is_lock:
            return self.read(scope)
        write = self.chance(0.4)
        kind = table.kinds[write]
        at = self.index(scope, table.type.n, kind)
        name = self.name("p")
        self.line(f"{types.Pointer(table.type.of).declare(name)} = {table.text};")
        self.line(f"{name} += {at};")
        place = Place(name, table.type.of, table, deref=True)
        for step in table.leaf:
            if step == "[]":
                place.text, place.type = f"{place.lvalue}[{self.index(scope, place.type.n)}]", place.type.of
            else:
                place.text, place.type = f"{place.text}{'->' if place.deref else '.'}{step}", dict(place.type.fields)[step]
            place.deref = False
        (table.writes if write else table.reads).add((kind, place.type.width))
        self.spend(2)
        if write:
            self.line(f"{place.lvalue} = {self.value(scope, place.type, plain=True)};")
        else:
            self.line(f"assert({self.claim(place.lvalue, place.type)});")
        return None

    def compare(self, scope):
        """Two pointers, or a pointer and an address."""
        place = self.place(scope, False, lambda t: t.is_pointer and not t.is_atomic)
        if not place:
            return self.branch(scope)
        other = self.random_place(scope, lambda t: t.key == place.type.key)
        second = other.lvalue if other and not other.guards and self.chance(0.5) else f"&{self.rng.choice(self.targets_of(place.type.to))}"
        effects = any(effect in place.text + second for effect in EFFECTS)
        with self.guarded(place.guards):
            self.accessed(place, False)
            self.spend(1)
            second = "NULL" if effects else second
            if self.chance(0.4):
                self.line(f"assert({place.lvalue} {self.pick('!=', '==')} {second});")
                return None
            self.line(f"if ({place.lvalue} {self.pick('==', '!=')} {second}) {{")
            self.body(scope.inner(), 1)
            self.line("}")
        return None

    def round_trip(self, scope):
        """A pointer becomes a number, perhaps with a mark in its lowest bit, and a pointer again."""
        place = self.place(scope, False, lambda t: t.is_pointer and not t.is_atomic and t.to.width >= 2)
        if not place:
            return self.through(scope)
        with self.guarded(place.guards):
            self.accessed(place, False)
            number, name, type_ = self.name("u"), self.name("q"), types.Pointer(place.type.to)
            self.line(f"uintptr_t {number} = (uintptr_t){place.lvalue}{self.pick('', '', ' | 1')};")
            self.line(f"{type_.declare(name)} = ({type_.declare('')})({number} & ~(uintptr_t)1);" if not type_.to.is_function else f"{type_.declare(name)} = {place.lvalue};")
            if self.chance(0.5):
                self.use_pointer(scope, name, type_)
            else:
                self.line(f"assert({self.claim(name, type_)});")
        return None

    def exchange(self, scope):
        """Read-modify-writes of an atomic place."""
        table = next((root for root in self.tables if root.type.of.is_atomic), None)
        if not table:
            return self.write(scope)
        place = self.table_place(scope, table, table.kinds[True])
        place.note(True)
        place.note(False)
        self.spend(2)
        t, value, name = place.type, self.value(scope, place.type, plain=True), self.name("r")
        plain = types.Pointer(t.to) if t.is_pointer else types.Scalar(t.name, t.width, t.values)
        r = self.rng.random()
        if r < 0.25:
            self.line(f"atomic_store({place.address}, {value});")
        elif r < 0.5 or (r < 0.75 and t.is_pointer):
            self.line(f"{plain.declare(name)} = atomic_exchange({place.address}, {value});")
            self.line(f"assert({self.claim(name, plain)});")
        elif r < 0.75:
            self.line(f"{plain.declare(name)} = atomic_fetch_{self.pick('add', 'sub', 'or')}({place.address}, 1);")
            self.line(f"assert({self.claim(name, plain)});")
        else:
            self.line(f"{plain.declare(name)} = {self.pick('0', value)};")
            self.line(f"if (atomic_compare_exchange_strong({place.address}, &{name}, {self.value(scope, t, plain=True)})) {{")
            self.body(scope.inner(), 1)
            self.line("} else {")
            self.line(f"\tassert({self.claim(name, plain)});")
            self.line("}")
        return None

    def section(self, scope):
        """A critical section of one mutex of a table."""
        table = next((root for root in self.tables if root.type.of.is_lock), None)
        if not table or scope.locks > 1:
            return self.statement(scope) if table else self.write(scope)
        kind = table.kinds[False]
        name = self.name("l")
        self.line(f"pthread_mutex_t *{name} = &{table.text}[{self.index(scope, table.type.n, kind)}];")
        table.reads.add((kind, 0))
        self.spend(2)
        self.line(f"pthread_mutex_lock({name});")
        inner = scope.inner()
        inner.locks += 1
        self.line("{")
        if inner.locks == 1 and self.chance(0.5):
            self.indent += 1
            self.section(inner)
            self.indent -= 1
        else:
            self.body(inner, 2)
        self.line("}")
        self.line(f"pthread_mutex_unlock({name});")
        return None

    def effects(self, scope):
        """++ inside an expression, f(g())."""
        self.spend(2)
        self.line(self.pick("x = y++ + 1;", "y = ++x;", "x = pick(pick(at));", "y = pick(x++);", "x = apply(f1, pick(at));", "x += where();", "assert(pick(where()) <= 1);"))

    WEIGHTS = {write: 16, read: 16, through: 14, change_index: 9, copy: 6, bytes: 5, whole_union: 4, branch: 6, assigning_branch: 6, search: 8, loop: 3, switch: 8, skip: 7,
               parameter: 8, number_parameter: 6, record_parameter: 8, walk: 6, compare: 5, round_trip: 4, exchange: 6, section: 6, effects: 4, dispatch: 5, string: 2}

    def statement(self, scope):
        if scope.depth > 2 or self.budget <= 0:
            return self.pick(self.write, self.read, self.change_index)(scope)
        return self.rng.choices(list(self.WEIGHTS), list(self.WEIGHTS.values()))[0](self, scope)

    def body(self, scope, most):
        """Statements of a block; its braces are the caller's."""
        self.indent += 1
        for _ in range(self.rng.randint(1, most)):
            self.statement(scope)
        self.indent -= 1
