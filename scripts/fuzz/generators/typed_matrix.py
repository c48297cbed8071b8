"""typed_matrix -- when random programs by types have been enough: a matrix of what they are made of, not lines that they reach.

A program has tables.  Of each it is known

    element       what an element is
    storage       where the table is
    initialiser   what it holds before threads run; none: zeros, or of the heap and of main's variables anything
    read, write   how the index of a place is computed that is read, or written (also through a pointer in the table)
    width         bytes of the access

and a run adds the way: a strategy under a memory model.  A wrong verdict was once bound to five of these seven at once, in a
line that other programs had executed, so counting each alone would not have shown it.  The whole product has millions of
cells.  The matrix has every combination of *three*: each cell that can exist is to be run at least ENOUGH times on one state
of the program.  Programs are made around a cell that the seed chooses (cell_of): every other seed walks through all combinations of
element, storage, initialiser and the two indices in an order that is mixed up, so that triples fill evenly; the rest is drawn as
often as real files have it; and each program adds what it has besides.  Who knows which cells are short (scripts/fuzz/fuzz-long)
has those of the other seeds made around them instead (completed).

Cells that cannot exist (why_not) are not counted; the reason is in the rule.
"""

import collections
import itertools
import math
import random

ENOUGH = 20
DIMENSIONS = ("element", "storage", "initialiser", "read", "write", "width", "way")
ELEMENTS = ("integer", "enum", "float", "pointer", "pointer-pointer", "function", "record", "record-pointer", "nested", "union-pointer", "union", "row", "atomic", "atomic-pointer", "mutex")
STORAGES = ("static", "static-local", "global", "automatic", "heap", "thread-local", "const")
INITIALISERS = ("none", "partial", "designated", "full", "calloc", "memset", "thread")
INDICES = ("constant", "local", "shared", "input", "field", "element", "call", "masked", "effect")
WIDTHS = {"integer": (1, 2, 4, 8), "enum": (4,), "float": (4, 8), "record": (1, 2, 4, 8), "union": (1, 2, 4), "atomic": (1, 2, 4, 8), "mutex": ()}
POINTERS = (8,)  # the other elements
MODELS = ("sc", "tso", "pso", "c11")
WAYS = {"lazy": ("sc", "tso", "pso"), "schedule": ("sc",), "uw": ("sc",), "order-theory": MODELS, "order-eager": ("sc",), "order-clocks": ("sc",), "mpc": ("sc",),
        "tdv": ("sc",), "predict": ("sc",), "default": MODELS, "any-threads": ("sc",)}
THROUGH = ("pointer", "pointer-pointer", "record-pointer", "nested", "row")  # a constant table of these leads to what can be written

# Which initialisers a storage can have.
STARTS = {"static": ("none", "partial", "designated", "full", "memset", "thread"), "static-local": ("none", "partial", "designated", "full", "thread"),
          "global": ("none", "partial", "designated", "full", "memset", "thread"), "automatic": ("none", "partial", "designated", "full", "memset", "thread"),
          "heap": ("none", "full", "calloc", "memset", "thread"), "thread-local": ("none", "partial", "designated", "full"), "const": ("partial", "designated", "full")}


def ways():
    return [f"{strategy}/{model}" for strategy, models in WAYS.items() for model in models]


def widths_of(element):
    return WIDTHS.get(element, POINTERS)


def why_not(cell):
    """Why the cell, {dimension: value} of some dimensions, cannot exist; or None."""
    element, storage, start = cell.get("element"), cell.get("storage"), cell.get("initialiser")
    if storage and start and start not in STARTS[storage]:
        return "a table of this storage cannot get its values that way"
    if element and "width" in cell and cell["width"] not in widths_of(element):
        return "elements of this kind have another width"
    if storage == "const" and "write" in cell and element and element not in THROUGH:
        return "what is constant is not written, and leads to nothing that is"
    if storage == "const" and "write" in cell and cell.get("width", 8) != 8:
        return "what is constant is written through its pointers only"
    if element == "mutex" and "write" in cell:
        return "a mutex is locked at an index, not written"
    if element == "mutex" and (storage in ("const", "heap") or start in ("partial", "designated", "none", "calloc", "memset", "thread")):
        return "a mutex needs an initialiser"
    if element and element.startswith("atomic") and (storage in ("const", "thread-local") or start == "memset"):
        return "atomic objects are shared and changed, and not by bytes"
    return None


def values():
    widths = sorted({w for e in ELEMENTS for w in widths_of(e)})
    return {"element": ELEMENTS, "storage": STORAGES, "initialiser": INITIALISERS, "read": INDICES, "write": INDICES, "width": widths, "way": ways()}


def bases():
    """Every (element, storage, initialiser) that can exist."""
    for element, storage in itertools.product(ELEMENTS, STORAGES):
        for start in STARTS[storage]:
            if not why_not({"element": element, "storage": storage, "initialiser": start}):
                yield element, storage, start


# How often real files with threads have what; the rest counts once.
OFTEN = {"pointer": 4, "record-pointer": 4, "record": 3, "integer": 3, "nested": 2, "function": 2, "row": 2, "static": 4, "global": 2, "heap": 3, "automatic": 2,
         "none": 4, "partial": 2, "full": 2, "calloc": 2, "constant": 2, "local": 4, "shared": 3, "field": 2}


