/* One at a time.  To lock what is locked cannot happen now: the call waits. */
static _Bool spec_held;

static _Bool spec_lock(void) {
	__CPROVER_assume(!spec_held);
	spec_held = 1;
	return 1;
}

static _Bool spec_trylock(void) {
	if (spec_held)
		return 0;
	spec_held = 1;
	return 1;
}

static _Bool spec_unlock(void) {
	__CPROVER_assume(spec_held);
	spec_held = 0;
	return 1;
}
