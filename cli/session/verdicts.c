#include "cli/session/verdicts.h"

#include <ctype.h>
#include <string.h>

#include "cli/options/cache.h"
#include "cli/options/identity.h"
#include "goto/program/digest.h"
#include "result/transfer.h"
#include "symex/strategy.h"
#include "symex/symex.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/files/sha256.h"
#include "util/text/diag.h"

#define KIND   "verdict"
#define FORMAT 2

/* A field that is added counts for the key, or for verdicts_open; then these sizes change. */
#ifdef __LP64__
_Static_assert(sizeof(struct weak_place) == 24, "all fields count");
_Static_assert(sizeof(struct svcomp) == 32, "its lines count, and say what else it has");
#endif

struct verdict_key {
	char text[SHA256_TEXT];
	struct digest_lines lines;
};

struct verdicts {
	struct cache_dir *folder;
	struct verdict_key slice, whole; /* not sliced: the same */
	bool sliced;
};

/* Runs that do more than to find a verdict, or that are about something else. */
static bool is_wanted(const struct options *o, const struct config *c) {
	const struct strategy *s = c->symex.schedules.strategy;
	return o->cache && strcmp(o->cache, "off") != 0 && !c->sites && !c->orders && !c->elements &&
	       !o->dot && !o->cover && !c->tests && !o->certificate && !o->lcov && !o->save &&
	       !o->resume && !o->save_trace && !o->smtlib2 && !o->show_vcc && !o->replay &&
	       !o->all_runs && !o->suggest_orders && !o->relax && !o->validate_witness &&
	       !o->incremental_context_bound && !s->makes_runs && !s->lists_paths;
}

static void put_program(byte_vec *to, const struct goto_prog *p, bool whole,
                        struct digest_lines *lines) {
	bytes_put_u64(to, p != NULL);
	if (p)
		goto_digest(p, whole, to, lines);
}

static void make_key(struct verdict_key *key, const struct options *o, const struct config *c,
                     const struct goto_prog *prog, const struct goto_prog *second,
                     const struct weak_place *weak, bool sliced, bool whole) {
	byte_vec all = {0};
	bytes_put_text(&all, cache_dir_build());
	bytes_put_text(&all, identity_of_verdict(o));
	bytes_put_text(&all, c->symex.schedules.strategy->name);
	bytes_put_u64(&all, c->svcomp.line.n);
	for (size_t i = 0; i < c->svcomp.line.n; i++)
		bytes_put_text(&all, c->svcomp.line.at[i]);
	bytes_put_text(&all, c->symex.only_property);
	bytes_put_u64(&all, c->symex.multi_property);
	bytes_put_u64(&all, (uint64_t)(weak->differs | weak->has_access << 1 | weak->in_assembly << 2 |
	                               weak->by_barrier << 3));
	bytes_put_text(&all, weak->loc.file);
	bytes_put_u64(&all, weak->loc.col);
	vec_push(&key->lines.at, weak->loc);
	bytes_put_u64(&all, (uint64_t)(sliced | whole << 1));
	put_program(&all, prog, whole, &key->lines);
	put_program(&all, second, whole, &key->lines);
	sha256_text(all.at, all.n, key->text);
	vec_free(&all);
}

struct verdicts *verdicts_open(const struct options *o, const struct config *c,
                               const struct goto_prog *prog, const struct goto_prog *second,
                               const struct weak_place *weak, bool sliced) {
	struct cache_dir *folder = is_wanted(o, c) ? cache_folder(o) : NULL;
	if (!folder)
		return NULL;
	struct verdicts *v = mem_alloc(sizeof *v);
	v->folder = folder;
	v->sliced = sliced;
	make_key(&v->slice, o, c, prog, second, weak, sliced, !sliced);
	if (sliced)
		make_key(&v->whole, o, c, prog, second, weak, sliced, true);
	return v;
}

void verdicts_close(struct verdicts *v) {
	if (!v)
		return;
	vec_free(&v->slice.lines.at);
	vec_free(&v->whole.lines.at);
	mem_free(v);
}

/* --- Places of the run that has found the result, and of this one. --- */

struct moves {
	struct map line; /* file and line then -> line now */
	bool any;        /* some line is another one now */
	bool unclear;    /* two lines were one */
};

static uint64_t line_key(const char *file, uint32_t line) {
	return map_hash(map_key(file)) + line;
}

static void add_move(struct moves *m, const char *file, uint32_t then, uint32_t now) {
	uint64_t known;
	if (map_get(&m->line, line_key(file, then), &known) && known != now)
		m->unclear = true;
	map_put(&m->line, line_key(file, then), now);
	m->any |= then != now;
}

