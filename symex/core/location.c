#include "symex/core/location.h"

#include "symex/core/canon.h"
#include "symex/core/naming.h"
#include "symex/core/iterations.h"

struct locations {
	struct canon *canon;
	struct map frame;  /* number -> struct frame * */
	struct map thread; /* location of creation -> number */
	uint32_t threads;
};

struct locations *locations_open(void) {
	struct locations *p = mem_alloc(sizeof *p);
	*p = (struct locations){.canon = canon_open(), .threads = 1};
	return p;
}

void locations_close(struct locations *p) {
	canon_close(p->canon);
	map_free(&p->frame);
	map_free(&p->thread);
	mem_free(p);
}

static bool is_inside(const struct loop *l, uint32_t pc) {
	return l->head <= pc && pc <= l->back;
}

/* The iterations of the loops around an instruction of a frame. */
static uint32_t iterations(struct locations *p, const struct state *st, const struct frame *f,
                           uint32_t pc) {
	uint32_t number = 0;
	for (uint32_t i = 0; i < f->function->loop.n; i++) {
		if (!is_inside(&f->function->loop.at[i], pc))
			continue;
		uint32_t words[] = {number, i, iterations_get(st, f, i, ITERATIONS_ALL)};
		number = canon_tuple(p->canon, words, 3);
	}
	return number;
}

uint32_t location_of(struct symex *x, const struct state *st) {
	struct locations *p = x->naming->locations;
	uint32_t words[] = {st->frame->canon, st->pc, iterations(p, st, st->frame, st->pc),
	                    st->interrupts};
	return canon_tuple(p->canon, words, 4);
}

static uint64_t reg_value(void *context, uint32_t key, uint64_t raw) {
	(void)context;
	(void)key;
	return reg_kind(raw) >= REG_COUNT ? 0 : raw;
}

uint32_t location_and_registers(struct symex *x, struct state *st) {
	struct locations *p = x->naming->locations;
	pmap_snapshot(&x->pool);
	uint32_t words[] = {location_of(x, st),
	                    canon_map(p->canon, &x->pool, &st->reg, reg_value, NULL),
	                    0,
	                    0,
	                    0,
	                    0,
	                    0};
	return canon_tuple(p->canon, words, 7);
}

struct frame *location_frame(struct symex *x, const struct state *st, struct frame *f) {
	struct locations *p = x->naming->locations;
	const struct frame *up = f->up;
	uint32_t words[] = {up ? up->canon : naming_slot(x->naming, st->tid), f->function->symbol->id,
	                    f->return_pc, up ? iterations(p, st, up, st->pc) : 0, 0};
	uint64_t known;
	f->canon = canon_tuple(p->canon, words, 5);
	if (f->is_interrupt) { /* one may follow another at the same instruction */
		uint32_t interrupt[] = {f->canon, st->interrupts, 0, 0, 0, 0, 0, 0};
		f->canon = canon_tuple(p->canon, interrupt, 8);
	}
	if (x->naming->transient)
		return f;
	/* The calls under undecided conditions are counted in a frame, but are not part of the
	 * location: a replay decides every condition. */
	uint64_t key = (uint64_t)f->symbolic_recursion << 32 | f->canon;
	if (map_get(&p->frame, key, &known))
		return (struct frame *)(uintptr_t)known;
	map_put(&p->frame, key, map_key(f));
	return f;
}

uint32_t location_thread(struct symex *x, const struct state *creator) {
	struct locations *p = x->naming->locations;
	uint32_t location = location_of(x, creator);
	uint64_t number;
	if (!map_get(&p->thread, location, &number)) {
		number = p->threads++;
		map_put(&p->thread, location, number);
	}
	return (uint32_t)number;
}

uint32_t location_list(struct symex *x, uint32_t rest, uint32_t tid, uint32_t location) {
	uint32_t words[] = {rest, tid, location, 0, 0, 0};
	return canon_tuple(x->naming->locations->canon, words, 6);
}

static int by_loops(const struct state *a, const struct state *b, const struct frame *f,
                    uint32_t pa, uint32_t pb) {
	/* Outer loops first; an outer loop has more instructions than a loop inside it. */
	const struct function *fn = f->function;
	uint32_t size = UINT32_MAX;
	for (;;) {
		uint32_t best = UINT32_MAX, found = 0;
		for (uint32_t i = 0; i < fn->loop.n; i++) {
			const struct loop *l = &fn->loop.at[i];
			uint32_t n = l->back - l->head + 1;
			if (is_inside(l, pa) && is_inside(l, pb) && n < size && n > found) {
				best = i;
				found = n;
			}
		}
		if (best == UINT32_MAX)
			return 0;
		size = found;
		uint32_t ra = iterations_get(a, f, best, ITERATIONS_ALL),
		         rb = iterations_get(b, f, best, ITERATIONS_ALL);
		if (ra != rb)
			return ra < rb ? -1 : 1;
	}
}

int location_compare(const struct state *a, const struct state *b) {
	const struct frame *fa = a->frame, *fb = b->frame;
	uint32_t pa = a->pc, pb = b->pc;
	bool in_a = false, in_b = false; /* in a signal handler, which runs before the instruction */
	if (a->interrupts != b->interrupts)
		return a->interrupts < b->interrupts ? -1 : 1;
	while (fa != fb) {
		bool up_a = fa->depth >= fb->depth, up_b = fb->depth >= fa->depth;
		if (up_a) {
			pa = frame_call_pc(fa);
			in_a = fa->is_interrupt;
			fa = fa->up;
		}
		if (up_b) {
			pb = frame_call_pc(fb);
			in_b = fb->is_interrupt;
			fb = fb->up;
		}
	}
	int order = fa && fa->function->loop.n ? by_loops(a, b, fa, pa, pb) : 0;
	if (order)
		return order;
	if (pa != pb)
		return pa < pb ? -1 : 1;
	if (in_a != in_b)
		return in_a ? -1 : 1;
	/* One is in a call that the other is about to make, or they are in different callees. */
	if (a->frame->depth != b->frame->depth)
		return a->frame->depth < b->frame->depth ? -1 : 1;
	return a->frame == b->frame ? 0 : a->frame->canon < b->frame->canon ? -1 : 1;
}
