"""The results that tool-info modules return."""

RESULT_DONE = "done"
RESULT_UNKNOWN = "unknown"
RESULT_TIMEOUT = "TIMEOUT"
RESULT_TRUE_PROP = "true"
RESULT_FALSE_PROP = "false"
