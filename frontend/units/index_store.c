/* The entry: texts, each once; files and folders with their states; units, which refer to both by
 * number.  Whatever is read is checked: a number that is too large makes the entry useless. */
#include "frontend/units/index_store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/source/input_state.h"
#include "frontend/source/parse.h"
#include "frontend/source/strength.h"
#include "frontend/units/index_unit.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/files/bytes.h"
#include "util/files/cache_dir.h"
#include "util/files/sha256.h"
#include "util/text/path.h"

#define KIND   "index"
#define FORMAT 1

enum { SUFFIXES = 3 }; /* of a path, which may be what an #include says: a.h, sys/a.h, x/sys/a.h */

struct file {
	const char *path; /* interned */
	struct input_state state;
	enum { FILE_UNKNOWN, FILE_GOOD, FILE_CHANGED } now;
};

struct stored {      /* a unit */
	const char *key; /* interned: of its file and flags */
	struct index_unit unit;
	VEC(uint32_t) file; /* numbers of files */
	bool is_taken;
};

struct index_store {
	struct fe *fe;
	char key[SHA256_TEXT];
	int64_t since;
	VEC(struct file) file;
	struct map by_path, by_real;
	VEC(struct stored) stored;
	struct map by_key; /* -> index in stored */
	bool is_changed;   /* it is not what is on disk */
};

/* --- Bytes. --- */

struct reader {
	struct byte_reader from;
	VEC(const char *) text;
};

static uint64_t get_number(struct reader *r) {
	return bytes_take_number(&r->from);
}

/* A count of things that take at least a byte each, so what is damaged does not allocate much. */
static uint64_t get_count(struct reader *r) {
	uint64_t n = get_number(r);
	if (n > r->from.left)
		r->from.broken = true;
	return r->from.broken ? 0 : n;
}

/* --- Texts. --- */

struct writer {
	byte_vec text, rest;
	struct map known; /* interned -> number */
	uint64_t n;
};

static void put_text(struct writer *w, const char *text) {
	uint64_t number = 0;
	text = text ? intern(text) : NULL;
	if (text && !map_get(&w->known, map_key(text), &number)) {
		number = ++w->n; /* 0 is none */
		map_put(&w->known, map_key(text), number);
		bytes_put(&w->text, text, strlen(text) + 1);
	}
	bytes_put_number(&w->rest, number);
}

static void get_texts(struct reader *r) {
	uint64_t n = get_count(r);
	vec_push(&r->text, NULL);
	for (uint64_t i = 0; i < n && !r->from.broken; i++) {
		const char *end = memchr(r->from.at, 0, r->from.left);
		if (!end) {
			r->from.broken = true;
			return;
		}
		vec_push(&r->text, intern(r->from.at));
		r->from.left -= (size_t)(end + 1 - r->from.at);
		r->from.at = end + 1;
	}
}

static const char *get_text(struct reader *r) {
	uint64_t n = get_number(r);
	if (n < r->text.n)
		return r->text.at[n];
	r->from.broken = true;
	return NULL;
}

/* Like get_text, but there must be one. */
static const char *get_name(struct reader *r) {
	const char *text = get_text(r);
	r->from.broken |= !text;
	return text ? text : "";
}

/* --- Files. --- */

static uint32_t file_number(struct index_store *s, const char *path) {
	uint64_t ix = s->file.n;
	path = intern(path);
	if (map_get(&s->by_path, map_key(path), &ix))
		return (uint32_t)ix;
	map_put(&s->by_path, map_key(path), ix);
	vec_push(&s->file, ((struct file){.path = path}));
	return (uint32_t)ix;
}

/* Is it read with another content than it has on disk? */
static bool is_replaced(const struct fe *fe, const char *path) {
	char *real = realpath(path, NULL);
	bool found = false;
	for (size_t i = 0; i < fe->config->ntexts && !found; i++) {
		char *other = realpath(fe->config->text[i].file, NULL);
		found = !strcmp(fe->config->text[i].file, path) || (real && other && !strcmp(real, other));
		free(other);
	}
	free(real);
	return found;
}

static bool is_good(struct index_store *s, uint32_t number) {
	struct file *f = &s->file.at[number];
	if (f->now == FILE_UNKNOWN) {
		struct input_state was = f->state;
		bool good = !(s->fe->config->ntexts && is_replaced(s->fe, f->path)) &&
		            input_state_holds(f->path, &f->state);
		f->now = good ? FILE_GOOD : FILE_CHANGED;
		if (good)
			input_state_remember(f->path, &f->state);
		s->is_changed |= !good || !input_state_same_times(&was, &f->state);
	}
	return f->now == FILE_GOOD;
}

