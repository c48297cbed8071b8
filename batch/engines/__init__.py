"""Engines: where runs happen.

An engine is a class in a module of this folder, named in ENGINES:

    class Engine:
        name = "local"
        def add_arguments(group): ...        static; its own options, all named --NAME-...
        def __init__(self, plan, options): ...  raises BatchError if it cannot work here
        def describe(self): ...              a dict for the header of the result file
        def slots(self): ...                 how many runs happen at a time, for the progress bar
        def run(self, runs, done): ...       does all runs; calls done(result) for each, in any order
        def cancel(self): ...                ends everything; called after an exception out of run()

run() is called once.  What it hands to done() is what results.make() returns.  Engines beyond this
machine save the plan to a file and have 'cbmc-mt-batch worker PLAN --runs 3,4,7 --output FILE' done
elsewhere; FILE is then a result file without a header, one line per run, appended as they end.
"""

import importlib

from batch import BatchError

ENGINES = {"local": "batch.engines.local"}


def load(name):
    if name not in ENGINES:
        raise BatchError(f"no such engine: {name}; there are {', '.join(ENGINES)}")
    return importlib.import_module(ENGINES[name]).Engine
