"""typed_types -- C types of random programs: how they are declared, initialised, and what a value of one looks like.

A type has a name for comparison (key), so that two pointers of one type can be assigned and compared.  Values are small, so
that an explicit-state search can enumerate what a program does.
"""


class Type:
    """Declared as 'declare(name)'; width: bytes of an access to all of it, 0: it is no scalar."""

    width = 0
    is_pointer = is_function = is_array = is_record = is_union = is_lock = is_atomic = False

    @property
    def key(self):
        return self.declare("")

    @property
    def is_scalar(self):
        return bool(self.width) and not self.is_pointer and not self.is_function


class Scalar(Type):
    def __init__(self, name, width, values=("0", "1", "2", "3"), atomic=False):
        self.name, self.width, self.values, self.is_atomic = name, width, values, atomic

    def declare(self, name):
        return f"{'_Atomic ' * self.is_atomic}{self.name} {name}".rstrip()


class Lock(Type):
    is_lock = True

    def declare(self, name):
        return f"pthread_mutex_t {name}".rstrip()


class Pointer(Type):
    """To data."""

    width, is_pointer = 8, True

    def __init__(self, to, atomic=False):
        self.to, self.is_atomic = to, atomic

    def declare(self, name):
        star = f"*{'_Atomic ' * self.is_atomic}{name}".rstrip()
        return self.to.declare(f"({star})" if self.to.is_array else star)


class Function(Type):
    """A pointer to a function 'int f(int)'."""

    width, is_function = 8, True

    def declare(self, name):
        return f"int (*{name})(int)"


class Array(Type):
    is_array = True

    def __init__(self, of, n):
        self.of, self.n = of, n

    def declare(self, name):
        return self.of.declare(f"{name}[{self.n}]")


class Record(Type):
    """A structure or a union with a tag; fields: [(name, type)]; packed: pointers in it may lie anywhere."""

    def __init__(self, tag, fields, union=False, packed=False):
        self.tag, self.fields, self.is_union, self.is_record = tag, fields, union, not union
        self.is_packed = packed and not any(t.is_lock or t.is_atomic for _, t in fields)

    def declare(self, name):
        return f"{'union' if self.is_union else 'struct'} {self.tag} {name}".rstrip()

    def definition(self):
        return f"{self.declare('')} {{ {' '.join(t.declare(name) + ';' for name, t in self.fields)} }}{' __attribute__((packed))' * self.is_packed};"


FLOATS = ("0", "1", "2", "0.5", "1.5")
COLOUR = "enum colour"
COLOURS = ("RED", "GREEN", "BLUE")
COLOUR_DEFINITION = "enum colour { RED, GREEN, BLUE };"
INTEGERS = {1: ("char", "signed char", "unsigned char"), 2: ("short", "unsigned short"), 4: ("int", "int", "unsigned"), 8: ("long", "unsigned long")}


def integer(rng, width):
    return Scalar(rng.choice(INTEGERS[width]), width)


def real(width):
    return Scalar({4: "float", 8: "double"}[width], width, FLOATS)


def colour():
    return Scalar(COLOUR, 4, COLOURS)


def any_scalar(rng):
    r = rng.random()
    if r < 0.1:
        return colour()
    if r < 0.2:
        return real(rng.choice((4, 8)))
    return integer(rng, rng.choice((1, 2, 4, 4, 4, 8)))


def is_real(t):
    return t.is_scalar and t.name in ("float", "double")


def random_type(rng, depth, fresh, records):
    """A type of that depth at most, for what stands beside the table of a program; new records go to the list."""
    r = rng.random()
    if depth <= 0 or r < 0.3:
        return any_scalar(rng)
    if r < 0.55:
        return Pointer(random_type(rng, depth - 1, fresh, records))
    if r < 0.65:
        return Function()
    if r < 0.8:
        return Array(random_type(rng, depth - 1, fresh, records), rng.choice((2, 2, 3)))
    if r < 0.93 or not records:
        record = Record(fresh("s"), [(name, random_type(rng, depth - 1, fresh, records)) for name in ("a", "b", "c")[: rng.choice((2, 2, 3))]],
                        packed=rng.random() < 0.1)
        records.append(record)
        return record
    return rng.choice(records)


# Initialisers.


def zero(t):
    return "PTHREAD_MUTEX_INITIALIZER" if t.is_lock else "0" if t.width else "{0}"


def initial(rng, t, how, constant):
    """Text of an initialiser, or None: there is none.  how: none, partial, designated, full; constant(type): a value of a scalar
    or a pointer that is known before the program starts."""
    if t.is_lock:
        return "PTHREAD_MUTEX_INITIALIZER"
    if how == "none":
        return None
    if t.width:
        return constant(t)
    if t.is_array:
        chosen = list(range(t.n))
        if how != "full":
            chosen = chosen[: rng.randint(1, t.n - 1)] if how == "partial" else sorted(rng.sample(chosen, rng.randint(1, t.n - 1)))
        if t.of.is_lock:
            chosen = list(range(t.n))
        chosen = chosen[:8]
        inner = how if how == "full" else rng.choice((how, "full"))
        return "{" + ", ".join(f"[{k}] = " * (how == "designated") + initial(rng, t.of, inner, constant) for k in chosen) + "}"
    fields = t.fields[:1] if t.is_union else t.fields
    if how == "partial" and len(fields) > 1:
        fields = fields[: rng.randint(1, len(fields) - 1)]
    if how == "designated":
        fields = [rng.choice(fields)]
    return "{" + ", ".join(f".{name} = " * (how == "designated") + initial(rng, f, how, constant) for name, f in fields) + "}"
