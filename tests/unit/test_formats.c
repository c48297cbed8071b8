/* Records as no run makes them: empty ones, ones full of nothing, and random ones.  No format may
 * crash, and what it writes is read by others' parsers. */
#include <stdlib.h>
#include <string.h>

#include "report/files/dot.h"
#include "report/files/junit.h"
#include "report/files/sarif.h"
#include "report/html/html.h"
#include "report/json/json.h"
#include "report/text/github.h"
#include "result/cause.h"
#include "result/fix.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/text/lines.h"

#define ITERATIONS 300

static const char *const texts[] = {
    NULL,  "",     "x",         "main",     "a[3]",  "&m",   "\x01\xff<&>\"'\n\r\t%,:",
    "]]>", "\\[(", "</script>", "\xc3\xa4", "mutex", "join", "condition"};

/* What is drawn in one initialiser below is drawn in its order by gcc and by clang; C leaves it
 * open. */
static const char *any_text(void) {
	return texts[(size_t)rand() % (sizeof texts / sizeof *texts)];
}

static const char *some_text(void) {
	const char *text = any_text();
	return text ? text : "text";
}

static struct loc any_loc(void) {
	static const char *const files[] = {NULL, "a.c", "/b/c.c", "../d.c", "a b\xff.c", "<stdin>"};
	struct loc loc = {.file = files[rand() % 6]};
	loc.line = (uint32_t)(rand() % 3);
	loc.col = (uint32_t)(rand() % 3);
	return loc;
}

static uint32_t any_thread(void) {
	static const uint32_t threads[] = {0, 1, 2, 7};
	return threads[rand() % 4];
}

static uint32_t thread_or_none(void) {
	return rand() % 4 ? any_thread() : NO_THREAD;
}

static void fill_steps(struct cex *c, int n) {
	for (int i = 0; i < n; i++) {
		struct step s = {.kind = (enum step_kind)(rand() % (STEP_FLUSH + 1))};
		s.thread = c->thread.n ? (uint32_t)rand() % (uint32_t)c->thread.n : 0;
		s.loc = any_loc();
		s.function = any_text();
		s.lhs = any_text();
		s.value = any_text();
		s.text = any_text();
		s.call = some_text();
		s.nargs = c->thread.n != 0;
		s.arg = &c->thread.at->name;
		s.before = any_text();
		s.in_model = rand() % 3 == 0;
		s.unmodelled = rand() % 3 == 0;
		s.typed = rand() % 3 == 0;
		s.guessed = rand() % 3 == 0;
		s.shared = rand() % 2;
		s.other = thread_or_none();
		vec_push(&c->step, s);
	}
}

static void fill_guesses(struct cex *c) {
	for (int i = rand() % 4 - 1; i > 0; i--) {
		struct guess g = {(enum guess_kind)(rand() % (GUESS_NO_LOCK + 1)), some_text(), some_text(),
		                  any_loc(), any_thread()};
		vec_push(&c->guess, g);
	}
}

static void fill_conflict(struct cex *c) {
	fill_guesses(c);
	for (int i = rand() % 3; i > 0; i--) {
		struct cex_wait w = {any_thread(),     any_text(), any_text(),
		                     thread_or_none(), any_loc(),  rand() % 2};
		struct cex_hold h = {any_thread(), any_text(), any_text(), any_loc()};
		struct cex_order o = {h, h};
		struct cex_access a = {.thread = any_thread(), .lvalue = any_text(), .loc = any_loc()};
		struct cex_frame f = {any_text(), any_loc()};
		vec_push(&a.stack, f);
		vec_push(&c->wait, w);
		vec_push(&c->hold, h);
		vec_push(&c->order, o);
		vec_push(&c->access, a);
	}
}

static void fill_history(struct result *r, struct cex *c) {
	struct history *h = c->history = arena_new(r->arena, struct history);
	h->specification = any_text();
	h->asked = some_text();
	h->sentence = any_text();
	h->are_all = rand() % 2;
	for (int i = rand() % 4; i > 0; i--) {
		struct history_call call = {
		    any_thread(),         some_text(),          some_text(), any_text(), 0, 0,
		    (uint32_t)rand() % 4, (uint32_t)rand() % 4, rand() % 2,  rand() % 2};
		vec_push(&h->call, call);
	}
	for (int i = h->call.n ? rand() % 3 : 0; i > 0; i--) {
		struct history_try t = {.expected = any_text()};
		for (size_t k = 0; k < h->call.n; k++)
			vec_push(&t.call, (uint32_t)k);
		vec_push(&h->tries, t);
	}
}

static struct cex *make_cex(struct result *r) {
	struct cex *c = arena_new(r->arena, struct cex);
	static const char *const names[] = {"main", "T1", "T2"};
	for (int i = 0, n = 1 + rand() % 3; i < n; i++) {
		struct cex_thread t = {names[i], any_text(), any_loc()};
		vec_push(&c->thread, t);
	}
	fill_steps(c, rand() % 12);
	fill_conflict(c);
	if (rand() % 3 == 0)
		fill_history(r, c);
	if (rand() % 3 == 0)
		c->loop = (uint32_t)rand() % 14;
	return c;
}