def cell_of(seed):
    """What the program of this seed is made around.  Of even seeds, every combination of element, storage, initialiser and the
    two indices comes once in a round; of odd ones, those that real files have most come most."""
    every = sorted(bases())
    rng = random.Random(f"cell {seed}")
    if seed % 2:
        element, storage, start = rng.choices(every, [weight(*base) for base in every])[0]
        read, write = rng.choices(INDICES, [weight(name) for name in INDICES], k=2)
    else:
        size = len(every) * len(INDICES) ** 2
        turn, at = divmod(seed // 2, size)
        base, index = divmod(at * step_of(turn, size) % size, len(INDICES) ** 2)
        element, storage, start = every[base]
        read, write = INDICES[index // len(INDICES)], INDICES[index % len(INDICES)]
    return {"element": element, "storage": storage, "initialiser": start, "read": read, "write": write, "width": rng.choice(widths_of(element) or (8,))}


def completed(key, seed):
    """(cell of a program, way or None) around a cell that is short, by its key."""
    wanted = {name: int(value) if name == "width" else value for name, value in (part.split("=") for part in key.split(" "))}
    rng = random.Random(f"completed {seed}")
    names = ("element", "storage", "initialiser")
    every = [base for base in bases() if not why_not({**dict(zip(names, base)), **wanted}) and all(wanted.get(name, value) == value for name, value in zip(names, base))]
    cell = dict(zip(names, rng.choices(every, [weight(*base) for base in every])[0]))
    cell |= {"read": rng.choice(INDICES), "write": rng.choice(INDICES), "width": rng.choice(widths_of(cell["element"]) or (8,))}
    return cell | {name: value for name, value in wanted.items() if name != "way"}, wanted.get("way")


def short(counts, most):
    """Keys of cells that were run too seldom, the least first; most: so many of them, at random among equals."""
    keys = [key for some in known_cells().values() for key in some if counts[key] < ENOUGH]
    random.Random(len(keys)).shuffle(keys)
    return sorted(keys, key=lambda key: counts[key])[:most]


def weight(*names):
    seldom = 0.2 if "none" in names and {"heap", "automatic"} & set(names) else 1  # memory that nobody wrote
    return math.prod(OFTEN.get(name, 1) for name in names) * seldom


def step_of(turn, size):
    """How a round walks through all combinations."""
    rng = random.Random(f"cells {turn}")
    while True:
        n = rng.randrange(size // 3, 2 * size // 3)
        if math.gcd(n, size) == 1:
            return n


def known_cells():
    """Every triple that can exist, as {dimension triple: [key of a cell]}."""
    all_values = values()
    found = {}
    for names in itertools.combinations(DIMENSIONS, 3):
        cells = (dict(zip(names, some)) for some in itertools.product(*(all_values[name] for name in names)))
        found[names] = [key_of(cell, names) for cell in cells if not why_not(cell)]
    return found


def key_of(cell, names):
    return " ".join(f"{name}={cell[name]}" for name in names)


def keys_of(features, way):
    """The cells that a run covers; features: dictionaries, one for each combination of accesses of a table."""
    found = set()
    for feature in features:
        cell = {**feature, "way": way}
        for names in itertools.combinations([name for name in DIMENSIONS if name in cell], 3):
            found.add(key_of(cell, names))
    return found


# The page.


def page(counts):
    """Lines of Markdown about the matrix; counts: key of a cell -> runs."""
    known = known_cells()
    cells = [key for keys in known.values() for key in keys]
    if not any(counts[key] for key in cells):
        return []
    full, empty = sum(counts[key] >= ENOUGH for key in cells), [key for key in cells if not counts[key]]
    lines = ["", f"## Matrix of types: {full} of {len(cells)} cells at least {ENOUGH} times, {len(empty)} never", "",
             "A cell is a combination of three (`scripts/fuzz/generators/typed_matrix.py`, which says which cannot exist).", "", "| | cells | full | never | least | median |", "|---|---:|---:|---:|---:|---:|"]
    for names, keys in known.items():
        n = sorted(counts[key] for key in keys)
        lines.append(f"| {' x '.join(names)} | {len(n)} | {sum(k >= ENOUGH for k in n)} | {n.count(0)} | {n[0]} | {n[len(n) // 2]} |")
    lines += values_table(counts, known)
    least = sorted((key for key in cells if counts[key] < ENOUGH), key=lambda key: counts[key])
    if least:
        lines += ["", f"Short of {ENOUGH} runs, the least first{' (40 of them)' if len(least) > 40 else ''}:", "", *(f"- {key}: {counts[key]}" for key in least[:40])]
    return lines


def values_table(counts, known):
    """For each value: how many of the cells that have it are full, and how many were never run."""
    full, all_, never = collections.Counter(), collections.Counter(), collections.Counter()
    for keys in known.values():
        for key in keys:
            for part in key.split(" "):
                all_[part] += 1
                full[part] += counts[key] >= ENOUGH
                never[part] += not counts[key]
    lines = ["", "| value | cells | full | never |", "|---|---:|---:|---:|"]
    return lines + [f"| {part} | {n} | {full[part]} | {never[part]} |" for part, n in all_.items()]
