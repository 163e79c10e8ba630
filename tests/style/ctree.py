"""Reads a source tree the way the style rules need it: files, includes, functions, objects.

This is no C parser. It blanks comments, strings and directives, then splits the file scope at braces and
semicolons. A closing brace in column 0 always ends the current item, so an unbalanced #if cannot derail it.
"""
import fnmatch
import functools
import os
import re
import subprocess

CODE = ("gen", "analysis", "experiments", "plots")
SOURCE = (".c", ".h", ".inc")

# CITATION.cff: forges and archives look for it nowhere else.
TOP = ("CITATION.cff", "meson.build", "meson_options.txt", "gen", "analysis", "experiments", "plots", "data", "tests", "lab",
       "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE*", "build*", ".*")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.M)
PARENS = r"\((?:[^()]|\([^()]*\)|\(\((?:[^()]|\([^()]*\))*\)\))*\)"
ATTRIBUTE = r"(?:\b(?:FL_[A-Z0-9_]+|__attribute__|_Alignas|alignas)\b\s*(?:%s)?)" % PARENS
AGGREGATE = re.compile(r"\b(?:struct|union|enum)\b\s*\w*\s*\{\}")
TESTS = re.compile(r"^[ \t]*(Test|ParameterizedTest|Theory)\s*\(", re.M)


def blank(text):
    """The same text in spaces, so that offsets and line numbers stay."""
    return re.sub(r"[^\n]", " ", text)


def strip(text, strings=True):
    """Blanks comments, and the inside of strings and characters as well if asked to."""
    def hide(match):
        token = match.group()
        if token[0] == "/":
            return blank(token)
        return token[0] + blank(token[1:-1]) + token[-1] if strings else token
    return TOKEN.sub(hide, text)


