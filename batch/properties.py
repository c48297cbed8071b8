"""The properties of SV-COMP: their names, formulas, and what a violation may be called."""

import re

# A task in the style of 2016 says __VERIFIER_error, a later one reach_error.
FORMULAS = {
    "unreach-call": ["G ! call(reach_error())"],
    "unreach-error": ["G ! call(__VERIFIER_error())"],
    "no-overflow": ["G ! overflow"],
    "no-data-race": ["G ! data-race"],
    "valid-memsafety": ["G valid-free", "G valid-deref", "G valid-memtrack"],
    "valid-memcleanup": ["G valid-memcleanup"],
    "termination": ["F end"],
}
KINDS = {
    "unreach-call": ["unreach-call"],
    "no-overflow": ["no-overflow"],
    "no-data-race": ["no-data-race"],
    "valid-memsafety": ["valid-free", "valid-deref", "valid-memtrack"],
    "valid-memcleanup": ["valid-memcleanup"],
    "termination": ["termination"],
    "no-deadlock": ["no-deadlock"],
}
CHECK = re.compile(r"CHECK\(\s*init\(\s*main\(\)\s*\)\s*,\s*LTL\((.*)\)\s*\)\s*$")


def text_of(formulas):
    return "".join(f"CHECK( init(main()), LTL({f}) )\n" for f in formulas)


def name_of(text, fallback):
    """The name of the property a file states; its content counts, not what the file is called."""
    formulas = set()
    for line in text.splitlines():
        match = CHECK.match(line.strip())
        if match:
            formulas.add(re.sub(r"\s+", " ", match.group(1)).strip())
    for name, wanted in FORMULAS.items():
        if formulas == set(wanted):
            return "unreach-call" if name == "unreach-error" else name
    if formulas and all(re.fullmatch(r"G ! ?call\(.*\)", f) for f in formulas):
        return "unreach-call"
    if formulas and formulas <= set(FORMULAS["valid-memsafety"]):
        return "valid-memsafety"
    return fallback


def complete(verdict, prop):
    """'false' is 'false(KIND)' where the property leaves only one kind."""
    kinds = KINDS.get(prop, [])
    return f"false({kinds[0]})" if verdict == "false" and len(kinds) == 1 else verdict