static struct cause_event any_event(void) {
	struct cause_event e = {.kind = (enum cause_event_kind)(rand() % CAUSE_EVENT_KIND_N)};
	e.thread = thread_or_none();
	e.step = rand() % 2 ? NO_CAUSE_STEP : (uint32_t)rand() % 4;
	e.loc = any_loc();
	e.function = any_text();
	e.object = any_text();
	e.what = any_text();
	e.value = any_text();
	e.taken = rand() % 2;
	e.late = rand() % 3 == 0;
	for (int i = rand() % 3; i > 0; i--) {
		struct cause_lock lock = {.object = any_text()};
		lock.loc = any_loc();
		vec_push(&e.held, lock);
	}
	return e;
}

static struct cause *make_cause(struct result *r) {
	struct cause *c = arena_new(r->arena, struct cause);
	c->class = (enum cause_class)(rand() % CAUSE_CLASS_N);
	c->kind = (enum cause_kind)(rand() % CAUSE_KIND_N);
	c->also = rand() % 3 ? CAUSE_ORDER : CAUSE_WRONG_LOCK;
	for (int i = rand() % 3; i > 0; i--) {
		struct cause_fact f = {.type = (enum cause_fact_type)(rand() % FACT_TYPE_N)};
		f.first = any_event();
		f.second = any_event();
		f.other = any_text();
		vec_push(&c->fact, f);
	}
	for (int i = rand() % 6; i > 0; i--) {
		struct cause_event e = any_event();
		vec_push(&c->role, e);
	}
	c->point = any_event();
	return c;
}

/* Bytes of files that there are not, for properties that there may not be. */
static void fill_fixes(struct result *r) {
	r->fixes = arena_new(r->arena, struct fixes);
	r->fixes->note = any_text();
	for (int i = rand() % 3; i > 0; i--) {
		struct fix f = {.property = (uint32_t)rand() % 4};
		f.what = some_text();
		f.diff = some_text();
		f.verified = some_text();
		for (int k = rand() % 3; k > 0; k--) {
			struct source_edit e = {rand() % 2 ? __FILE__ : "gone.c", (size_t)rand() % 50,
			                        (size_t)rand() % 9, some_text()};
			vec_push(&f.edit, e);
		}
		vec_push(&r->fixes->fix, f);
	}
}

static void fill_needs(struct result *r) {
	r->needs = arena_new(r->arena, struct needs);
	r->needs->remark = any_text();
	r->needs->warning = any_text();
	for (int i = rand() % 3; i > 0; i--) {
		struct need n = {.kind = (enum need_kind)(rand() % NEED_KIND_N)};
		n.outcome = (enum need_outcome)(rand() % NEED_OUTCOME_N);
		n.n = 1 + (size_t)rand() % 3;
		n.at = arena_array(r->arena, struct need_place, n.n);
		for (size_t k = 0; k < n.n; k++)
			n.at[k].loc = any_loc();
		n.object = any_text();
		n.second = any_text();
		n.violation = some_text();
		n.class_name = some_text();
		n.cause = any_text();
		n.reason = any_text();
		vec_push(&r->needs->at, n);
	}
}

static void fill_properties(struct result *r) {
	for (int i = rand() % 4; i > 0; i--) {
		struct property_result p = {.id = some_text(),
		                            .class_name = rand() % 2 ? "race" : some_text(),
		                            .text = some_text(),
		                            .function = any_text(),
		                            .loc = any_loc(),
		                            .status = (enum property_status)(rand() % 4),
		                            .in_model = rand() % 4 == 0};
		if (p.status == PROPERTY_VIOLATED && rand() % 4)
			p.cex = make_cex(r);
		if (p.status == PROPERTY_VIOLATED && rand() % 4)
			p.cause = make_cause(r);
		if (p.status == PROPERTY_VIOLATED && r->violated == NO_PROPERTY)
			r->violated = (uint32_t)r->property.n;
		vec_push(&r->property, p);
	}
	r->verdict = r->violated != NO_PROPERTY ? VERDICT_UNSAFE
	             : rand() % 2               ? VERDICT_SAFE
	                                        : VERDICT_UNKNOWN;
}

static const char **any_texts(struct result *r, uint32_t *n) {
	const char **at = arena_array(r->arena, const char *, 4);
	*n = (uint32_t)rand() % 4;
	for (uint32_t i = 0; i < *n; i++)
		at[i] = any_text();
	return at;
}

