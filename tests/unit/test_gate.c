/* The gate to memory: every kind of access passes it, once, whoever makes it.  Two engines write
 * down what they are asked: one that only looks at accesses, one that answers by scalar. */
#include "symex/memory/block.h"
#include "symex/memory/gate.h"

#include <stdarg.h>
#include <string.h>

#include "symex/config.h"
#include "symex/memory/access_log.h"
#include "symex/memory/memory.h"
#include "symex/memory/text.h"
#include "symex/symex_stats.h"
#include "tests/unit/check.h"

/* --- Engines that write down what they are asked. --- */

static struct {
	char text[1024];
	size_t n;
} asked;

static void __attribute__((format(printf, 1, 2))) note(const char *format, ...) {
	va_list list;
	va_start(list, format);
	int n = vsnprintf(asked.text + asked.n, sizeof asked.text - asked.n, format, list);
	va_end(list);
	asked.n += n > 0 ? (size_t)n : 0;
}

/* What was asked since the last call; and nothing from now on. */
static bool was_asked(const char *expected) {
	bool is_right = asked.n == strlen(expected) && !memcmp(asked.text, expected, asked.n);
	if (!is_right)
		fprintf(stderr, "asked:    %.*s\nexpected: %s\n", (int)asked.n, asked.text, expected);
	asked.n = 0;
	return is_right;
}

/* "read 1[4+2]": two bytes at offset 4 of object 1. */
static void note_access(struct symex *x, const char *what, const struct access *a) {
	uint64_t at;
	note("%s %u", what, a->object);
	if (a->offset.ix && term_get_u64(x->ts, a->offset, &at))
		note("[%u+%u]", (unsigned)at, a->bytes);
	else if (a->offset.ix)
		note("[?+%u]", a->bytes);
	note("; ");
}

static void note_any(struct symex *x, struct state *st, const struct access *a) {
	const char *name[] = {[ACCESS_READ] = "sees read",
	                      [ACCESS_WRITE] = "sees write",
	                      [ACCESS_EXISTENCE] = "sees existence"};
	(void)st;
	note_access(x, a->ends ? "sees end" : name[a->kind], a);
}

static term answer_read(struct symex *x, struct state *st, const struct access *a,
                        bool is_pointer) {
	(void)st;
	note_access(x, is_pointer ? "read pointer" : "read", a);
	return is_pointer ? NO_TERM : term_u64(x->ts, a->bytes * 8, 7);
}

static bool answer_write(struct symex *x, struct state *st, const struct access *a, term value) {
	(void)st, (void)value;
	note_access(x, "write", a);
	return true;
}

static term answer_is_ended(struct symex *x, struct state *st, uint32_t object, term own) {
	(void)x, (void)st;
	note("ended? %u; ", object);
	return own;
}

static bool answer_holds_pointer(struct symex *x, uint32_t object, uint64_t offset) {
	(void)x;
	note("pointer? %u[%u]; ", object, (unsigned)offset);
	return false;
}

static void note_fence(struct symex *x, struct state *st, enum mem_order order) {
	(void)x, (void)st;
	note("fence %d; ", order == MEM_ACQUIRE);
}

static uint32_t choose(struct symex *x, struct state *st, enum choice_kind kind) {
	(void)x, (void)st, (void)kind;
	return 99;
}

static const struct engine looks = {
    .name = "looks",
    .memory = {.access = note_any},
    .choices = {.choice = choose},
};
static const struct engine answers = {
    .name = "answers",
    .memory = {.by_scalar = true,
               .access = note_any,
               .read = answer_read,
               .write = answer_write,
               .is_ended = answer_is_ended,
               .holds_pointer = answer_holds_pointer,
               .fence = note_fence},
    .choices = {.choice = choose},
};
static const struct engine silent = {.name = "silent"};

/* --- Two objects of 8 bytes each, and pointers to them. --- */

static struct symex_stats stats;
static struct symex_config config;

struct memory {
	struct symex x;
	struct state st;
	term first, second; /* pointers to the objects 1 and 2 */
	term n, c;          /* a length and a condition that are not known */
};

static uint32_t add_object(struct memory *m, uint64_t size) {
	struct object o = {.kind = OBJECT_HEAP, .size = term_u64(m->x.ts, 32, size), .align = 4};
	uint32_t id = memory_object(&m->x, o);
	memory_put(&m->x, &m->st, id, memory_zero(&m->x));
	return id;
}

static term at(struct memory *m, uint32_t object, uint64_t offset) {
	return ptr_make(&m->x, object, term_u64(m->x.ts, 32, offset));
}

static void open_memory(struct memory *m, const struct engine *engine) {
	*m = (struct memory){.x = {.config = &config, .stats = &stats, .engine = engine}};
	m->x.ts = terms_open();
	m->x.address.cache = ptr_cache_open();
	m->x.address_bits = 32;
	m->x.pointer_bits = 32 + POINTER_OBJECT_BITS;
	m->x.pool = (struct pmap_pool){.arena = arena_open(), .epoch = 1};
	struct object null = {.size = term_u64(m->x.ts, 32, 0), .align = 1};
	vec_push(&m->x.object, null);
	m->first = at(m, add_object(m, 8), 0);
	m->second = at(m, add_object(m, 8), 0);
	m->n = term_var(m->x.ts, sort_bv(32), "n");
	m->c = term_var(m->x.ts, sort_bool(), "c");
	asked.n = 0;
}

