#include "frontend/units/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/source/clang.h"
#include "frontend/source/inputs.h"
#include "goto/program/image.h"
#include "util/base/intern.h"
#include "util/files/cache_dir.h"
#include "util/files/sha256.h"
#include "util/text/diag.h"

#define KIND   "program"
#define FORMAT (100 + IMAGE_FORMAT)

/* A field that is added and changes the program is added to key_of; then this size changes. */
#ifdef __LP64__
_Static_assert(sizeof(struct fe_config) == 216, "all fields are part of the key");
#endif

/* What the load has said. */
static struct {
	byte_vec said;
	bool has_others; /* which cannot be said again */
} heard;

static bool is_wanted(const struct fe_config *c) {
	return c->cache && !c->marks && !c->prototypes && !c->show_warnings && !c->ntexts && !c->reread;
}

static void key_of(const struct fe_config *c, char key[SHA256_TEXT]) {
	static const char *const variable[] = {"CPATH",   "C_INCLUDE_PATH", "GCC_EXEC_PREFIX",
	                                       "SDKROOT", "SYSROOT",        "CCC_OVERRIDE_OPTIONS"};
	byte_vec all = {0};
	char *here = getcwd(NULL, 0);
	bytes_put_text(&all, cache_dir_build());
	bytes_put_text(&all, fe_libclang());
	bytes_put_text(&all, here);
	for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
		bytes_put_text(&all, getenv(variable[i]));
	bytes_put_texts(&all, c->file, c->nfiles);
	bytes_put_texts(&all, c->flag, c->nflags);
	bytes_put_text(&all, c->compile_db);
	bytes_put_text(&all, c->triple);
	bytes_put_text(&all, c->entry);
	bytes_put_texts(&all, c->later, c->nlater);
	bytes_put_text(&all, c->args);
	bytes_put_u64(&all, c->pointer_depth);
	bytes_put_u64(&all, c->string_length);
	bytes_put_u64(&all, c->array_length);
	bytes_put_texts(&all, c->thread, c->nthreads);
	bytes_put_text(&all, c->init);
	bytes_put_text(&all, c->final);
	bytes_put_text(&all, c->model_dir);
	bytes_put_texts(&all, c->variable, c->nvariables);
	bytes_put_u64(&all, c->descriptor_check);
	bytes_put_text(&all, c->enforce);
	bytes_put_texts(&all, c->replace, c->nreplace);
	bytes_put_u64(&all, c->loop_contracts);
	bytes_put_u64(&all, c->weaker_calls);
	sha256_text(all.at, all.n, key);
	free(here);
	vec_free(&all);
}

static void hear(void *data, enum diag_kind kind, struct loc loc, const char *text) {
	(void)data;
	heard.has_others |= kind == DIAG_OTHER;
	bytes_put_u64(&heard.said, kind);
	bytes_put_text(&heard.said, loc.file);
	bytes_put_u64(&heard.said, loc.line);
	bytes_put_u64(&heard.said, loc.col);
	bytes_put_text(&heard.said, text);
}

/* What the load has said, which is all there is in these bytes. */
static void say_again(struct byte_reader said) {
	while (said.left && !said.broken) {
		uint64_t kind = bytes_take_u64(&said);
		struct loc loc = {.file = bytes_take_text(&said)};
		loc.line = (uint32_t)bytes_take_u64(&said);
		loc.col = (uint32_t)bytes_take_u64(&said);
		const char *text = bytes_take_text(&said);
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
	struct byte_reader r = {0};
	byte_vec again = {0};
	struct goto_prog *prog = NULL;
	if (cache_dir_read(c->cache, KIND, key, FORMAT, a, &r.at, &r.left) && inputs_hold(&r, &again)) {
		const char *rest = r.at;
		size_t nrest = r.left, nsaid = (size_t)bytes_take_u64(&r);
		if (!r.broken && nsaid <= r.left)
			prog = image_read(r.at + nsaid, r.left - nsaid);
		if (prog)
			diag_say(
			    2, "the program is taken from the cache: no file that it was made of has changed");
		if (prog)
			say_again((struct byte_reader){r.at, nsaid, false});
		if (prog && again.n) { /* so that next time nothing has to be compared */
			bytes_put(&again, rest, nrest);
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
	byte_vec all = {0};
	byte_vec image = {0};
	if (!is_wanted(c))
		return;
	diag_listen(NULL, NULL);
	bool good = inputs_end(&all) && !heard.has_others && image_write(&image, prog);
	if (good) {
		bytes_put_u64(&all, heard.said.n);
		bytes_put(&all, heard.said.at, heard.said.n);
		bytes_put(&all, image.at, image.n);
		key_of(c, key);
		cache_dir_write(c->cache, KIND, key, FORMAT, all.at, all.n);
	}
	vec_free(&all);
	vec_free(&image);
	vec_free(&heard.said);
	heard.has_others = false;
}
