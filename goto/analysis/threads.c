#include "goto/analysis/threads.h"

/* Is the instruction between the ends of a backward jump?  Then it may run again. */
static bool is_in_loop(const struct function *f, uint32_t at) {
	for (uint32_t i = at; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && f->ins.at[i].target <= at)
			return true;
	return false;
}

static bool *find_repeated(const struct points_to *pt, const struct pt_edge *edge, size_t n) {
	bool *again = mem_alloc((n + 1) * sizeof *again);
	for (size_t i = 0; i < n; i++)
		again[i] = is_in_loop(pt->instance.at[edge[i].caller].function, edge[i].ins);
	return again;
}

static void add_times(const struct threads *t, const struct pt_edge *edge, size_t n,
                      const bool *again, uint8_t *times) {
	for (size_t i = 0; i < n; i++) {
		uint8_t caller = t->run[edge[i].caller].times, *to = &times[edge[i].callee];
		uint8_t more = again[i] && caller ? 2 : caller;
		*to = (uint8_t)(*to + more < 2 ? *to + more : 2);
	}
}

static void count_times(struct threads *t, const struct points_to *pt, const bool *repeated) {
	bool *again = find_repeated(pt, pt->call.at, pt->call.n);
	uint8_t *times = mem_alloc(t->n + 1);
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < t->n; i++)
			times[i] = i == pt->init || i == pt->entry;
		add_times(t, pt->call.at, pt->call.n, again, times);
		add_times(t, pt->spawn.at, pt->spawn.n, repeated, times);
		for (size_t i = 0; i < t->n; i++)
			if (times[i] > t->run[i].times) {
				t->run[i].times = times[i];
				changed = true;
			}
	}
	mem_free(times);
	mem_free(again);
}

/* From callers to callees: who runs them.  From callees to callers: who makes threads. */
static bool pass_on(struct instance_runs *caller, struct instance_runs *callee) {
	uint32_t others = thread_join(callee->others, caller->others);
	bool changed = others != callee->others || (caller->in_main && !callee->in_main) ||
	               (callee->makes && !caller->makes);
	callee->others = others;
	callee->in_main |= caller->in_main;
	caller->makes |= callee->makes;
	return changed;
}

static void find_runners(struct threads *t, const struct points_to *pt, const bool *repeated) {
	for (size_t i = 0; i < pt->spawn.n; i++) {
		const struct pt_edge *e = &pt->spawn.at[i];
		bool many = repeated[i] || t->run[e->caller].times > 1;
		uint32_t class = many ? THREAD_MANY : THREAD_MAIN + 1 + (uint32_t)i;
		t->run[e->callee].others = thread_join(t->run[e->callee].others, class);
		t->run[e->caller].makes = true;
	}
	for (size_t i = 0; i < t->n && pt->prog->interrupt.function; i++)
		if (pt->instance.at[i].function == pt->prog->interrupt.function)
			t->run[i].others = THREAD_MANY; /* handlers count as threads of their own */
	if (pt->init != NO_INSTANCE)
		t->run[pt->init].in_main = true;
	if (pt->entry != NO_INSTANCE)
		t->run[pt->entry].in_main = true;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < pt->call.n; i++)
			changed |= pass_on(&t->run[pt->call.at[i].caller], &t->run[pt->call.at[i].callee]);
	}
}

/* Marks what may run after instruction 'at'.  The end of the function always may: where no path
 * leads to it, the thread may still end in a call, and then the variables of the function end. */
static void flood(const struct function *f, uint32_t at, uint8_t *late) {
	VEC(uint32_t) todo = {0};
	late[at] |= LATE_AFTER;
	vec_push(&todo, (uint32_t)f->ins.n - 1);
	vec_push(&todo, at + 1);
	while (todo.n) {
		uint32_t i = vec_pop(&todo);
		if (i >= f->ins.n || late[i] & LATE_BEFORE)
			continue;
		late[i] |= LATE_BEFORE;
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_GOTO)
			vec_push(&todo, in->target);
		if (in->kind == INS_RETURN)
			vec_push(&todo, (uint32_t)f->ins.n - 1);
		else if (in->kind != INS_GOTO || in->rhs)
			vec_push(&todo, i + 1);
	}
	vec_free(&todo);
}

static void flood_after(struct threads *t, const struct points_to *pt, const struct pt_edge *e) {
	struct instance_runs *run = &t->run[e->caller];
	const struct function *f = pt->instance.at[e->caller].function;
	if (!run->in_main)
		return;
	if (!run->late)
		run->late = mem_alloc(f->ins.n * sizeof *run->late);
	flood(f, e->ins, run->late);
}

static void find_late(struct threads *t, const struct points_to *pt) {
	for (size_t i = 0; i < pt->spawn.n; i++)
		flood_after(t, pt, &pt->spawn.at[i]);
	for (size_t i = 0; i < pt->call.n; i++)
		if (t->run[pt->call.at[i].callee].makes)
			flood_after(t, pt, &pt->call.at[i]);
	if (pt->init != NO_INSTANCE && pt->entry != NO_INSTANCE)
		t->run[pt->entry].is_late = t->run[pt->init].makes;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < pt->call.n; i++) {
			const struct pt_edge *e = &pt->call.at[i];
			const struct instance_runs *from = &t->run[e->caller];
			bool late = from->in_main &&
			            (from->is_late || (from->late && from->late[e->ins] & LATE_BEFORE));
			changed |= late && !t->run[e->callee].is_late;
			t->run[e->callee].is_late |= late;
		}
	}
}

void threads_open(struct threads *t, const struct points_to *pt) {
	bool *repeated = find_repeated(pt, pt->spawn.at, pt->spawn.n);
	t->n = pt->instance.n;
	t->run = mem_alloc((t->n + 1) * sizeof *t->run);
	count_times(t, pt, repeated);
	find_runners(t, pt, repeated);
	find_late(t, pt);
	mem_free(repeated);
}

void threads_close(struct threads *t) {
	for (size_t i = 0; i < t->n; i++)
		mem_free(t->run[i].late);
	mem_free(t->run);
	*t = (struct threads){0};
}

uint32_t threads_all(const struct threads *t, uint32_t instance) {
	const struct instance_runs *run = &t->run[instance];
	return thread_join(run->others, run->in_main ? THREAD_MAIN : THREAD_NONE);
}

uint32_t threads_late(const struct threads *t, uint32_t instance, uint32_t ins) {
	const struct instance_runs *run = &t->run[instance];
	bool late = run->in_main && (run->is_late || (run->late && run->late[ins]));
	return thread_join(run->others, late ? THREAD_MAIN : THREAD_NONE);
}
