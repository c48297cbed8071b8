"""The commands beside a batch on other machines: the work of one element, and the end of all."""

import argparse
import errno
import fcntl
import os
import tempfile

from batch import BatchError, engines, spool
from batch.engines import local, spooled


def work(arguments):
    """Does the runs of one element of a spool; for engines, not for people."""
    parser = argparse.ArgumentParser(prog="cbmc-mt-batch element", description=work.__doc__)
    parser.add_argument("spool")
    parser.add_argument("submission", type=int)
    parser.add_argument("--number", type=int, required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--attempts", type=int, required=True)
    parser.set_defaults(jobs=1)
    options = parser.parse_args(arguments)

    def execute(plan, runs, done):
        claim_processors(plan.limits.cores)
        engine = local.Engine(plan, options)
        try:
            engine.run(runs, done)
        except BaseException:
            engine.cancel()
            raise

    spool.work(options.spool, options.submission, options.number, options.size, options.attempts, execute)
    return 0


def claim_processors(count):
    """Takes processors that no other worker on this machine has taken.

    A scheduler that binds jobs has left us no more than we asked for; the others have not.  The claim
    is a lock on a file per processor, and ends with us.
    """
    there = sorted(os.sched_getaffinity(0))
    if not count or count >= len(there):
        return
    folder = os.path.join(tempfile.gettempdir(), f"cbmc-mt-processors-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    mine = []
    for number in there:
        file = os.open(os.path.join(folder, str(number)), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            os.close(file)
            if e.errno not in (errno.EACCES, errno.EAGAIN):
                raise
            continue
        mine.append(number)
        if len(mine) == count:
            os.sched_setaffinity(0, mine)
            return


def cancel(arguments):
    """Ends a batch that runs on other machines; what is done is kept, and --resume goes on with the rest."""
    parser = argparse.ArgumentParser(prog="cbmc-mt-batch cancel", description=cancel.__doc__)
    parser.add_argument("output", metavar="FILE", help="the result file of the batch")
    options = parser.parse_args(arguments)
    found = spool.Spool(spooled.folder_of(options.output))
    if not found.load():
        raise BatchError(f"{options.output}: no batch of engine parallel or slurm is running for it")
    found.cancel()
    engines.load(found.engine).stop(found.submissions)
    return 0
