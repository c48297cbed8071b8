"""Engines: where runs happen.

An engine is a class in a module of this folder, named in ENGINES:

    class Engine:
        name = "local"
        def add_arguments(group): ...        static; its own options
        def __init__(self, plan, options): ...  raises BatchError if it cannot work here
        def describe(self): ...              a dict for the header of the result file
        def slots(self): ...                 how many runs happen at a time, for the progress bar
        def run(self, runs, done): ...       does all runs; calls done(result) for each, in any order
        def cancel(self): ...                ends everything; called after an exception out of run()

        note                                 set before run(): a function that shows the user a text
        needless                             set before run(): whether the result of a run would tell nothing
                                             new, since another share of its task has failed

run() is called once.  What it hands to done() is what results.make() returns.  Engines beyond this
machine share spooled.py.
"""

import importlib

from batch import BatchError

ENGINES = {
    "local": "batch.engines.local",
    "parallel": "batch.engines.parallel",
    "slurm": "batch.engines.slurm",
}


def load(name):
    if name not in ENGINES:
        raise BatchError(f"no such engine: {name}; there are {', '.join(ENGINES)}")
    return importlib.import_module(ENGINES[name]).Engine
