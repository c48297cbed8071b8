#include "frontend/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/inputs.h"
#include "goto/image.h"
#include "util/cache_dir.h"
#include "util/diag.h"
#include "util/intern.h"
#include "util/sha256.h"

#define KIND   "program"
#define FORMAT (100 + IMAGE_FORMAT)

/* A field that is added and changes the program is added to key_of; then this size changes. */
#ifdef __LP64__
_Static_assert(sizeof(struct fe_config) == 216, "all fields are part of the key");
#endif

/* What the load has said. */
static struct {
	input_bytes said;
	bool has_others; /* which cannot be said again */
} heard;

static bool is_wanted(const struct fe_config *c) {
	return c->cache && !c->marks && !c->prototypes && !c->show_warnings && !c->ntexts && !c->reread;
}

static void put(input_bytes *to, const void *data, size_t n) {
	vec_reserve(to, to->n + n);
	if (n)
		memcpy(to->at + to->n, data, n);
	to->n += n;
}

static void put_number(input_bytes *to, uint64_t x) {
	put(to, &x, sizeof x);
}

static void put_text(input_bytes *to, const char *text) {
	put_number(to, text ? strlen(text) + 1 : 0);
	if (text)
		put(to, text, strlen(text));
}

static void put_texts(input_bytes *to, const char *const *text, size_t n) {
	put_number(to, n);
	for (size_t i = 0; i < n; i++)
		put_text(to, text[i]);
}

static void key_of(const struct fe_config *c, char key[SHA256_TEXT]) {
	static const char *const variable[] = {"CPATH",   "C_INCLUDE_PATH", "GCC_EXEC_PREFIX",
	                                       "SDKROOT", "SYSROOT",        "CCC_OVERRIDE_OPTIONS"};
	input_bytes all = {0};
	char *here = getcwd(NULL, 0);
	put_text(&all, cache_dir_build());
	put_text(&all, fe_clang_version());
	put_text(&all, here);
	for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
		put_text(&all, getenv(variable[i]));
	put_texts(&all, c->file, c->nfiles);
	put_texts(&all, c->flag, c->nflags);
	put_text(&all, c->compile_db);
	put_text(&all, c->triple);
	put_text(&all, c->entry);
	put_texts(&all, c->later, c->nlater);
	put_text(&all, c->args);
	put_number(&all, c->pointer_depth);
	put_number(&all, c->string_length);
	put_number(&all, c->array_length);
	put_texts(&all, c->thread, c->nthreads);
	put_text(&all, c->init);
	put_text(&all, c->final);
	put_text(&all, c->model_dir);
	put_texts(&all, c->variable, c->nvariables);
	put_number(&all, c->descriptor_check);
	put_text(&all, c->enforce);
	put_texts(&all, c->replace, c->nreplace);
	put_number(&all, c->loop_contracts);
	sha256_text(all.at, all.n, key);
	free(here);
	vec_free(&all);
}

static void hear(void *data, enum diag_kind kind, struct loc loc, const char *text) {
	(void)data;
	heard.has_others |= kind == DIAG_OTHER;
	put_number(&heard.said, kind);
	put_text(&heard.said, loc.file);
	put_number(&heard.said, loc.line);
	put_number(&heard.said, loc.col);
	put_text(&heard.said, text);
}

struct reader {
	const char *at;
	size_t n;
	bool broken;
};

static uint64_t take_number(struct reader *r) {
	uint64_t x = 0;
	r->broken |= r->n < sizeof x;
	if (r->broken)
		return 0;
	memcpy(&x, r->at, sizeof x);
	r->at += sizeof x;
	r->n -= sizeof x;
	return x;
}

static const char *take_text(struct reader *r) {
	uint64_t n = take_number(r);
	r->broken |= n && n - 1 > r->n;
	if (!n || r->broken)
		return NULL;
	const char *text = intern_n(r->at, (size_t)n - 1);
	r->at += n - 1;
	r->n -= (size_t)n - 1;
	return text;
}

/* What the load has said, which is all there is in these bytes. */
static void say_again(struct reader said) {
	while (said.n && !said.broken) {
		uint64_t kind = take_number(&said);
		struct loc loc = {.file = take_text(&said)};
		loc.line = (uint32_t)take_number(&said);
		loc.col = (uint32_t)take_number(&said);
		const char *text = take_text(&said);
		if (said.broken || !text)
			return;
		if (kind == DIAG_WARNING)
			diag_warn(loc, "%s", text);
		else
			diag_note(loc, "%s", text);
	}
}

struct goto_prog *kept_find(const struct fe_config *c) {
	char key[SHA256_TEXT];
	if (!is_wanted(c))
		return NULL;
	key_of(c, key);
	struct arena *a = arena_open();
	struct reader r = {0};
	input_bytes again = {0};
	struct goto_prog *prog = NULL;
	if (cache_dir_read(c->cache, KIND, key, FORMAT, a, &r.at, &r.n) &&
	    inputs_hold(&r.at, &r.n, &again)) {
		const char *rest = r.at;
		size_t nrest = r.n, nsaid = (size_t)take_number(&r);
		if (!r.broken && nsaid <= r.n)
			prog = image_read(r.at + nsaid, r.n - nsaid);
		if (prog)
			diag_say(
			    2, "the program is taken from the cache: no file that it was made of has changed");
		if (prog)
			say_again((struct reader){r.at, nsaid, false});
		if (prog && again.n) { /* so that next time nothing has to be compared */
			put(&again, rest, nrest);
			cache_dir_write(c->cache, KIND, key, FORMAT, again.at, again.n);
		}
	}
	vec_free(&again);
	arena_close(a);
	return prog;
}

void kept_begin(const struct fe_config *c) {
	if (!is_wanted(c))
		return;
	inputs_begin();
	if (c->model_dir)
		inputs_folder(c->model_dir);
	diag_listen(hear, NULL);
}

void kept_end(const struct fe_config *c, const struct goto_prog *prog) {
	char key[SHA256_TEXT];
	input_bytes all = {0};
	image_bytes image = {0};
	if (!is_wanted(c))
		return;
	diag_listen(NULL, NULL);
	bool good = inputs_end(&all) && !heard.has_others && image_write(&image, prog);
	if (good) {
		put_number(&all, heard.said.n);
		put(&all, heard.said.at, heard.said.n);
		put(&all, image.at, image.n);
		key_of(c, key);
		cache_dir_write(c->cache, KIND, key, FORMAT, all.at, all.n);
	}
	vec_free(&all);
	vec_free(&image);
	vec_free(&heard.said);
	heard.has_others = false;
}
