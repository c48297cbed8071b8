/* Keys, each at most once, in ascending order, so that equal sets are equal in memory. */
static SPEC_KEY spec_item[SPEC_ROOM];
static int spec_n;

static int spec_find(SPEC_KEY k) {
	int i = 0;
	while (i < spec_n && SPEC_LESS(spec_item[i], k))
		i++;
	return i;
}

static _Bool spec_contains(SPEC_KEY k) {
	int i = spec_find(k);
	return i < spec_n && spec_item[i] == k;
}

static _Bool spec_add(SPEC_KEY k) {
	int at = spec_find(k);
	if (spec_contains(k) || spec_n == SPEC_CAPACITY)
		return 0;
	for (int i = spec_n++; i > at; i--)
		spec_item[i] = spec_item[i - 1];
	spec_item[at] = k;
	return 1;
}

static _Bool spec_remove(SPEC_KEY k) {
	if (!spec_contains(k))
		return 0;
	spec_n--;
	for (int i = spec_find(k); i < spec_n; i++)
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
