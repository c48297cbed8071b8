"""Tool-info module of cbmc-mt for BenchExec 3.3 and later.

Copy the file to benchexec/tools and write <benchmark tool="cbmcmt">, or leave it where it is, with the
root of the sources on the path of Python, and write <benchmark tool="scripts.benchexec.cbmcmt">.  To try it:

    PYTHONPATH=. python3 -m benchexec.test_tool_info scripts.benchexec.cbmcmt --tool-directory .
"""

import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

VERDICT = re.compile(r"true|unknown|false\([a-z-]+\)")
LIMITED = re.compile(r"VERIFICATION UNKNOWN \((time|memory) limit\b")
# Exit codes that belong to a verdict; what says one thing and ends with another is broken.
EXIT_CODE = {"true": 0, "false": 10, "unknown": 5}
FAILURES = {1: "ERROR (command line)", 2: "ERROR (input)", 6: "ERROR (internal error)"}
# Seconds and bytes that are left for the report when cbmc-mt ends by itself.
SPARE_TIME = 2
SPARE_MEMORY = 0.05


class Tool(BaseTool2):
    """cbmc-mt, a bounded model checker for C with threads"""

    def name(self):
        return "cbmc-mt"

    def executable(self, tool_locator):
        return tool_locator.find_executable("cbmc-mt")

    def version(self, executable):
        words = self._version_from_tool(executable).split()
        return words[1] if len(words) > 1 else ""

    def program_files(self, executable):
        # The library of models lies beside the program, or below share/ where that is installed.
        files = self._program_files_from_executable(executable, ["pthread-models"])
        if not files:
            files = self._program_files_from_executable(
                executable, ["share/cbmc-mt/pthread-models"], parent_dir=True
            )
        return [executable, *files]

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "--quiet", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        command += self._data_model(task)
        limit = rlimits.cputime or rlimits.walltime
        if limit and not has_option(options, "--timeout"):
            command += ["--timeout", f"{max(1, limit - SPARE_TIME)}s"]
        if rlimits.memory and not has_option(options, "--memlimit"):
            command += ["--memlimit", f"{int(rlimits.memory * (1 - SPARE_MEMORY)) >> 20}m"]
        return [*command, "--", *task.input_files_or_identifier]

    @staticmethod
    def _data_model(task):
        options = task.options if isinstance(task.options, dict) else {}
        model = options.get("data_model")
        if options.get("language", "C") != "C":
            raise UnsupportedFeatureException(f"cbmc-mt reads C, not {options['language']}")
        if model not in (None, "ILP32", "LP64"):
            raise UnsupportedFeatureException(f"cbmc-mt knows no data model {model}")
        return ["--data-model", model] if model else []

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        code = run.exit_code.value
        if code in FAILURES:
            return FAILURES[code]
        lines = [line.strip() for line in run.output]
        said = next((x for x in reversed(lines) if VERDICT.fullmatch(x)), None)
        if said is None:
            said = self._plain_verdict(lines)
        if EXIT_CODE.get(said.partition("(")[0]) != code:
            return f"ERROR (exit code {code})"
        if said == result.RESULT_UNKNOWN:
            return self._why_unknown(lines)
        return said

    @staticmethod
    def _plain_verdict(lines):
        """Without a property file there is only the line for people."""
        for line in reversed(lines):
            if line in ("VERIFICATION SUCCESSFUL", "VERIFICATION SUCCESSFUL (for any number of threads)"):
                return result.RESULT_TRUE_PROP
            # Not one that depends on a guess, which is in quotes: the answer is open then.
            if line == "VERIFICATION FAILED" or re.match(r"VERIFICATION FAILED \(if (SIG|signal )", line):
                return result.RESULT_FALSE_PROP
            if line.startswith(("VERIFICATION UNKNOWN", "VERIFICATION FAILED (if ")):
                return result.RESULT_UNKNOWN
        return ""

    @staticmethod
    def _why_unknown(lines):
        """Limits that cbmc-mt kept by itself count like those that BenchExec enforces."""
        for line in lines:
            found = LIMITED.match(line)
            if found:
                return result.RESULT_TIMEOUT if found[1] == "time" else "OUT OF MEMORY"
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """The lines of --stats: 'solver calls: 17'."""
        for line in reversed(output):
            name, colon, value = line.partition(": ")
            if colon and name == identifier:
                return value.strip()
        return None


def has_option(options, name):
    return any(o == name or o.startswith(name + "=") for o in options)