/* The last k parts of the path; NULL: it has fewer. */
static const char *suffix(const char *path, int k) {
	const char *at = path + strlen(path);
	for (; k > 0; k--) {
		while (at > path && at[-1] != '/')
			at--;
		if (k > 1 && at > path)
			at--;
		else if (k > 1)
			return NULL;
	}
	return at;
}

/* The files that were read, without links. */
static bool was_read(struct index_store *s, const char *path) {
	char *real = realpath(path, NULL);
	for (size_t i = 0; !s->by_real.n && i < s->file.n; i++) {
		char *other = realpath(s->file.at[i].path, NULL);
		if (other)
			map_put(&s->by_real, map_key(intern(other)), 1);
		free(other);
	}
	bool found = !real || map_get(&s->by_real, map_key(intern(real)), NULL);
	free(real);
	return found;
}

/* Is there a file in this folder that nobody has read, of the name of one that was? */
static bool has_new_header(struct index_store *s, const char *folder) {
	for (size_t i = 0; i < s->file.n; i++)
		for (int k = 1; !s->file.at[i].state.is_folder && k <= SUFFIXES; k++) {
			const char *name = suffix(s->file.at[i].path, k);
			if (!name || !*name)
				break;
			const char *path = intern_printf("%s/%s", folder, name);
			if (!map_get(&s->by_path, map_key(path), NULL) && !access(path, F_OK) &&
			    !was_read(s, path))
				return true;
		}
	return false;
}

/* Folders whose names have changed since may have a file that hides another. */
static bool folders_hold(struct index_store *s) {
	for (size_t i = 0; i < s->file.n; i++) {
		struct file *f = &s->file.at[i];
		struct input_state is = input_state_of(f->path);
		if (!f->state.is_folder || input_state_same_times(&is, &f->state))
			continue;
		s->is_changed = true;
		f->state = is;
		if (input_state_is_fresh(&is, s->since))
			f->state.changed = 0;
		if (is.exists && has_new_header(s, f->path))
			return false;
	}
	return true;
}

/* --- Reading. --- */

static struct loc get_loc(struct reader *r) {
	struct loc loc = {.file = get_text(r)};
	loc.line = (uint32_t)get_number(r);
	loc.col = (uint32_t)get_number(r);
	return loc;
}

enum { IS_FUNCTION = 1, IS_STATIC = 2, IS_WEAK = 4, IS_NORETURN = 8, IS_SIZED = 16 };

static struct index_def get_def(struct reader *r) {
	struct index_def d = {.name = get_name(r), .loc = get_loc(r)};
	uint64_t strength = get_number(r), bits = get_number(r);
	r->from.broken |= strength > FE_STRONG;
	d.strength = r->from.broken ? FE_DECLARED : (enum fe_strength)strength;
	d.is_function = bits & IS_FUNCTION;
	d.is_static = bits & IS_STATIC;
	d.is_weak = bits & IS_WEAK;
	d.is_noreturn = bits & IS_NORETURN;
	d.is_sized = bits & IS_SIZED;
	d.constructor = (uint32_t)get_number(r) - 1;
	d.destructor = (uint32_t)get_number(r) - 1;
	d.alias = get_text(r);
	bytes_take(&r->from, &d.type, sizeof d.type);
	return d;
}

static void get_unit(struct index_store *s, struct reader *r) {
	struct stored u = {.key = get_name(r)};
	uint64_t nfiles = get_count(r);
	for (uint64_t i = 0; i < nfiles && !r->from.broken; i++) {
		uint64_t file = get_number(r);
		r->from.broken |= file >= s->file.n;
		vec_push(&u.file, (uint32_t)file);
	}
	uint64_t ndefs = get_count(r);
	for (uint64_t i = 0; i < ndefs && !r->from.broken; i++)
		vec_push(&u.unit.def, get_def(r));
	map_put(&s->by_key, map_key(u.key), s->stored.n);
	vec_push(&s->stored, u);
}

static void forget_all(struct index_store *s) {
	for (size_t i = 0; i < s->stored.n; i++) {
		vec_free(&s->stored.at[i].file);
		fe_index_free(&s->stored.at[i].unit);
	}
	vec_free(&s->stored);
	vec_free(&s->file);
	map_free(&s->by_path);
	map_free(&s->by_real);
	map_free(&s->by_key);
	s->is_changed = true;
}

static void read_all(struct index_store *s, const char *at, size_t n) {
	struct reader r = {.from = {at, n, false}};
	get_texts(&r);
	uint64_t nfiles = get_count(&r);
	for (uint64_t i = 0; i < nfiles && !r.from.broken; i++) {
		uint32_t number = file_number(s, get_name(&r));
		r.from.broken |= number != i;
		if (!r.from.broken)
			bytes_take(&r.from, &s->file.at[i].state, sizeof s->file.at[i].state);
	}
	uint64_t nunits = get_count(&r);
	for (uint64_t i = 0; i < nunits && !r.from.broken; i++)
		get_unit(s, &r);
	if (r.from.broken || r.from.left || !folders_hold(s))
		forget_all(s);
	vec_free(&r.text);
}

