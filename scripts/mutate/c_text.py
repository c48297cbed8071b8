"""c_text -- the text of a C program as functions and statements, by offsets: what scripts/mutate/mutate-sync edits.

No types, no macros: what a directive defines is not looked into, and a call of a macro is whatever statement its
tokens look like.  Conditionals (#if) are resolved first, so that a program is the one that its options select.
"""

import re

TOKEN = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\.?\d[\w.]*"
    r"|->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|\.\.\.|\S",
    re.S,
)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)((?:\\\n|[^\n])*)", re.M)
TYPE_WORDS = set(
    "void char short int long float double signed unsigned struct union enum const volatile static extern register"
    " _Bool bool size_t ssize_t _Atomic auto _Thread_local uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t"
    " int64_t uintptr_t intptr_t".split()
)


class Unclear(Exception):
    """The text is not understood; the program is left out."""


def value_of(expression, macros):
    """Whether the condition of an #if holds."""
    expression = re.sub(r"/\*.*?\*/|//.*", "", expression.replace("\\\n", " "), flags=re.S)
    defined = r"defined\s*(?:\(\s*(\w+)\s*\)|(\w+))"
    expression = re.sub(defined, lambda m: str(int((m.group(1) or m.group(2)) in macros)), expression)
    for _ in range(8):
        replaced = re.sub(r"\b[A-Za-z_]\w*\b", lambda m: f"({macros[m.group()] or 0})" if m.group() in macros else "0", expression)
        if replaced == expression:
            break
        expression = replaced
    expression = re.sub(r"(\d)[uUlL]+\b", r"\1", expression)
    expression = expression.replace("&&", " and ").replace("||", " or ")
    expression = re.sub(r"!(?!=)", " not ", expression)
    if not re.fullmatch(r"(?:and|or|not|[\d\sx()<>=!+*/%-])*", expression):
        raise Unclear(f"#if {expression}")
    try:
        return bool(eval(expression.strip(), {"__builtins__": {}}))  # only digits and operators
    except (SyntaxError, TypeError, ArithmeticError) as error:
        raise Unclear(str(error)) from error


def resolve(text, macros):
    """The text without conditionals, for these macros (name: text)."""
    macros = dict(macros)
    out, stack, position = [], [], 0
    for m in DIRECTIVE.finditer(text):
        word, rest = m.group(1), m.group(2).strip()
        is_live = all(state == "on" for state in stack)
        if is_live:
            out.append(text[position : m.start()])
        position = min(m.end() + 1, len(text))
        if word in ("if", "ifdef", "ifndef"):
            if not is_live:
                stack.append("done")
                continue
            name = rest.split()[0] if rest else ""
            holds = value_of(rest, macros) if word == "if" else (name in macros) == (word == "ifdef")
            stack.append("on" if holds else "off")
        elif word in ("elif", "else"):
            if not stack:
                raise Unclear("#else")
            outer = all(state == "on" for state in stack[:-1])
            if stack[-1] == "off" and outer and (word == "else" or value_of(rest, macros)):
                stack[-1] = "on"
            elif stack[-1] == "on":
                stack[-1] = "done"
        elif word == "endif":
            if not stack:
                raise Unclear("#endif")
            stack.pop()
        elif is_live:
            out.append(text[m.start() : position])
            d = re.match(r"(\w+)(\(?)\s*(.*)", rest, re.S)
            if word == "define" and d and not d.group(2):
                macros[d.group(1)] = d.group(3)
            elif word == "undef":
                macros.pop(rest, None)
    if stack:
        raise Unclear("#if without #endif")
    return "".join(out) + text[position:]


class Statement:
    def __init__(self, kind, start, parent):
        self.kind, self.start, self.parent = kind, start, parent
        self.end = start
        self.children = []  # of a block: its statements; of others: their bodies
        self.condition = None  # (start, end) of what is in the parentheses

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def siblings(self):
        return self.parent.children if self.parent and self.parent.kind == "block" else [self]


class Function:
    def __init__(self, name, body, head):
        self.name, self.body, self.head = name, body, head

    def statements(self):
        return list(self.body.walk())


