/* A description from a header alone: what its names and types suggest. */
#include <string.h>
#include <strings.h>

#include "tasks/api/api.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

static bool has_word(const char *name, const char *const *word, size_t n, const char **found) {
	for (size_t i = 0; i < n; i++)
		if (strcasestr(name, word[i])) {
			*found = word[i];
			return true;
		}
	return false;
}

static const char *const creating[] = {"create", "new", "open", "init", "alloc", "make"};
static const char *const ending[] = {"destroy", "free", "close", "fini", "delete", "deinit"};
static const char *const key_names[] = {"key", "index", "idx", "id"};

#define has(name, words, found) has_word(name, words, sizeof words / sizeof *words, found)

/* Is it declared by the header that the user named, not by one that it includes? */
static bool is_own(const struct api *api, const struct signature *f) {
	const char *name = path_base(f->loc.file);
	return name && !strcmp(name, api->header.at[0]) && !f->is_variadic;
}

static bool is_object_pointer(const struct signature_type *t) {
	return t->kind == SIGNATURE_POINTER && t->to->kind == SIGNATURE_RECORD;
}

/* The structure that most functions take a pointer to. */
static void guess_object(struct api *api) {
	const struct signature_type *best = NULL;
	uint32_t most = 0, functions = 0;
	for (size_t i = 0; i < api->declared.function.n; i++) {
		const struct signature *f = &api->declared.function.at[i];
		functions += is_own(api, f);
		for (size_t k = 0; is_own(api, f) && k < f->nparams; k++) {
			if (!is_object_pointer(f->param[k]))
				continue;
			uint32_t n = 0;
			for (size_t j = 0; j < api->declared.function.n; j++) {
				const struct signature *g = &api->declared.function.at[j];
				bool takes = false;
				for (size_t m = 0; is_own(api, g) && m < g->nparams; m++)
					takes |= is_object_pointer(g->param[m]) &&
					         !strcmp(g->param[m]->to->plain, f->param[k]->to->plain);
				n += takes;
			}
			if (n > most) {
				most = n;
				best = f->param[k];
			}
		}
	}
	if (!functions)
		fatal(EXIT_INPUT, NO_LOC, "%s declares no function", api->path);
	if (!best) {
		api->object_why = "no function takes a pointer to a structure: the object is hidden";
		return;
	}
	const char *name = best->to->plain;
	/* Does a function return one?  Then main does not need to know what it looks like. */
	bool is_returned = false;
	for (size_t i = 0; i < api->declared.function.n; i++) {
		const struct signature *f = &api->declared.function.at[i];
		is_returned |=
		    is_own(api, f) && is_object_pointer(f->result) && !strcmp(f->result->to->plain, name);
	}
	struct signature_type *t = arena_new(api->arena, struct signature_type);
	*t = *best->to;
	t->is_const = false;
	t->text = t->plain;
	api->object = is_returned ? intern_printf("%s *", name) : name;
	api->object_why = intern_printf("%u of %u functions take a pointer to it", most, functions);
	if (is_returned) {
		struct signature_type *pointer = arena_new(api->arena, struct signature_type);
		*pointer = (struct signature_type){
		    .kind = SIGNATURE_POINTER, .text = api->object, .plain = api->object, .to = t};
		api->object_type = pointer;
	} else
		api->object_type = t;
	if (!is_returned && best->to->is_incomplete)
		fatal(
		    EXIT_INPUT, NO_LOC,
		    "%s: the object seems to be '%s', but no function returns one, and what it is made of "
		    "is not declared; write a description (docs/libraries.md)",
		    api->path, name);
}

static bool is_object(const struct api *api, const struct signature_type *t) {
	const struct signature_type *object = api->object_type;
	const char *name = !object                             ? ""
	                   : object->kind == SIGNATURE_POINTER ? object->to->plain
	                                                       : object->plain;
	return t->kind == SIGNATURE_POINTER && !strcmp(t->to->plain, name);
}

static void add_value(struct api_arg *arg, const char *text) {
	vec_push(&arg->value, text);
}