static void close_memory(struct memory *m) {
	symex_free(&m->x);
	mem_free(m->x.address.cache);
	terms_close(m->x.ts);
}

static const struct scalar word = {4, false}, address = {4, true};

static term constant(struct memory *m, uint32_t width, uint64_t value) {
	return term_u64(m->x.ts, width, value);
}

/* --- Scalars. --- */

static void test_scalars(void) {
	struct memory m;
	open_memory(&m, &looks);
	term p = at(&m, 1, 4), either = term_ite(m.x.ts, m.c, m.first, m.second);
	memory_write(&m.x, &m.st, p, word, constant(&m, 32, 5));
	CHECK(was_asked("sees write 1[4+4]; "));
	CHECK(term_eq(memory_read(&m.x, &m.st, p, word), constant(&m, 32, 5)));
	CHECK(was_asked("sees read 1[4+4]; "));
	memory_read(&m.x, &m.st, either, word);
	CHECK(was_asked("sees read 1[0+4]; sees read 2[0+4]; "));
	memory_write(&m.x, &m.st, either, word, constant(&m, 32, 5));
	CHECK(was_asked("sees write 1[0+4]; sees write 2[0+4]; "));
	close_memory(&m);
	open_memory(&m, &answers);
	p = at(&m, 1, 4);
	CHECK(term_eq(memory_read(&m.x, &m.st, p, word), constant(&m, 32, 7)));
	CHECK(was_asked("ended? 1; sees read 1[4+4]; read 1[4+4]; "));
	memory_write(&m.x, &m.st, p, word, constant(&m, 32, 5));
	CHECK(was_asked("ended? 1; sees write 1[4+4]; write 1[4+4]; "));
	/* It has no answer: the state's memory, which it kept from being written. */
	CHECK(term_eq(memory_read(&m.x, &m.st, p, address), ptr_null(&m.x)));
	CHECK(was_asked("ended? 1; sees read 1[4+4]; read pointer 1[4+4]; "));
	close_memory(&m);
}

/* Constant offsets have a shortcut, unless the engine answers. */
static void test_known(void) {
	struct memory m;
	struct value value = {0};
	open_memory(&m, &looks);
	CHECK(memory_read_known(&m.x, &m.st, 1, 4, word, &value) && was_asked("sees read 1[4+4]; "));
	CHECK(memory_write_known(&m.x, &m.st, 2, 0, word, &value) && was_asked("sees write 2[0+4]; "));
	CHECK(!memory_read_known(&m.x, &m.st, 1, 8, word, &value) && was_asked(""));
	close_memory(&m);
	open_memory(&m, &answers);
	CHECK(!memory_read_known(&m.x, &m.st, 1, 4, word, &value) && was_asked(""));
	CHECK(!memory_write_known(&m.x, &m.st, 1, 4, word, &value) && was_asked(""));
	close_memory(&m);
	open_memory(&m, &silent);
	CHECK(memory_read_known(&m.x, &m.st, 1, 4, word, &value) && was_asked(""));
	close_memory(&m);
}

/* An invalid access is seen, and not answered. */
static void test_invalid(void) {
	struct memory m;
	open_memory(&m, &answers);
	memory_read(&m.x, &m.st, at(&m, 1, 8), word);
	CHECK(was_asked("ended? 1; sees read 1[8+4]; "));
	memory_write(&m.x, &m.st, at(&m, 1, 6), word, constant(&m, 32, 5));
	CHECK(was_asked("ended? 1; sees write 1[6+4]; "));
	memory_end(&m.x, &m.st, m.first);
	CHECK(was_asked("sees end 1; "));
	memory_read(&m.x, &m.st, m.first, word);
	CHECK(was_asked("ended? 1; sees read 1[0+4]; "));
	close_memory(&m);
}

/* --- Blocks. --- */

static void test_copies(void) {
	struct memory m;
	open_memory(&m, &looks);
	memory_copy(&m.x, &m.st, m.second, m.first, 8);
	CHECK(was_asked("sees write 2; sees read 1; "));
	memory_copy(&m.x, &m.st, m.second, m.first, 4);
	CHECK(was_asked("sees read 1[0+4]; sees write 2[0+4]; "));
	memory_set(&m.x, &m.st, m.first, constant(&m, 8, 0), 8);
	CHECK(was_asked("sees write 1; "));
	memory_havoc(&m.x, &m.st, 2, m.c, CHOICE_INPUT);
	CHECK(was_asked("sees write 2; "));
	close_memory(&m);
	open_memory(&m, &answers);
	memory_copy(&m.x, &m.st, m.second, m.first, 8);
	CHECK(was_asked("pointer? 1[0]; ended? 1; sees read 1[0+8]; read 1[0+8]; "
	                "ended? 2; sees write 2[0+8]; write 2[0+8]; "));
	memory_set(&m.x, &m.st, m.first, constant(&m, 8, 0), 8);
	CHECK(was_asked("ended? 1; sees write 1[0+8]; write 1[0+8]; "));
	memory_havoc(&m.x, &m.st, 2, m.c, CHOICE_INPUT);
	CHECK(was_asked("sees write 2; "));
	close_memory(&m);
}

