/* A number that is never below 0.  To wait at 0 cannot happen now: the call waits. */
static int spec_count = SPEC_FIRST;

static _Bool spec_wait(void) {
	__CPROVER_assume(spec_count > 0);
	spec_count--;
	return 1;
}

static _Bool spec_trywait(void) {
	if (spec_count == 0)
		return 0;
	spec_count--;
	return 1;
}

static _Bool spec_post(void) {
	spec_count++;
	return 1;
}

static int spec_value(void) {
	return spec_count;
}
