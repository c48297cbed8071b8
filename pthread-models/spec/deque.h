/* A queue with two ends.  The owner of a work-stealing one pushes and pops at its back, thieves
 * take from its front. */
static SPEC_VALUE spec_item[SPEC_ROOM];
static int spec_n;

static _Bool spec_push_back(SPEC_VALUE v) {
	if (spec_n == SPEC_CAPACITY)
		return 0;
	spec_item[spec_n++] = v;
	return 1;
}

static _Bool spec_push_front(SPEC_VALUE v) {
	if (spec_n == SPEC_CAPACITY)
		return 0;
	for (int i = spec_n++; i > 0; i--)
		spec_item[i] = spec_item[i - 1];
	spec_item[0] = v;
	return 1;
}

static _Bool spec_pop_back(SPEC_VALUE *v) {
	if (!spec_n)
		return 0;
	*v = spec_item[--spec_n];
	spec_item[spec_n] = 0;
	return 1;
}

static _Bool spec_pop_front(SPEC_VALUE *v) {
	if (!spec_n)
		return 0;
	*v = spec_item[0];
	spec_n--;
	for (int i = 0; i < spec_n; i++)
		spec_item[i] = spec_item[i + 1];
	spec_item[spec_n] = 0;
	return 1;
}

static int spec_size(void) {
	return spec_n;
}

static _Bool spec_empty(void) {
	return spec_n == 0;
}
