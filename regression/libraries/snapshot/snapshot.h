#pragma once

#include <stdatomic.h>

struct snapshot {
	atomic_uint cells[2]; /* value in the lowest 8 bits, and how often it was written */
};

void snapshot_init(struct snapshot *snapshot);
void snapshot_update(struct snapshot *snapshot, int cell, int value);
void snapshot_scan(struct snapshot *snapshot, int *first, int *second);