static bool move_place(void *data, struct loc *l) {
	const struct moves *m = data;
	uint64_t now;
	if (!l->file || !l->line || !m->any)
		return true;
	if (!map_get(&m->line, line_key(l->file, l->line), &now))
		return false;
	l->line = (uint32_t)now;
	return true;
}

/* A text that may have a line in it cannot be moved. */
static bool has_no_line(void *data, const char *text) {
	const struct moves *m = data;
	if (!m->any)
		return true;
	for (const char *s = text; *s; s++)
		if ((*s == ':' && isdigit((unsigned char)s[1])) || !strncmp(s, "line", 4))
			return false;
	return true;
}

/* --- Entries: what it is, statistics, lines, the result. --- */

enum { ENTRY_RESULT = 1, ENTRY_REFUTED };
#define STATS_SIZE offsetof(struct symex_stats, progress)

static bool read_moves(struct byte_reader *e, const struct digest_lines *now, struct moves *m) {
	uint64_t n;
	if (!bytes_take(e, &n, sizeof n) || n != now->at.n)
		return false;
	for (size_t i = 0; i < now->at.n; i++) {
		uint32_t then;
		if (!bytes_take(e, &then, sizeof then))
			return false;
		if (now->at.at[i].file)
			add_move(m, now->at.at[i].file, then, now->at.at[i].line);
	}
	return !m->any || !m->unclear;
}

static bool read_result(struct byte_reader *e, const struct verdict_key *key, struct result *r,
                        struct symex_stats *stats) {
	struct moves m = {0};
	struct symex_stats kept = {0};
	struct transfer_filter filter = {&m, move_place, has_no_line};
	struct result *copy = result_open();
	bool good = bytes_take(e, &kept, STATS_SIZE) && read_moves(e, &key->lines, &m) &&
	            transfer_read_filtered(e->at, e->left, copy, &filter);
	map_free(&m.line);
	if (!good) {
		result_close(copy);
		return false;
	}
	result_replace(r, copy);
	r->is_kept = true;
	memcpy(stats, &kept, STATS_SIZE);
	return true;
}

static bool find(struct verdicts *v, const struct verdict_key *key, struct result *r,
                 struct symex_stats *stats, bool *refuted) {
	struct arena *a = arena_open();
	struct byte_reader e = {0};
	uint64_t what = 0;
	bool good = cache_dir_read(v->folder, KIND, key->text, FORMAT, a, &e.at, &e.left) &&
	            bytes_take(&e, &what, sizeof what);
	*refuted = good && what == ENTRY_REFUTED;
	good = good && (*refuted || (what == ENTRY_RESULT && read_result(&e, key, r, stats)));
	arena_close(a);
	return good;
}

bool verdicts_find(struct verdicts *v, struct result *r, struct symex_stats *stats, bool *refuted) {
	*refuted = false;
	if (!v)
		return false;
	bool found = find(v, &v->slice, r, stats, refuted) ||
	             (v->sliced && find(v, &v->whole, r, stats, refuted));
	if (found && !*refuted)
		diag_note(NO_LOC, "the verdict is from the cache");
	return found;
}

/* What is left open is so because the program has something that is not supported. */
static bool is_established(const struct result *r) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].is_inconclusive && r->gap.at[i].kind != GAP_UNSUPPORTED)
			return false;
	return result_verdict(r) != VERDICT_UNKNOWN && !result_has_bug(r) && !r->error.text;
}

static void keep(struct verdicts *v, const struct verdict_key *key, const struct result *r,
                 const struct symex_stats *stats) {
	byte_vec all = {0};
	byte_vec result = {0};
	bytes_put_u64(&all, ENTRY_RESULT);
	bytes_put(&all, stats, STATS_SIZE);
	bytes_put_u64(&all, key->lines.at.n);
	for (size_t i = 0; i < key->lines.at.n; i++)
		bytes_put(&all, &key->lines.at.at[i].line, sizeof key->lines.at.at[i].line);
	transfer_write(&result, r);
	bytes_put(&all, result.at, result.n);
	cache_dir_write(v->folder, KIND, key->text, FORMAT, all.at, all.n);
	vec_free(&result);
	vec_free(&all);
}

void verdicts_keep(struct verdicts *v, const struct result *r, const struct symex_stats *stats,
                   bool refuted) {
	uint64_t what = ENTRY_REFUTED;
	if (!v || symex_is_interrupted())
		return;
	if (refuted)
		cache_dir_write(v->folder, KIND, v->slice.text, FORMAT, &what, sizeof what);
	else if (is_established(r))
		keep(v, v->sliced && result_verdict(r) == VERDICT_UNSAFE ? &v->whole : &v->slice, r, stats);
}