/* --- Units. --- */

static void note_keys(const struct fe *fe) {
	for (size_t i = 0; i < fe->unit.n; i++) {
		struct fe_unit *unit = fe->unit.at[i];
		char key[SHA256_TEXT];
		byte_vec all = {0};
		bytes_put(&all, unit->file, strlen(unit->file) + 1);
		for (size_t k = 0; k < unit->source->flags.flag.n; k++)
			bytes_put(&all, unit->source->flags.flag.at[k],
			          strlen(unit->source->flags.flag.at[k]) + 1);
		sha256_text(all.at, all.n, key);
		vec_free(&all);
		unit->key = intern(key);
	}
}

/* What decides about all units at once. */
static void key_of_index(const struct fe *fe, char key[SHA256_TEXT]) {
	static const char *const variable[] = {"CPATH",   "C_INCLUDE_PATH", "GCC_EXEC_PREFIX",
	                                       "SDKROOT", "SYSROOT",        "CCC_OVERRIDE_OPTIONS"};
	char *here = getcwd(NULL, 0), *db = realpath(fe->config->compile_db, NULL);
	const char *part[9] = {fe_libclang(), here, db};
	byte_vec all = {0};
	for (size_t i = 0; i < 6; i++)
		part[3 + i] = getenv(variable[i]);
	for (size_t i = 0; i < 9; i++)
		bytes_put(&all, part[i] ? part[i] : "", part[i] ? strlen(part[i]) + 1 : 1);
	sha256_text(all.at, all.n, key);
	vec_free(&all);
	free(here);
	free(db);
}

struct index_store *index_store_open(struct fe *fe) {
	const char *at;
	size_t n;
	if (!fe->config->cache)
		return NULL;
	struct index_store *s = mem_alloc(sizeof *s);
	struct arena *arena = arena_open();
	s->fe = fe;
	s->since = input_state_now();
	s->is_changed = true;
	key_of_index(fe, s->key);
	note_keys(fe);
	if (cache_dir_read(fe->config->cache, KIND, s->key, FORMAT, arena, &at, &n)) {
		s->is_changed = false;
		read_all(s, at, n);
	}
	arena_close(arena);
	return s;
}

struct index_unit *index_store_find(struct index_store *s, const struct fe_unit *unit) {
	uint64_t ix;
	if (!s || !map_get(&s->by_key, map_key(unit->key), &ix) || s->stored.at[ix].is_taken)
		return NULL;
	struct stored *u = &s->stored.at[ix];
	for (size_t i = 0; i < u->file.n; i++)
		if (!is_good(s, u->file.at[i]))
			return NULL;
	struct index_unit *known = arena_copy(s->fe->arena, &u->unit, sizeof u->unit);
	for (size_t i = 0; i < u->file.n; i++)
		vec_push(&known->file, s->file.at[u->file.at[i]].path);
	memset(&u->unit.def, 0, sizeof u->unit.def); /* it has another owner now */
	u->is_taken = true;
	return known;
}

/* --- Writing. --- */

/* May the content of these have been another when they were read? */
static bool are_settled(struct index_store *s, const struct index_unit *known) {
	bool settled = true;
	for (size_t i = 0; i < known->file.n; i++) {
		uint32_t number = file_number(s, known->file.at[i]);
		struct file *f = &s->file.at[number];
		if (f->now == FILE_UNKNOWN) {
			f->state = input_state_of(f->path);
			bool good = f->state.exists && !input_state_is_fresh(&f->state, s->since) &&
			            input_state_sum(f->path, &f->state);
			f->now = good ? FILE_GOOD : FILE_CHANGED;
			if (good)
				input_state_remember(f->path, &f->state);
		}
		settled &= f->now == FILE_GOOD;
	}
	return settled;
}

static void note_folder(struct index_store *s, const char *path) {
	struct input_state state = input_state_of(path);
	if (!state.is_folder)
		return;
	uint32_t number = file_number(s, path);
	struct file *f = &s->file.at[number];
	if (f->now != FILE_UNKNOWN)
		return;
	if (input_state_is_fresh(&state, s->since))
		state.changed = 0;
	f->state = state;
	f->now = FILE_GOOD;
}

