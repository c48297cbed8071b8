"""witness_rules -- what a witness must fulfil besides its schema; each function returns complaints.

Written from the documented formats (docs/witnesses.md sums them up), not from the writer: places are
looked up in the source with regular expressions.
"""

import hashlib
import re
import xml.etree.ElementTree as ET

NS = "{http://graphml.graphdrawing.org/xmlns}"
SPECIFICATION = re.compile(r"CHECK\( init\(\w+\(\)\), LTL\((.+)\) \)")


def read(path):
    with open(path, "rb") as f:
        data = f.read()
    return data.decode("utf-8", "replace"), hashlib.sha256(data).hexdigest()


def before(text, offset):
    """What stands before the offset, without comments and blanks at its end."""
    head = re.sub(r"/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*", "", text[:offset], flags=re.S | re.M)
    return head.rstrip()


def begins_statement(text, offset):
    return bool(re.search(r"([;{}):]|\b(else|do))$", before(text, offset)))


def begins_expression(text, offset):
    return begins_statement(text, offset) or bool(re.search(r"([=(,]|\breturn)$", before(text, offset)))


# --- YAML ---


class Places:
    """The sources of a task, and where waypoints are in them."""

    def __init__(self, task, folder, complain):
        self.text = {}
        self.complain = complain
        hashes = task["input_file_hashes"]
        if set(hashes) != set(task["input_files"]):
            complain("hashes are not of the input files")
        for name in task["input_files"]:
            self.text[name], digest = read(f"{folder}/{name}")
            if hashes.get(name) != digest:
                complain(f"the hash of {name} is wrong")

    def offset(self, location):
        """Of the place, in characters; None: there is no such place, or no column."""
        text = self.text.get(location["file_name"])
        if text is None:
            self.complain(f"{location['file_name']} is no input file")
            return None
        lines = text.split("\n")
        if location["line"] > len(lines):
            self.complain(f"there is no line {location['line']}")
            return None
        if "column" not in location:
            return None
        if location["column"] > len(lines[location["line"] - 1]):
            self.complain(f"line {location['line']} has no column {location['column']}")
            return None
        return sum(len(line) + 1 for line in lines[: location["line"] - 1]) + location["column"] - 1


def check_place(waypoint, places, complain):
    location = waypoint["location"]
    offset = places.offset(location)
    if offset is None:
        return
    text, kind = places.text[location["file_name"]], waypoint["type"]
    good = {
        "function_enter": lambda: text[offset] == ")",
        "function_return": lambda: text[offset] == ")",
        "branching": lambda: re.match(r"(if|while|for|switch)\b", text[offset:]),
        "assumption": lambda: begins_statement(text, offset),
        "location_invariant": lambda: begins_statement(text, offset),
        "loop_invariant": lambda: re.match(r"(while|for)\b", text[offset:]),
        "target": lambda: begins_expression(text, offset),
    }[kind]()
    if not good:
        complain(f"no place for {kind}: line {location['line']}, column {location['column']}")


def check_yaml(document, folder):
    complaints = []
    entry = document[0]
    places = Places(entry["metadata"]["task"], folder, complaints.append)
    lines = entry["metadata"]["task"]["specification"].split("\n")
    formulas = [SPECIFICATION.fullmatch(line) for line in lines]
    if not all(formulas):
        complaints.append("the specification is none")
        return complaints
    if entry["entry_type"] == "invariant_set":
        for item in entry["content"]:
            check_place(item["invariant"], places, complaints.append)
        return complaints
    threads = 1
    content = entry["content"]
    for number, item in enumerate(content):
        waypoints = [w["waypoint"] for w in item["segment"]]
        kinds = [w["type"] for w in waypoints]
        is_last = number + 1 == len(content)
        if ("target" in kinds) != is_last or set(kinds) - {"target"} and is_last:
            complaints.append(f"segment {number}: targets are in the last segment, and only they")
        if len(waypoints) > 1 and not is_last:
            complaints.append(f"segment {number} has {len(waypoints)} waypoints")
        for w in waypoints:
            check_place(w, places, complaints.append)
            if w.get("thread_id", 0) >= threads:
                complaints.append(f"segment {number}: nobody made thread {w['thread_id']}")
            threads += w["type"] == "function_enter"
    race = formulas[0].group(1) == "G ! data-race"
    last = [w["waypoint"] for w in content[-1]["segment"]]
    if len(last) != (2 if race else 1):
        complaints.append(f"{len(last)} targets")
    if race and len({w.get("thread_id") for w in last}) != 2:
        complaints.append("a race is between two threads")
    return complaints


# --- GraphML ---

REQUIRED = {
    "witness-type": "violation_witness|correctness_witness",
    "sourcecodelang": "C",
    "producer": "cbmc-mt .+",
    "specification": SPECIFICATION.pattern,
    "programfile": ".+",
    "programhash": "[0-9a-f]{64}",
    "architecture": "32bit|64bit",
    "creationtime": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
}
VALUES = {
    "entry": "true",
    "violation": "true",
    "control": "condition-(true|false)",
    "startline": r"\d+",
    "endline": r"\d+",
    "startoffset": r"\d+",
    "endoffset": r"\d+",
    "threadId": r"\d+",
    "createThread": r"\d+",
    "enterFunction": r"\w+",
    "returnFromFunction": r"\w+",
    "originfile": ".+",
    "assumption": r".+ == .+;",
    "assumption.scope": r"\w+",
    "assumption.resultfunction": r"\w+",
}


