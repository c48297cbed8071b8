"""The YAML of task definition files: PyYAML, with duplicate keys refused and errors in one line.

PyYAML is imported when the first definition is read, so batches of other inputs and workers on other
machines do without it.
"""

import functools

from batch import BatchError

# libyaml's loader recurses once per level of nesting and has no limit; in so few characters it does not
# run out of stack.  Longer texts are for the slower loader in Python, whose recursion is limited.
SHORT = 8192


class YamlError(Exception):
    pass


@functools.cache
def loader(name):
    """The loader of PyYAML of that name with our rule about keys, and PyYAML."""
    try:
        import yaml
    except ImportError:
        raise BatchError("task definitions need PyYAML: install the package python3-yaml") from None

    class Loader(getattr(yaml, name, yaml.SafeLoader)):
        def construct_mapping(self, node, deep=False):
            seen = set()
            for key, _ in node.value:
                if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                    if key.value in seen:
                        raise yaml.constructor.ConstructorError(
                            None, None, f"'{key.value}' stands here twice", key.start_mark)
                    seen.add(key.value)
            return super().construct_mapping(node, deep)

    return Loader, yaml


def place(mark):
    return f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""


def parse(text):
    """The document as dicts, lists, strings, booleans, numbers, dates and None."""
    slow, yaml = loader("SafeLoader")
    if len(text) <= SHORT:
        try:
            return yaml.load(text, Loader=loader("CSafeLoader")[0])
        except yaml.YAMLError:
            pass  # the slow one says more precisely where
    try:
        return yaml.load(text, Loader=slow)
    except yaml.MarkedYAMLError as e:
        parts = [(e.context, e.context_mark), (e.problem, e.problem_mark)]
        raise YamlError(", ".join(f"{place(mark)}{text}" for text, mark in parts if text)) from None
    except yaml.YAMLError as e:  # of the encoding: a character that YAML does not allow
        raise YamlError(" ".join(str(e).split())) from None
    except RecursionError:
        raise YamlError("nested too deeply") from None