def split_commas(text):
    """Splits at the commas outside of any bracket."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def group_open(text):
    """Offset of the parenthesis that the last character of text closes, or -1."""
    depth = 0
    for i in range(len(text) - 1, -1, -1):
        depth += (text[i] == ")") - (text[i] == "(")
        if depth == 0:
            return i
    return -1


class Item:
    """A file-scope item: a function with its body, or a statement (prototype, typedef, object)."""

    def __init__(self, head, line, body="", body_line=0):
        self.head = head.strip()        # text before the body, inner braces shown as {}
        self.line = line
        self.body = body
        self.body_line = body_line
        self.bare = re.sub(r"\s+", " ", re.sub(ATTRIBUTE + r"|\b__extension__\b", " ", self.head)).strip()

    @property
    def is_static(self):
        return re.search(r"\bstatic\b(?![^\[]*\])", self.head) is not None


class Function(Item):
    def __init__(self, *args):
        super().__init__(*args)
        text = re.sub(r"(?:\s*%s)+\s*$" % ATTRIBUTE, "", self.head)
        start = group_open(text)
        self.name = re.search(r"(\w*)\s*$", text[:start]).group(1)
        self.params = [p for p in split_commas(text[start + 1:-1]) if p != "void"]
        self.length = max(self.body.count("\n") - 1, 0)


class Object(Item):
    """An object definition or declaration, at file scope or static within a function."""

    def __init__(self, *args):
        super().__init__(*args)
        declarator = re.sub(r"\[[^\]]*\]", "", AGGREGATE.sub("TYPE", self.bare).split("=")[0])
        pointer = re.search(r"\(\s*\*\s*(const\b)?\s*(\w+)", declarator)
        names = re.findall(r"\w+", declarator)
        self.name = pointer.group(2) if pointer else (names or ["?"])[-1]
        if pointer:
            self.is_const = bool(pointer.group(1))
        else:
            self.is_const = "const" in re.findall(r"\w+", declarator.rsplit("*", 1)[-1])


def is_function(head):
    """Does this text, met before an opening brace at file scope, begin a function?"""
    outside = head
    while re.search(r"\([^()]*\)", outside):
        outside = re.sub(r"\([^()]*\)", " ", outside)
    head = " ".join(head.split())  # comments became long blanks, in which the next search would be slow
    text = re.sub(r"(?: ?%s)+ ?$" % ATTRIBUTE, "", head).rstrip()
    return text.endswith(")") and "=" not in outside and not re.match(r"\s*typedef\b", head)


def is_object(item):
    text = AGGREGATE.sub("TYPE", item.bare)
    if not text or re.match(r"typedef\b|_Static_assert\b|static_assert\b", text):
        return False
    if re.fullmatch(r"(?:static |const |extern )*(TYPE|(struct|union|enum) \w+)|\w+", text):
        return False
    left = text.split("=")[0]
    return "=" in text or not re.search(r"\w\s*\(", left) or re.search(r"\w\s*\(\s*\*", left) is not None


class Source:
    """One C file, stripped on demand."""

    def __init__(self, root, path):
        self.path = path
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            self.text = file.read()
        self.lines = self.text.split("\n")
        self.base, self.ext = os.path.splitext(os.path.basename(path))

    @functools.cached_property
    def code(self):
        """Without comments and strings."""
        return strip(self.text)

    @functools.cached_property
    def commentless(self):
        return strip(self.text, strings=False)

    @functools.cached_property
    def includes(self):
        """(line, name, is it quoted) for each #include."""
        return [(self.line_at(self.commentless, m.start(1)), m.group(2), m.group(1) == '"')
                for m in INCLUDE.finditer(self.commentless)]

    @functools.cached_property
    def items(self):
        return list(split_items(DIRECTIVE.sub(lambda m: blank(m.group()), self.code)))

    @functools.cached_property
    def functions(self):
        return [item for item in self.items if isinstance(item, Function)]

    @functools.cached_property
    def statements(self):
        return [item for item in self.items if not isinstance(item, Function)]

    @functools.cached_property
    def objects(self):
        return [Object(item.head, item.line) for item in self.statements if is_object(item)]

    @functools.cached_property
    def static_locals(self):
        found = []
        for function in self.functions:
            for m in re.finditer(r"\bstatic\b[^;=]*", function.body):
                line = function.body_line + function.body.count("\n", 0, m.start())
                found.append(Object(m.group(), line))
        return found

    @functools.cached_property
    def macros(self):
        """(line, name) for each #define."""
        return [(self.line_at(self.code, m.start(1)), m.group(1))
                for m in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", self.code, re.M)]

    @functools.cached_property
    def tests(self):
        """(line, suite, claim) for each Criterion test."""
        found = []
        for m in TESTS.finditer(self.code):
            group = re.match(PARENS, self.code[m.end() - 1:])
            args = split_commas(group.group()[1:-1]) if group else []
            first = 0 if m.group(1) == "Test" else 1
            if len(args) >= first + 2:
                found.append((self.line_at(self.code, m.start(1)), args[first], args[first + 1]))
        return found

    def find(self, pattern, text=None):
        """(line, match) for each match in the code (or in another text of the same shape)."""
        text = self.code if text is None else text
        return [(self.line_at(text, m.start()), m) for m in re.finditer(pattern, text, re.M)]

    @staticmethod
    def line_at(text, offset):
        return text.count("\n", 0, offset) + 1


class Head:
    """The text of a file-scope item collected so far, and the line it begins on."""

    def __init__(self):
        self.text, self.line = "", 0

    def add(self, text, start, end):
        piece = text[start:end]
        if not self.text.strip() and piece.strip():
            self.line = Source.line_at(text, start + len(piece) - len(piece.lstrip()))
        self.text += piece


def split_items(text):
    """Yields the file-scope items of text, which holds no comments, strings and directives."""
    depth, start, opened, head = 0, 0, 0, Head()
    for m in re.finditer(r"[{};]", text):
        mark, at = m.group(), m.start()
        if depth == 0:
            head.add(text, start, at)
            start = at + 1
            if mark == "{" and not re.match(r'\s*extern\s*"', head.text):
                depth, opened = 1, at
            else:
                if mark == ";" and head.text.strip():
                    yield Item(head.text, head.line)
                head = Head()
        elif mark == "{":
            depth += 1
        elif mark == "}":
            depth = 0 if text[at - 1] == "\n" else depth - 1
            if depth == 0 and is_function(head.text):
                yield Function(head.text, head.line, text[opened:at + 1], Source.line_at(text, opened))
                head = Head()
            elif depth == 0:
                head.text += "{}"
            start = at + 1


def is_agreed(name):
    """Does this belong into the top folder?"""
    return any(fnmatch.fnmatch(name, allowed) for allowed in TOP)


class Tree:
    """The files below a root: those that git knows; without git all, but for build folders and what is new in the top folder. A
    person's results may lie among them."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.is_repository = self.git("rev-parse", "--show-toplevel") == [os.path.realpath(root)]
        known = self.git("-c", "core.quotePath=off", "ls-files") if self.is_repository else self.walk()
        self.files = sorted(path for path in known if self.is_file(path))
        self.cache = {}

    def git(self, *words):
        """The lines that git prints, none if it fails."""
        run = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=False)
        return run.stdout.splitlines() if run.returncode == 0 else []

    def is_file(self, path):
        path = os.path.join(self.root, path)
        return os.path.isfile(path) and not os.path.islink(path)

    def walk(self):
        for folder, folders, names in os.walk(self.root):
            if folder == self.root:
                folders[:], names = filter(is_agreed, folders), filter(is_agreed, names)
            folders[:] = [f for f in folders if not re.match(r"build|\.git$|__pycache__$", f)]
            for name in names:
                yield os.path.relpath(os.path.join(folder, name), self.root)

    def read(self, path):
        """Text of a file; empty when it is missing or binary."""
        try:
            with open(os.path.join(self.root, path), "rb") as file:
                data = file.read()
        except OSError:
            return ""
        return "" if b"\0" in data[:8192] else data.decode("utf-8", "replace")

    def sources(self, *trees, ext=SOURCE):
        """The C files below the given folders (all code folders when none is given)."""
        prefixes = tuple(tree + "/" for tree in trees or CODE)
        paths = [p for p in self.files if p.startswith(prefixes) and p.endswith(ext)]
        return [self.source(p) for p in paths]

    def source(self, path):
        if path not in self.cache:
            self.cache[path] = Source(self.root, path)
        return self.cache[path]
