"""The manual page and the completions: they know every option, and the tools that read them are content."""

import re
import shutil
import subprocess
import unittest

from support import PROGRAM, BatchTest

from batch import manual


def made(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


class Manual(BatchTest):
    @classmethod
    def setUpClass(cls):
        # From the text of --help: a list of its own, so that an option cannot be missing from both.
        heads = re.findall(r"^  (-.*?)(?:  .*)?$", made("--help"), re.M)
        cls.names = {name for head in heads for name in re.findall(r"(?:^|, )(--?[\w-]+)", head)} - {"-h"}

    def test_names(self):
        self.assertLessEqual({"--changed", "--since", "-j", "--reports", "--32", "--slurm-options"}, self.names)
        self.assertGreater(len(self.names), 35)

    def test_man(self):
        text = made("--print-man")
        told = {n.replace("\\-", "-") for n in re.findall(r"\\fB((?:\\-){1,2}[\w\\-]+)\\fR", text)}
        self.assertEqual(self.names - {"--help"} - told, set())
        self.assertIn(".SH EXIT STATUS", text)
        self.assertIn('"cbmc\\-mt ', text)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_man_is_read(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=made("--print-man"), capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def offered(self, *words):
        """What bash offers at the end of these words."""
        script = (made("--print-completion", "bash") + f"COMP_WORDS=(cbmc-mt-batch {' '.join(words)})\n"
                  f"COMP_CWORD={len(words)}\n_cbmc_mt_batch\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
        done = subprocess.run(["bash"], input=script, cwd=self.dir, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split())

    def test_bash(self):
        self.write("folder/x.c", "")
        self.assertEqual(self.offered("'-'"), self.names | {"--help"})
        self.assertEqual(self.offered("--ch"), {"--changed"})
        self.assertEqual(self.offered("--by", "pr"), {"property"})
        self.assertEqual(self.offered("--engine", "=", "sl"), {"slurm"})
        self.assertEqual(self.offered("--reports", "''"), {"folder"})
        self.assertEqual(self.offered("--adapter", "fake."), {"fake.toml"})
        self.assertEqual(self.offered("--jobs", "''"), set())
        self.assertEqual(self.offered("sh"), {"show"})
        self.assertEqual(self.offered("x.c", "sh"), set())

    def test_zsh(self):
        text = made("--print-completion", "zsh")
        told = set(re.findall(r"^\t'\*(--?[\w-]+?)[=+]?\[", text, re.M))
        self.assertEqual(told, self.names - {"--help"})
        self.assertIn("'*--by=[lines of the table (default folder)]:folder|set|property:(folder set property)'", text)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_reads_it(self):
        subprocess.run(["zsh", "-n"], input=made("--print-completion", "zsh"), text=True, check=True)

    def test_every_option_is_explained(self):
        for action in manual.actions():
            self.assertTrue(action.help, action.option_strings)

    def test_another_shell(self):
        done = self.run_program([PROGRAM, "--print-completion", "fish"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("bash or zsh", done.stderr)