/* A block of symbolic length is one access to each object when it is copied; what is read of it
 * later is one read of the copy, and none of the source. */
static void test_lazy_copies(void) {
	struct memory m;
	open_memory(&m, &looks);
	block_copy(&m.x, &m.st, m.second, m.first, m.n);
	CHECK(was_asked("sees read 1; sees write 2; "));
	block_set(&m.x, &m.st, m.first, constant(&m, 8, 1), m.n);
	CHECK(was_asked("sees write 1; "));
	memory_read(&m.x, &m.st, m.second, word);
	CHECK(was_asked("sees read 2[0+4]; "));
	close_memory(&m);
	open_memory(&m, &answers);
	block_copy(&m.x, &m.st, m.second, m.first, m.n);
	CHECK(was_asked("sees read 1; sees write 2; "));
	memory_read(&m.x, &m.st, m.second, word);
	CHECK(was_asked("ended? 2; sees read 2[0+4]; read 2[0+4]; "));
	close_memory(&m);
}

static void test_strings(void) {
	struct memory m;
	open_memory(&m, &looks);
	struct scalar byte = {1, false};
	struct pointee p = {term_true(m.x.ts), 1, constant(&m, 32, 0)};
	term most = constant(&m, 32, 1000);
	memory_write(&m.x, &m.st, m.first, byte, constant(&m, 8, 'a'));
	asked.n = 0;
	CHECK(term_is_true(m.x.ts, text_ends(&m.x, &m.st, &p, most)));
	CHECK(was_asked("sees read 1[0+1]; sees read 1[1+1]; sees existence 1; "));
	m.x.engine = &answers;
	most = constant(&m, 32, 2);
	CHECK(term_is_true(m.x.ts, text_ends(&m.x, &m.st, &p, most)));
	CHECK(was_asked("sees read 1[0+1]; read 1[0+1]; sees read 1[1+1]; read 1[1+1]; "
	                "sees existence 1; ended? 1; "));
	close_memory(&m);
}

/* --- Lifetimes, fences, the log. --- */

static void test_lifetimes(void) {
	struct memory m;
	open_memory(&m, &answers);
	CHECK(term_is_true(m.x.ts, gate_exists(&m.x, &m.st, 1)));
	CHECK(was_asked("sees existence 1; ended? 1; "));
	memory_end(&m.x, &m.st, term_ite(m.x.ts, m.c, m.first, m.second));
	CHECK(was_asked("sees end 1; sees end 2; "));
	CHECK(term_eq(gate_exists(&m.x, &m.st, 2), m.c));
	CHECK(was_asked("sees existence 2; ended? 2; "));
	gate_fence(&m.x, &m.st, MEM_ACQUIRE);
	CHECK(was_asked("fence 1; "));
	close_memory(&m);
}

static bool is_logged(const struct access_log *log, size_t n, uint32_t object, uint32_t from,
                      enum span_use use) {
	const struct span *last = log->at.n ? &log->at.at[log->at.n - 1] : NULL;
	return log->at.n == n && last && last->object == object && last->from == from &&
	       last->use == use;
}

/* The gate writes the log, whatever the engine. */
static void test_log(void) {
	struct memory m;
	struct access_log log = {.record = true};
	open_memory(&m, &silent);
	m.x.log = &log;
	memory_read(&m.x, &m.st, at(&m, 1, 4), word);
	CHECK(is_logged(&log, 1, 1, 4, SPAN_READ));
	memory_write(&m.x, &m.st, m.second, word, constant(&m, 32, 5));
	CHECK(is_logged(&log, 2, 2, 0, SPAN_WRITE) && log.at.at[1].to == 4);
	gate_exists(&m.x, &m.st, 1);
	CHECK(is_logged(&log, 3, 1, UINT32_MAX - 1, SPAN_READ));
	memory_end(&m.x, &m.st, m.first);
	CHECK(is_logged(&log, 4, 1, 0, SPAN_WRITE) && log.at.at[3].to == UINT32_MAX);
	bool record = access_pause(&m.x);
	m.x.engine = &looks;
	memory_read(&m.x, &m.st, at(&m, 2, 4), word);
	CHECK(log.at.n == 4 && was_asked("sees read 2[4+4]; "));
	access_resume(&m.x, record);
	CHECK(access_is_logged(&m.x));
	vec_free(&log.at);
	close_memory(&m);
}

int main(void) {
	test_scalars();
	test_known();
	test_invalid();
	test_copies();
	test_lazy_copies();
	test_strings();
	test_lifetimes();
	test_log();
	return check_done("gate");
}