def data_of(element, domain, declared, complain):
    found = {}
    for d in element.findall(NS + "data"):
        key = d.get("key")
        if declared.get(key) != domain:
            complain(f"key {key} is not declared for {domain}")
        if not re.fullmatch(VALUES.get(key, REQUIRED.get(key, ".+")), d.text or ""):
            complain(f"{key} is {d.text!r}")
        if key in found and key != "specification":
            complain(f"{key} is there twice")
        found[key] = d.text or ""
    return found


def check_lines(edge, text, complain):
    lines = text.split("\n")
    for line, offset in ("startline", "startoffset"), ("endline", "endoffset"):
        if line in edge and not 1 <= int(edge[line]) <= len(lines):
            complain(f"there is no line {edge[line]}")
        elif offset in edge:
            if int(edge[offset]) >= len(text):
                complain(f"there is no offset {edge[offset]}")
            elif text.count("\n", 0, int(edge[offset])) + 1 != int(edge.get(line, 0)):
                complain(f"offset {edge[offset]} is not in line {edge.get(line)}")
    if int(edge.get("startoffset", 0)) > int(edge.get("endoffset", 1 << 60)):
        complain("an edge ends before it begins")
    if "\\result" in edge.get("assumption", "") and "assumption.resultfunction" not in edge:
        complain("a \\result of no function")
    if "control" in edge and "startoffset" in edge:
        if not re.match(r"(if|while|for|switch)\b", text[int(edge["startoffset"]) :]):
            if not re.search(r"while\s*\($", before(text, int(edge["startoffset"]))):
                complain("a branch that is none")


class Threads:
    """Who was made, and which functions each is in."""

    def __init__(self, complain):
        self.complain = complain
        self.stack = {}
        self.to_enter = None

    def follow(self, edge):
        thread, new = edge.get("threadId", "0"), edge.get("createThread")
        if self.to_enter is not None and (thread != self.to_enter or "enterFunction" not in edge):
            self.complain(f"thread {self.to_enter} does not enter its function next")
        self.to_enter = None
        if new is not None and new in self.stack:
            self.complain(f"thread {new} is made twice")
        if new is not None:
            self.stack[new] = []
            if new != thread:
                self.to_enter = new
        if "threadId" in edge and thread not in self.stack:
            self.complain(f"nobody made thread {thread}")
        stack = self.stack.setdefault(thread, [])
        if "enterFunction" in edge:
            stack.append(edge["enterFunction"])
        if "returnFromFunction" in edge:
            if not stack or stack.pop() != edge["returnFromFunction"]:
                self.complain(f"thread {thread} is not in {edge['returnFromFunction']}")


def check_path(nodes, edges, folder, first, complain):
    """The edges are a line from the entry to the violation."""
    entries = [n for n, data in nodes.items() if "entry" in data]
    violations = [n for n, data in nodes.items() if "violation" in data]
    if len(entries) != 1:
        complain(f"{len(entries)} entries")
        return
    if len(violations) != 1:
        complain(f"{len(violations)} violations")
    leaving = {}
    for source, target, data in edges:
        if source not in nodes or target not in nodes:
            complain(f"an edge from {source} to {target}")
        if source in leaving:
            complain(f"two edges leave {source}")
        leaving[source] = target, data
    threads, seen, at = Threads(complain), {entries[0]}, entries[0]
    while at in leaving:
        at, data = leaving[at]
        if at in seen:
            complain("the path comes back")
            return
        seen.add(at)
        check_lines(data, read(f"{folder}/{data.get('originfile', first)}")[0], complain)
        threads.follow(data)
    if at not in violations or len(seen) != len(nodes):
        complain("the path does not lead to the violation")


def check_graphml(path, folder):
    complaints = []
    complain = complaints.append
    root = ET.parse(path).getroot()
    declared = {k.get("id"): k.get("for") for k in root.findall(NS + "key")}
    graph = root.find(NS + "graph")
    info = data_of(graph, "graph", declared, complain)
    for key in REQUIRED:
        if key not in info:
            complain(f"no {key}")
    if complaints:
        return complaints
    _, digest = read(f"{folder}/{info['programfile']}")
    if digest != info["programhash"]:
        complain("the hash is wrong")
    nodes = {n.get("id"): data_of(n, "node", declared, complain) for n in graph.findall(NS + "node")}
    edges = [
        (e.get("source"), e.get("target"), data_of(e, "edge", declared, complain))
        for e in graph.findall(NS + "edge")
    ]
    if info["witness-type"] == "violation_witness":
        check_path(nodes, edges, folder, info["programfile"], complain)
    elif len(nodes) != 1 or edges or "entry" not in nodes.popitem()[1]:
        complain("a proof without invariants has one node")
    return complaints