static void fill_proof(struct result *r) {
	r->proof = arena_new(r->arena, struct proof);
	r->proof->method = any_text();
	for (int i = rand() % 5; i > 0; i--) {
		struct proof_place p = {
		    .function = any_text(), .thread = any_text(), .loc = any_loc(), .only_one = rand() % 2};
		p.holds = any_texts(r, &p.nholds);
		vec_push(&r->proof->place, p);
		struct proof_pair q = {.a = (uint32_t)rand() % 5, .b = 4, .never = rand() % 2};
		q.holds = any_texts(r, &q.nholds);
		vec_push(&r->proof->pair, q);
	}
	struct proof_counter c = {.name = any_text(), .meaning = any_text(), .initial = rand() % 3};
	c.nupdates = (uint32_t)rand() % 3;
	c.update = arena_array(r->arena, struct proof_update, c.nupdates + 1);
	for (uint32_t i = 0; i < c.nupdates; i++)
		c.update[i] = (struct proof_update){any_text(), any_loc(), any_loc(), rand() % 5 - 2};
	vec_push(&r->proof->counter, c);
}

static struct result *make_result(void) {
	struct result *r = result_open();
	fill_properties(r);
	for (int i = rand() % 3; i > 0; i--) {
		enum gap_kind kind = (enum gap_kind)(rand() % (GAP_CHECK + 1));
		struct loc loc = any_loc();
		result_gap(r, kind, loc, "%s", some_text());
	}
	r->any_threads = rand() % 2;
	r->deadlocks_open = rand() % 2;
	r->unreached = any_text();
	if (rand() % 2)
		fill_proof(r);
	if (rand() % 2)
		fill_fixes(r);
	if (rand() % 3 == 0)
		fill_needs(r);
	if (rand() % 5 == 0)
		r->error = (struct run_error){some_text(), any_loc(), rand() % 2 ? NO_EXIT_CODE : 2};
	if (rand() % 2) {
		r->info = (struct run_info){.command = any_text(),
		                            .directory = rand() % 2 ? "/b" : NULL,
		                            .entry = any_text(),
		                            .solver = any_text()};
		vec_push(&r->info.file, some_text());
	}
	return r;
}

static void write_github(FILE *out, const struct results *all) {
	for (size_t i = 0; i < all->run.n; i++)
		report_github(out, all->run.at[i]);
}

static const struct {
	const char *name;
	void (*write)(FILE *, const struct results *);
} formats[] = {{"json", report_json}, {"sarif", report_sarif}, {"junit", report_junit},
               {"html", report_html}, {"dot", report_dot},     {"github", write_github}};

/* Name, length and document, one after the other. */
static void write_all(FILE *to, const struct results *all) {
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char *text;
		size_t n;
		FILE *f = open_memstream(&text, &n);
		formats[i].write(f, all);
		fclose(f);
		fprintf(to, "%s %zu\n", formats[i].name, n);
		fwrite(text, 1, n, to);
		free(text);
	}
}

static const char reader[] =
    "import json, re, sys, xml.etree.ElementTree as etree\n"
    "def once(pairs):\n"
    "    return len(dict(pairs)) == len(pairs) or sys.exit(f\"twice: {pairs}\")\n"
    "seen = 0\n"
    "for head in iter(sys.stdin.buffer.readline, b\"\"):\n"
    "    name, n = head.decode().split()\n"
    "    data = sys.stdin.buffer.read(int(n))\n"
    "    seen += 1\n"
    "    try:\n"
    "        text = data.decode(\"utf-8\")\n"
    "        if name in (\"json\", \"sarif\"):\n"
    "            json.loads(text, object_pairs_hook=once)\n"
    "        elif name == \"junit\":\n"
    "            etree.fromstring(text)\n"
    "        elif name == \"github\":\n"
    "            for line in text.splitlines():\n"
    "                re.match(\"::(error|warning|notice) [^:]*::\", line) or sys.exit(line)\n"
    "    except (ValueError, etree.ParseError) as error:\n"
    "        sys.exit(f\"{name}: {error}\")\n"
    "sys.exit(seen != int(sys.argv[1]))\n";

int main(void) {
	srand(1);
	char name[] = "/tmp/test_formats.XXXXXX";
	int fd = mkstemp(name);
	FILE *script = fdopen(fd, "w");
	fputs(reader, script);
	fclose(script);
	char command[128];
	snprintf(command, sizeof command, "python3 %s %zu", name,
	         (ITERATIONS + 1) * (sizeof formats / sizeof *formats));
	FILE *python = popen(command, "w");
	write_all(python, &(struct results){0});
	for (int i = 0; i < ITERATIONS; i++) {
		struct results all = {0};
		for (int k = 1 + rand() % 2; k > 0; k--)
			vec_push(&all.run, make_result());
		write_all(python, &all);
		for (size_t k = 0; k < all.run.n; k++)
			result_close(all.run.at[k]);
		vec_free(&all.run);
	}
	CHECK(pclose(python) == 0);
	remove(name);
	lines_free_all();
	intern_free_all();
	return check_done("formats");
}