static struct api_arg guess_arg(const struct api *api, const struct signature *f, size_t k) {
	const struct signature_type *t = f->param[k];
	const char *name = f->param_name[k], *word;
	struct api_arg arg = {.loc = f->loc};
	if (is_object(api, t))
		return arg;
	if (t->kind == SIGNATURE_POINTER && !t->to->is_const && !t->to->is_char &&
	    (t->to->kind == SIGNATURE_INTEGER || t->to->kind == SIGNATURE_FLOAT ||
	     t->to->kind == SIGNATURE_BOOL || t->to->kind == SIGNATURE_ENUM ||
	     t->to->kind == SIGNATURE_POINTER)) {
		arg.kind = API_OUT;
		arg.why = "a pointer to something that is not const";
		return arg;
	}
	if (t->kind == SIGNATURE_ENUM || t->kind == SIGNATURE_BOOL) {
		arg.kind = API_FRESH; /* which means all of them */
		arg.why = "all values";
		return arg;
	}
	if (t->kind == SIGNATURE_INTEGER && has(name, key_names, &word)) {
		arg.kind = API_VALUES;
		add_value(&arg, "1");
		add_value(&arg, "2");
		arg.why = intern_printf("it is called '%s'", name);
		return arg;
	}
	if (t->kind == SIGNATURE_INTEGER || t->kind == SIGNATURE_FLOAT) {
		arg.kind = API_FRESH;
		arg.why = "values that differ";
		return arg;
	}
	if (!api->may_be_open)
		fatal(EXIT_INPUT, f->loc,
		      "what %s should be given as '%s' (of type '%s') cannot be guessed; --show-api prints "
		      "a description to fill in (docs/libraries.md)",
		      f->name, *name ? name : "argument", t->text);
	arg.kind = API_VALUES;
	add_value(&arg, API_OPEN);
	arg.why = intern_printf("of type '%s', to be filled in", t->text);
	return arg;
}

static struct api_call guess_call(const struct api *api, const struct signature *f,
                                  const char *why) {
	struct api_call call = {.name = f->name, .loc = f->loc, .why = why, .role = NO_ROLE};
	for (size_t k = 0; k < f->nparams; k++) {
		struct api_arg arg = guess_arg(api, f, k);
		vec_push(&call.arg, arg);
	}
	return call;
}

/* main gives constants: a capacity, most likely. */
static void make_constant(struct api_call *call) {
	for (size_t k = 0; k < call->arg.n; k++) {
		struct api_arg *arg = &call->arg.at[k];
		bool is_open = arg->value.n && !strcmp(arg->value.at[0], API_OPEN);
		if (arg->kind == API_OBJECT || is_open)
			continue;
		arg->kind = API_VALUES;
		arg->value.n = 0;
		vec_push(&arg->value, "2");
		arg->why = "a number, perhaps a capacity";
	}
}

static bool takes_object(const struct api *api, const struct signature *f) {
	for (size_t k = 0; k < f->nparams; k++)
		if (is_object(api, f->param[k]))
			return true;
	return !api->object;
}

void api_guess(struct api *api) {
	guess_object(api);
	bool is_pointer = api->object_type && api->object_type->kind == SIGNATURE_POINTER;
	for (size_t i = 0; i < api->declared.function.n; i++) {
		const struct signature *f = &api->declared.function.at[i];
		const char *word;
		if (!is_own(api, f))
			continue;
		bool makes = is_pointer ? is_object(api, f->result) && !takes_object(api, f)
		                        : has(f->name, creating, &word) && !has(f->name, ending, &word);
		if (makes) {
			struct api_call call =
			    guess_call(api, f,
			               is_pointer ? "it returns the object"
			                          : intern_printf("its name has '%s' in it",
			                                          (has(f->name, creating, &word), word)));
			make_constant(&call);
			if (api->create.n) /* a second way to make one: the first is as good */
				vec_free(&call.arg);
			else
				vec_push(&api->create, call);
		} else if (!takes_object(api, f))
			continue;
		else if (has(f->name, ending, &word) && !api->destroy.name &&
		         (!f->nparams || (f->nparams == 1 && is_object(api, f->param[0]))))
			api->destroy = guess_call(api, f, intern_printf("its name has '%s' in it", word));
		else {
			if (api->op.n == API_MAX_OPS)
				fatal(EXIT_INPUT, f->loc, "more than %d operations; write a description",
				      API_MAX_OPS);
			struct api_call call = guess_call(api, f, NULL);
			vec_push(&api->op, call);
		}
	}
}
