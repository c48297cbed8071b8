/* main.h -- the threads of client.h. */
static void *client(void *none) {
	(void)none;
#ifdef CALLS
	for (int k = 0; k < CALLS; k++) {
#else
	for (;;) {
#endif
		int op = __mt_op((1ull << OPERATIONS) - 1);
		if (op < 0)
			return NULL;
		call(op);
	}
	return NULL;
}

int main(void) {
	pthread_t thread;
	prepare();
	__mt_begin();
#ifdef N
	for (int i = 0; i < N; i++)
		pthread_create(&thread, NULL, client, NULL);
#else
	while (__VERIFIER_nondet_bool())
		pthread_create(&thread, NULL, client, NULL);
#endif
	return 0;
}
