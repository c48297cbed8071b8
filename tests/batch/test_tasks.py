"""Inputs to tasks."""

import functools
import os
import unittest

from support import BatchTest

from batch import properties, tasks, taskyaml

DEFINITION = """\
# SPDX-License-Identifier: CC0-1.0
format_version: '2.0'

input_files: 'fib.i'     # the program

properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: "../properties/valid-memsafety.prp"
    expected_verdict: false
    subproperty: valid-deref

options:
  language: C
  data_model: LP64
"""


class Yaml(unittest.TestCase):
    def test_definition(self):
        data = taskyaml.parse(DEFINITION)
        self.assertEqual(data["format_version"], "2.0")
        self.assertEqual(data["input_files"], "fib.i")
        self.assertEqual(data["options"], {"language": "C", "data_model": "LP64"})
        self.assertEqual([p["expected_verdict"] for p in data["properties"]], [True, False])

    def test_forms(self):
        cases = {
            "a:\n- 1\n- x: y\n  z: ~\n": {"a": [1, {"x": "y", "z": None}]},
            "a: {b: [1, 'x, y'], c: \"d # e\"}": {"a": {"b": [1, "x, y"], "c": "d # e"}},
            "a:\n  -\n    b: 1\n": {"a": [{"b": 1}]},
            "- - 1\n  - 2\n- 3": [[1, 2], 3],
            "'it''s': \"a\\tb\"": {"it's": "a\tb"},
            "url: http://x.y/z#1": {"url": "http://x.y/z#1"},
            "a:\nb: 1.5": {"a": None, "b": 1.5},
            "a: &x [1]\nb: *x": {"a": [1], "b": [1]},
            "a: |\n  b\n  c\n": {"a": "b\nc\n"},
            "a: >-\n  b\n  c\n": {"a": "b c"},
            "- " * 100 + "1": functools.reduce(lambda inner, _: [inner], range(100), 1),
            "": None,
        }
        for text, value in cases.items():
            self.assertEqual(taskyaml.parse(text), value, text)

    def test_refused(self):
        for text, message in {
            "a: 'b": "^line 1, column 4: .*, line 1, column 6: ",
            "a: [1, 2": "^line 1, column 4: .*, line 1, column 9: ",
            "a: {b: 1]": "^line 1, column 4: .*, line 1, column 9: ",
            "a: 1\na: 2": "^line 2, column 1: 'a' stands here twice$",
            "x:\n  - {b: 1, 'b': 2}": "^line 2, column 12: 'b' stands here twice$",
            "a: 1\n    b: 2": "^line 2, column 6: ",
            "\ta: 1": ", line 1, column 1: ",
            "a: *x": "^line 1, column 4: .*alias",
            "a: b\n---\nc: d": "^line 1, column 1: .*, line 2, column 1: .* another document$",
            "a: !!python/name:os.system x": "^line 1, column 4: .*constructor",
            "a: \x07": "not allowed",
            "[" * 20000: "^nested too deeply$",
        }.items():
            with self.assertRaisesRegex(taskyaml.YamlError, message, msg=text[:100]) as raised:
                taskyaml.parse(text)
            self.assertNotIn("\n", str(raised.exception))

    def test_both_loaders(self):
        """Short and long texts have different loaders."""
        long = DEFINITION + "# " + "x" * taskyaml.SHORT + "\n"
        self.assertEqual(taskyaml.parse(DEFINITION), taskyaml.parse(long))
        with self.assertRaisesRegex(taskyaml.YamlError, "^line 17, column 1: 'options' stands here twice$"):
            taskyaml.parse(long + "options: 1\n")


class Names(unittest.TestCase):
    def test_expected(self):
        cases = {
            "x_true-unreach-call.c": {"unreach-call": "true"},
            "x_false-unreach-call_true-termination.i":
                {"unreach-call": "false", "termination": "true"},
            "x_false-valid-deref.i": {"valid-memsafety": "false(valid-deref)"},
            "x_true-valid-memsafety_false-no-overflow.c":
                {"valid-memsafety": "true", "no-overflow": "false"},
            "x_true-valid-deref_false-valid-memtrack.c":
                {"valid-memsafety": "false(valid-memtrack)"},
            "plain.c": {},
        }
        for name, expected in cases.items():
            self.assertEqual(tasks.expected_of_name(name), expected, name)

    def test_property_by_content(self):
        text = properties.text_of(["G valid-deref", "G valid-free", "G valid-memtrack"])
        self.assertEqual(properties.name_of(text, "foo"), "valid-memsafety")
        self.assertEqual(properties.name_of("CHECK( init(main()), LTL(G ! data-race) )", "x"), "no-data-race")
        self.assertEqual(properties.name_of("CHECK(init(main()), LTL(G ! call(foo())))", "x"), "unreach-call")
        self.assertEqual(properties.name_of("something else", "mine"), "mine")


