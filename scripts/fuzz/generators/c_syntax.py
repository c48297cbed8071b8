"""c_syntax -- the syntax tree of a C file as libclang sees it (tests/rewrites/syntax.c), and edits of the file's text.

Offsets are of bytes, so the text is read as latin-1.  What a macro makes has the place of its use, so that a node is believed only where the
text there is what it should be: 'if' at an IfStmt, the name at a reference.
"""

import re
import subprocess

WORD = re.compile(r"[A-Za-z_]\w*")
# Whatever brackets, semicolons and the like do not count in.
OPAQUE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)


class NotC(Exception):
    """The compiler does not accept the text."""


class Node:
    def __init__(self, fields, parent):
        self.kind, self.name, self.operator, self.storage, self.type = fields[1], *fields[6:10]
        self.start, self.end, self.at, self.refers = (int(n) for n in fields[2:6])
        self.parent, self.children = parent, []

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def above(self):
        """The nodes that it stands in, innermost first."""
        node = self.parent
        while node:
            yield node
            node = node.parent


class Source:
    """The text of a file with its tree; edits make another text."""

    def __init__(self, path, helper, flags):
        self.path, self.helper, self.flags = path, helper, flags
        with open(path, encoding="latin-1", newline="") as f:
            self.text = f.read()
        # Blanks instead of comments, strings and directives: the same offsets.
        self.blank = OPAQUE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), self.text)
        done = subprocess.run([helper, path, *flags], capture_output=True, text=True, encoding="latin-1")
        if done.returncode:
            raise NotC(done.stderr.strip().split("\n")[0] or f"exit code {done.returncode}")
        self.top, last = [], {}
        for line in done.stdout.split("\n"):
            fields = line.split("\t")
            if len(fields) < 10:
                continue
            depth = int(fields[0])
            node = last[depth] = Node(fields, last[depth - 1] if depth else None)
            (node.parent.children if depth else self.top).append(node)
        self.nodes = [node for top in self.top for node in top.walk()]
        self.references = {}
        for node in self.nodes:
            if node.kind == "DeclRefExpr" and node.refers >= 0:
                self.references.setdefault(node.refers, []).append(node)

    def slice(self, node):
        return self.text[node.start : node.end]

    def is_plain(self, node):
        """Does the text at the node have balanced brackets, no directive, and no end of a macro's argument?"""
        part = self.blank[node.start : node.end]
        if node.start < 0 or node.end <= node.start or "#" in self.text[node.start : node.end]:
            return False
        depth = 0
        for c in part:
            depth += (c in "([{") - (c in ")]}")
            if depth < 0:
                return False
        return depth == 0

    def reads(self, node, word):
        """Does this word stand where the node begins?"""
        found = WORD.match(self.text, node.start) if node.start >= 0 else None
        return bool(found) and found.group() == word

    def is_named_at(self, node):
        """Is the reference spelled there, and not by a macro?"""
        found = WORD.match(self.text, node.at) if node.at >= 0 else None
        return bool(found) and found.group() == node.name

    def after(self, node):
        """The offset behind the semicolon that ends a declaration or a statement, or behind its closing brace."""
        if self.text[node.end - 1] == "}" and node.kind not in ("VarDecl", "FieldDecl"):
            return node.end
        depth, i = 0, node.end
        while i < len(self.blank):
            c = self.blank[i]
            depth += (c in "([{") - (c in ")]}")
            if depth < 0:
                return None
            if c == ";" and not depth:
                return i + 1
            i += 1
        return None

    def functions(self):
        """(function, its body) of each definition."""
        for top in self.top:
            if top.kind == "FunctionDecl" and top.operator == "definition":
                body = [child for child in top.children if child.kind == "CompoundStmt"]
                if body and self.text[body[0].start : body[0].start + 1] == "{":
                    yield top, body[0]

    def main(self):
        """The function main and its body, or None."""
        return next(((f, body) for f, body in self.functions() if f.name == "main"), None)

    def edited(self, edits):
        """The text with (from, to, text) replaced; edits at one place in the order given."""
        out, position = [], 0
        for start, end, text in sorted(edits, key=lambda e: (e[0], e[1])):
            if start < position:
                raise ValueError("edits overlap")
            out += [self.text[position:start], text]
            position = end
        return "".join(out) + self.text[position:]
