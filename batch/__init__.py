"""cbmc-mt-batch: verifiers on many tasks, with limits, scores and tables."""


class BatchError(Exception):
    """Something the user has to know and can change; printed without a traceback, exit code 2."""
