"""BaseTool2 and what its methods are given, as far as tool-info modules see it."""

import abc
import glob
import os
import shutil
import subprocess
from collections import namedtuple


class UnsupportedFeatureException(Exception):
    pass


class BaseTool2(abc.ABC):
    @abc.abstractmethod
    def name(self):
        ...

    @abc.abstractmethod
    def executable(self, tool_locator):
        ...

    def project_url(self):
        return None

    def version(self, executable):
        return ""

    @staticmethod
    def _version_from_tool(executable, arg="--version"):
        return subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.strip()

    @staticmethod
    def _program_files_from_executable(executable, required_paths, parent_dir=False):
        base = os.path.join(os.path.dirname(executable), os.pardir if parent_dir else "")
        return [f for p in required_paths for f in glob.glob(os.path.join(base, p))]

    def get_value_from_output(self, output, identifier):
        return None

    class Task(namedtuple("Task", "input_files identifier property_file options")):
        @classmethod
        def with_files(cls, input_files, *, identifier=None, property_file=None, options=None):
            return cls(tuple(input_files), identifier, property_file, options)

        @property
        def input_files_or_identifier(self):
            return self.input_files or (self.identifier,)

    class ResourceLimits(namedtuple("ResourceLimits", "cputime cputime_hard walltime memory cpu_cores",
                                    defaults=(None,) * 5)):
        pass

    class Run(namedtuple("Run", "cmdline exit_code output termination_reason")):
        @property
        def was_timeout(self):
            return self.termination_reason in ("cputime", "cputime-soft", "walltime")

    class RunOutput(list):
        """Lines without their ends."""

        def __init__(self, lines):
            super().__init__(line.rstrip("\n") for line in lines)

    class ToolLocator:
        def __init__(self, tool_directory):
            self.path = tool_directory

        def find_executable(self, name):
            found = shutil.which(name, path=self.path)
            if not found:
                raise FileNotFoundError(name)
            return found
