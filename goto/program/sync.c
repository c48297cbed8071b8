#include "goto/program/sync.h"

#include <string.h>

static const struct {
	const char *name, *waits, *holds;
} kinds[SYNC_N] = {
    [SYNC_NONE] = {"", "", ""},
#define SYNC(kind, name, waits, holds) [SYNC_##kind] = {#name, waits, holds},
#include "goto/program/sync.def"
#undef SYNC
};

bool sync_find(const char *name, enum sync_kind *found) {
	for (int i = SYNC_NONE + 1; i < SYNC_N; i++)
		if (!strcmp(kinds[i].name, name)) {
			*found = (enum sync_kind)i;
			return true;
		}
	return false;
}

const char *sync_wait_text(enum sync_kind kind) {
	return kinds[kind].waits;
}

const char *sync_held_text(enum sync_kind kind) {
	return kinds[kind].holds;
}

bool sync_is_exclusive(enum sync_kind kind) {
	return kind == SYNC_MUTEX || kind == SYNC_SPINLOCK || kind == SYNC_WRITER ||
	       kind == SYNC_STREAM;
}