class Inputs(BatchTest):
    def find(self, *inputs, **options):
        finder = tasks.Finder(start=self.dir, **options)
        os.chdir(self.dir)
        for name in inputs:
            finder.add(name)
        return finder

    def setUp(self):
        super().setUp()
        for name, formulas in properties.FORMULAS.items():
            self.write(f"properties/{name}.prp", properties.text_of(formulas))
        self.write("fam/fib.i", "int main() {}")
        self.write("fam/fib.yml", DEFINITION)

    def test_definition(self):
        found = list(self.find("fam/fib.yml").tasks.values())
        self.assertEqual([t.property for t in found], ["unreach-call", "valid-memsafety"])
        self.assertEqual([t.expected for t in found], ["true", "false(valid-deref)"])
        self.assertEqual({t.data_model for t in found}, {"LP64"})
        self.assertEqual({t.files for t in found}, {(self.path("fam/fib.i"),)})
        self.assertEqual(found[0].name, "fam/fib.yml")
        self.assertEqual(found[0].property_file, self.path("properties/unreach-call.prp"))

    def test_one_property(self):
        for wanted in "valid-memsafety", self.path("properties/valid-memsafety.prp"):
            found = list(self.find("fam/fib.yml", prop=wanted).tasks.values())
            self.assertEqual([t.property for t in found], ["valid-memsafety"])

    def test_folder_prefers_definitions_and_preprocessed(self):
        self.write("fam/b_true-unreach-call.c", "")
        self.write("fam/b_true-unreach-call.i", "")
        self.write("fam/c_true-unreach-call.c.i", "")
        self.write("fam/c_true-unreach-call.c", "")
        self.write("fam/other.yml", "jobs: 1")
        self.write("fam/deep/d_false-no-overflow.c", "")
        names = [t.name for t in self.find("fam").tasks.values()]
        self.assertEqual(sorted(set(names)), [
            "fam/b_true-unreach-call.i", "fam/c_true-unreach-call.c.i",
            "fam/deep/d_false-no-overflow.c", "fam/fib.yml"])

    def test_set(self):
        self.write("fam/x_true-unreach-call.c", "")
        self.write("All.set", "# comment\nfam/*.yml\n\nfam/*_true*.c\nnothing/*.yml\n")
        finder = self.find("All.set")
        self.assertEqual(len(finder.tasks), 3)
        self.assertEqual({t.set for t in finder.tasks.values()}, {"All"})
        self.assertEqual(finder.problems, ["All.set:5: no file matches nothing/*.yml"])

    def test_list(self):
        self.write("list", "fam/fib.yml\n# x\nfam\n\nnot-there.c\nwhat\n")
        finder = self.find("list")
        self.assertEqual(len(finder.tasks), 2)
        self.assertEqual(len(finder.problems), 2)
        self.assertIn("not-there.c", finder.problems[0])
        self.assertIn("list:6", finder.problems[1])

    def test_broken_files_do_not_stop_the_rest(self):
        bad = {
            "a.yml": "format_version: '2.0'\ninput_files: [x",
            "b.yml": "format_version: '9.0'\ninput_files: x.c",
            "c.yml": "format_version: '2.0'\ninput_files: missing.c\nproperties: []",
            "d.yml": "format_version: '2.0'\ninput_files: fib.i\nproperties:\n  - property_file: no.prp\n",
            "e.yml": "input_files: \xff\n",
            "f.yml": "format_version: '2.0'\ninput_files: fib.i\nproperties:\n"
                     "  - {property_file: ../properties/unreach-call.prp, expected_verdict: maybe}",
        }
        for name, text in bad.items():
            self.write(f"fam/{name}", text)
        with open(self.path("fam/g.yml"), "wb") as f:
            f.write(b"input_files: \xff\xfe\n")
        finder = self.find("fam")
        self.assertEqual(len(finder.tasks), 2)
        self.assertEqual(len(finder.problems), 7, finder.problems)
        for problem in finder.problems:
            self.assertRegex(problem, r"^fam/[a-g]\.yml: \w")

    def test_model_of_old_folder(self):
        self.write("old/x_true-unreach-call.c", "void __VERIFIER_error(void);")
        task = list(self.find("old").tasks.values())[0]
        self.assertEqual((task.data_model, task.formulas), ("ILP32", "unreach-error"))
        self.write("old/README.txt", "These are 64-bit programs.")
        self.write("old/x_true-unreach-call.c", "void reach_error(void);")
        task = list(self.find("old").tasks.values())[0]
        self.assertEqual((task.data_model, task.formulas), ("LP64", "unreach-call"))

    def test_plain_source(self):
        self.write("plain.c", "")
        task = list(self.find("plain.c").tasks.values())[0]
        self.assertEqual((task.property, task.expected, task.data_model), (None, None, None))
        task = list(self.find("plain.c", prop="no-data-race").tasks.values())[0]
        self.assertEqual((task.property, task.expected, task.data_model), ("no-data-race", None, None))