/* The folders that flags name: in one word with the flag, or by themselves. */
static void note_folders_of_flags(struct index_store *s, const struct fe_unit *unit) {
	static const char *const prefix[] = {"-iquote",      "-isystem", "-idirafter",
	                                     "-iwithprefix", "-I",       ""};
	for (size_t i = 0; i < unit->source->flags.flag.n; i++) {
		const char *flag = unit->source->flags.flag.at[i];
		for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
			size_t n = strlen(prefix[k]);
			if (strncmp(flag, prefix[k], n) || !flag[n] || (!n && *flag == '-'))
				continue;
			note_folder(s, flag + n);
			break;
		}
	}
}

/* Where headers are looked for: folders of flags and of files, and those below them in which a
 * header is that is included by more than its name. */
static void note_folders(struct index_store *s) {
	struct map inner = {0};
	VEC(const char *) name = {0};
	for (size_t i = 0; i < s->fe->unit.n; i++)
		note_folders_of_flags(s, s->fe->unit.at[i]);
	size_t nfiles = s->file.n;
	for (size_t i = 0; i < nfiles; i++) {
		const char *path = s->file.at[i].path;
		if (s->file.at[i].state.is_folder)
			continue;
		note_folder(s, path_folder(path));
		for (int k = 2; k <= SUFFIXES; k++) {
			const char *tail = suffix(path, k), *below = tail ? intern(path_folder(tail)) : NULL;
			if (!below || map_get(&inner, map_key(below), NULL))
				continue;
			map_put(&inner, map_key(below), 1);
			vec_push(&name, below);
		}
	}
	size_t nfolders = s->file.n;
	for (size_t i = 0; i < nfolders; i++)
		for (size_t k = 0; s->file.at[i].state.is_folder && k < name.n; k++)
			note_folder(s, intern_printf("%s/%s", s->file.at[i].path, name.at[k]));
	map_free(&inner);
	vec_free(&name);
}

static void put_def(struct writer *w, const struct index_def *d) {
	put_text(w, d->name);
	put_text(w, d->loc.file);
	bytes_put_number(&w->rest, d->loc.line);
	bytes_put_number(&w->rest, d->loc.col);
	bytes_put_number(&w->rest, d->strength);
	bytes_put_number(&w->rest, (d->is_function ? IS_FUNCTION : 0U) |
	                               (d->is_static ? IS_STATIC : 0U) | (d->is_weak ? IS_WEAK : 0U) |
	                               (d->is_noreturn ? IS_NORETURN : 0U) |
	                               (d->is_sized ? IS_SIZED : 0U));
	bytes_put_number(&w->rest, (uint32_t)(d->constructor + 1)); /* NO_PRIORITY is 0 */
	bytes_put_number(&w->rest, (uint32_t)(d->destructor + 1));
	put_text(w, d->alias);
	bytes_put(&w->rest, &d->type, sizeof d->type);
}

static void put_unit(struct index_store *s, struct writer *w, const struct fe_unit *unit) {
	put_text(w, unit->key);
	bytes_put_number(&w->rest, unit->known->file.n);
	for (size_t i = 0; i < unit->known->file.n; i++)
		bytes_put_number(&w->rest, file_number(s, unit->known->file.at[i]));
	bytes_put_number(&w->rest, unit->known->def.n);
	for (size_t i = 0; i < unit->known->def.n; i++)
		put_def(w, &unit->known->def.at[i]);
}

void index_store_save(struct index_store *s) {
	if (!s || !s->is_changed || s->fe->config->ntexts)
		return;
	struct writer w = {0};
	VEC(const struct fe_unit *) unit = {0};
	for (size_t i = 0; i < s->fe->unit.n; i++) {
		const struct fe_unit *u = s->fe->unit.at[i];
		/* A header that is not there is not among the files, so what has errors is read again. */
		if (u->known->state == INDEX_READ && are_settled(s, u->known))
			vec_push(&unit, u);
	}
	note_folders(s);
	bytes_put_number(&w.rest, s->file.n);
	for (size_t i = 0; i < s->file.n; i++) {
		put_text(&w, s->file.at[i].path);
		bytes_put(&w.rest, &s->file.at[i].state, sizeof s->file.at[i].state);
	}
	bytes_put_number(&w.rest, unit.n);
	for (size_t i = 0; i < unit.n; i++)
		put_unit(s, &w, unit.at[i]);
	byte_vec all = {0};
	bytes_put_number(&all, w.n);
	bytes_put(&all, w.text.at, w.text.n);
	bytes_put(&all, w.rest.at, w.rest.n);
	cache_dir_write(s->fe->config->cache, KIND, s->key, FORMAT, all.at, all.n);
	vec_free(&all);
	vec_free(&unit);
	vec_free(&w.text);
	vec_free(&w.rest);
	map_free(&w.known);
}

void index_store_missed(struct index_store *s) {
	if (s)
		s->is_changed = true;
}

void index_store_close(struct index_store *s) {
	if (!s)
		return;
	forget_all(s);
	mem_free(s);
}
