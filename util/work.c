#include "util/work.h"

struct work work = {.limit = UINT64_MAX};