class Text:
    def __init__(self, text):
        self.text = text
        blank = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
        self.tokens = [
            (m.group(), m.start(), m.end()) for m in TOKEN.finditer(blank) if not m.group().startswith(("/*", "//"))
        ]
        self.functions = []
        self.read_file()

    def of(self, statement):
        return self.text[statement.start : statement.end]

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def words(self, start, end):
        return [t for t, s, _ in self.tokens if start <= s < end]

    def closing(self, i):
        """The index of the bracket that closes the one at i."""
        pairs, stack = {"(": ")", "{": "}", "[": "]"}, []
        for j in range(i, len(self.tokens)):
            t = self.tokens[j][0]
            if t in pairs:
                stack.append(pairs[t])
            elif t in (")", "}", "]"):
                if not stack or stack.pop() != t:
                    raise Unclear("brackets")
                if not stack:
                    return j
        raise Unclear("brackets")

    def read_file(self):
        i, first = 0, 0
        while i < len(self.tokens):
            t = self.tokens[i][0]
            if t == "{" and i > first and self.tokens[i - 1][0] == ")":
                name = next((self.tokens[k][0] for k in range(first, i - 1) if self.tokens[k + 1][0] == "("), "")
                end = self.closing(i)
                block, after = self.statement(i, None)
                if after != end + 1:
                    raise Unclear("a function")
                self.functions.append(Function(name, block, self.tokens[first][1]))
                i = first = after
            elif t in ("{", "(", "["):
                i = self.closing(i) + 1
            else:
                i += 1
                if t == ";":
                    first = i

    def statement(self, i, parent):
        """The statement at token i, and the index after it."""
        if i >= len(self.tokens):
            raise Unclear("the end of the file")
        t, start, _ = self.tokens[i]
        follows = self.tokens[i + 1][0] if i + 1 < len(self.tokens) else ""
        s = Statement("other", start, parent)
        if t == "{":
            s.kind, end, i = "block", self.closing(i), i + 1
            while i < end:
                child, i = self.statement(i, s)
                s.children.append(child)
            i = end + 1
        elif t in ("if", "while", "for", "switch") and follows == "(":
            s.kind, close = t, self.closing(i + 1)
            s.condition = (self.tokens[i + 1][2], self.tokens[close][1])
            child, i = self.statement(close + 1, s)
            s.children.append(child)
            if t == "if" and i < len(self.tokens) and self.tokens[i][0] == "else":
                child, i = self.statement(i + 1, s)
                s.children.append(child)
        elif t == "do":
            s.kind = "do"
            child, i = self.statement(i + 1, s)
            s.children.append(child)
            if self.tokens[i][0] != "while":
                raise Unclear("do")
            close = self.closing(i + 1)
            s.condition = (self.tokens[i + 1][2], self.tokens[close][1])
            i = close + 2
        elif t in ("case", "default") or (follows == ":" and re.match(r"[A-Za-z_]", t)):
            s.kind = "label"
            while self.tokens[i][0] != ":":
                i += 1
            i += 1
        else:
            s.kind = t if t in ("return", "goto", "break", "continue") else "simple"
            while self.tokens[i][0] != ";":
                i = self.closing(i) + 1 if self.tokens[i][0] in ("(", "{", "[") else i + 1
                if i >= len(self.tokens) or self.tokens[i][0] == "}":
                    raise Unclear("a statement")
            i += 1
            if s.kind == "simple" and self.is_declaration(s, i):
                s.kind = "declaration"
        s.end = self.tokens[i - 1][2]
        return s, i

    def is_declaration(self, s, after):
        words = [w for w, b, e in self.tokens[:after] if b >= s.start]
        if words[0] in TYPE_WORDS or words[0].endswith("_t"):
            return True
        return len(words) > 2 and bool(re.match(r"[A-Za-z_]", words[0])) and (
            bool(re.match(r"[A-Za-z_]", words[1])) or (words[1] == "*" and re.match(r"[A-Za-z_]", words[2]) is not None
                                                        and words[3:4] in (["="], [";"], ["["], [","]))
        )


def apply(text, edits):
    """The text with edits (start, end, new), and a function from old offsets to new ones."""
    edits = sorted(edits)
    out, position = [], 0
    for start, end, new in edits:
        if start < position:
            raise Unclear("edits overlap")
        out += [text[position:start], new]
        position = end
    changed = "".join(out) + text[position:]

    def moved(offset):
        shift = 0
        for start, end, new in edits:
            if offset >= end and (end > start or offset > start or (offset == start)):
                shift += len(new) - (end - start)
            elif offset > start:
                return start + shift
        return offset + shift

    return changed, moved


def reverse(text, edits):
    """The edits that undo these, of the changed text."""
    undo, shift = [], 0
    for start, end, new in sorted(edits):
        undo.append((start + shift, start + shift + len(new), text[start:end]))
        shift += len(new) - (end - start)
    return undo
