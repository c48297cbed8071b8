#include "process/work.h"

struct work work = {.limit = UINT64_MAX};
