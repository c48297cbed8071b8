/* The graph of an execution: it comes whole from one process to another; cycles and orders. */
#include "result/execution.h"

#include <string.h>

#include "result/pairs.h"
#include "result/transfer.h"
#include "tests/unit/check.h"

static struct execution_event event(enum execution_kind kind, uint32_t thread, const char *name) {
	return (struct execution_event){.kind = kind,
	                                .thread = thread,
	                                .name = name,
	                                .value = "1",
	                                .function = "f",
	                                .order = ORDER_RELAXED,
	                                .other = EXECUTION_NONE,
	                                .loc = {"a.c", 3, 4}};
}

static void fill(struct execution *x) {
	execution_init(x, EXECUTION_TSO);
	struct execution_event w = event(EXECUTION_WRITE, 1, "x");
	struct execution_write to = {.at = {7, 4, 8}, .place = 5, .releases = true};
	vec_push(&w.written, to);
	w.releases = true;
	execution_add(x, w);
	struct execution_event r = event(EXECUTION_RMW, 2, "x");
	struct execution_read from = {
	    .at = {7, 4, 8}, .source = 0, .is_forwarded = true, .acquires = true};
	vec_push(&r.read, from);
	r.written_value = "2";
	r.library = "pthread_mutex_lock";
	r.success_order = ORDER_SEQ_CST;
	r.is_failed = true;
	execution_add(x, r);
	execution_add(x, event(EXECUTION_FENCE, 1, NULL));
	x->event.at[0].in_memory = 9;
	x->raced[0] = 0;
	x->raced[1] = 1;
}

static void check_same(const struct execution *x) {
	CHECK(x->model == EXECUTION_TSO && x->event.n == 3 && x->raced[0] == 0 && x->raced[1] == 1);
	const struct execution_event *w = &x->event.at[0], *r = &x->event.at[1];
	CHECK(w->kind == EXECUTION_WRITE && w->thread == 1 && w->index == 0 && w->releases);
	CHECK(w->written.n == 1 && w->written.at[0].at.object == 7 && w->written.at[0].at.from == 4);
	CHECK(w->written.at[0].at.n == 8 && w->written.at[0].place == 5 && w->written.at[0].releases);
	CHECK(w->issued == 0 && w->in_memory == 9 && execution_is_buffered(w));
	CHECK(!strcmp(w->name, "x") && !strcmp(w->value, "1") && !strcmp(w->function, "f"));
	CHECK(!strcmp(w->loc.file, "a.c") && w->loc.line == 3 && w->loc.col == 4);
	CHECK(r->read.n == 1 && r->read.at[0].source == 0 && r->read.at[0].is_forwarded);
	CHECK(r->read.at[0].acquires && !strcmp(r->written_value, "2"));
	CHECK(!strcmp(r->library, "pthread_mutex_lock") && r->success_order == ORDER_SEQ_CST);
	CHECK(r->is_failed && !r->acquires && r->other == EXECUTION_NONE && r->issued == 1);
	CHECK(x->event.at[2].index == 1 && !x->event.at[2].name);
}

static void test_transfer(void) {
	struct result *from = result_open(), *to = result_open();
	struct property_result p = {.status = PROPERTY_VIOLATED,
	                            .cex = arena_new(from->arena, struct cex)};
	p.cex->execution = arena_new(from->arena, struct execution);
	fill(p.cex->execution);
	check_same(p.cex->execution);
	vec_push(&from->property, p);
	byte_vec bytes = {0};
	transfer_write(&bytes, from);
	CHECK(transfer_read(bytes.at, bytes.n, to));
	CHECK(to->property.n == 1 && to->property.at[0].cex->execution);
	check_same(to->property.at[0].cex->execution);
	for (size_t n = 0; n < bytes.n; n += 7) {
		struct result *part = result_open();
		CHECK(!transfer_read(bytes.at, n, part));
		result_close(part);
	}
	vec_free(&bytes);
	result_close(from);
	result_close(to);
}

static void test_cycles(void) {
	struct pairs p = pairs_open(70);
	uint32_t cycle[71];
	pairs_add(&p, 1, 65);
	pairs_add(&p, 65, 2);
	CHECK(pairs_cycle(&p, cycle) == 0);
	pairs_add(&p, 2, 3);
	pairs_add(&p, 3, 1);
	CHECK(pairs_cycle(&p, cycle) == 4 && cycle[0] == cycle[4]);
	pairs_add(&p, 2, 1); /* a shorter one */
	CHECK(pairs_cycle(&p, cycle) == 3 && cycle[0] == cycle[3]);
	for (unsigned i = 0; i < 3; i++)
		CHECK(pairs_has(&p, cycle[i], cycle[i + 1]));
	CHECK(pairs_reflexive(&p) == EXECUTION_NONE);
	pairs_close_transitively(&p);
	CHECK(pairs_has(&p, 65, 65) && !pairs_has(&p, 4, 4));
	pairs_close(&p);
}

int main(void) {
	test_transfer();
	test_cycles();
	return check_done("execution");
}
