/* What clang knows of the functions that a description names: are they there, and do the arguments
 * fit their parameters? */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/api/api.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"

#define OBJECT_NAME "__mt_object_type"

uint32_t api_find_op(const struct api *api, const char *name) {
	for (uint32_t i = 0; i < api->op.n; i++)
		if (!strcmp(api->op.at[i].name, name))
			return i;
	return NO_OP;
}

void api_note(struct api *api, const char *format, ...) {
	char text[400];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	for (size_t i = 0; i < api->note.n; i++)
		if (!strcmp(api->note.at[i], text))
			return;
	vec_push(&api->note, intern(text));
}

/* Where a text of the description stands, for those who read the errors of clang in it. */
static const char *at_its_place(const char *text, struct loc loc) {
	return intern_printf("#line %u \"%s\"\n%*s%s\n", loc.line, loc.file, (int)loc.col - 1, "",
	                     text);
}

/* The constants of the description: is every name in them declared?  Numbers need no look. */
static const char *constants(const struct api *api) {
	const char *text = "";
	for (size_t i = 0; i < api->constant.n; i++) {
		const struct api_constant *c = &api->constant.at[i];
		if (c->text[strspn(c->text, "-0123456789")] && strcmp(c->text, API_OPEN) != 0)
			text = intern_printf("%stypedef __typeof__(\n%s) __mt_constant_%zu;\n", text,
			                     at_its_place(c->text, c->loc), i);
	}
	return text;
}

/* A source that includes the headers and gives the type of the object a name.  An error in that
 * type, or in a constant, is one of the line of the description. */
static const char *declarations(const struct api *api) {
	const char *text = "";
	if (!api->is_guessed) /* a header that is not there is missing where it is named */
		text = intern_printf("#line %u \"%s\"\n", api->header_loc.line, api->path);
	for (size_t i = 0; i < api->header.n; i++)
		text = intern_printf("%s#include \"%s\"\n", text, api->header.at[i]);
	text = intern_printf("%s" API_INCLUDES, text);
	if (api->object)
		text = intern_printf("%s#line %u \"%s\"\ntypedef __typeof__(%s) " OBJECT_NAME ";\n", text,
		                     api->object_loc.line, api->path, api->object);
	return intern_printf("%s%s", text, constants(api));
}

static void read_declarations(struct api *api, const struct fe_config *from) {
	static const char *const wanted[] = {OBJECT_NAME};
	struct fe_config config = *from;
	const char *file = intern_printf("%sdeclarations-of-the-api.c", api->dir);
	struct fe_text text = {file, declarations(api)};
	config.file = &file;
	config.nfiles = 1;
	config.compile_db = NULL;
	config.cache = NULL;
	config.text = &text;
	config.ntexts = 1;
	api->declared.wanted = wanted;
	api->declared.nwanted = 1;
	fe_signatures(&config, api->arena, &api->declared);
	if (!api->object)
		return;
	struct signature_type *object = arena_new(api->arena, struct signature_type);
	*object = *api->declared.found[0];
	object->text = api->object;
	api->object_type = object;
}

/* --- Calls. --- */

static const char *headers(const struct api *api) {
	const char *text = "";
	for (size_t i = 0; i < api->header.n; i++)
		text = intern_printf("%s%s%s", text, i ? ", " : "", api->header.at[i]);
	return text;
}

static void find_function(struct api *api, struct api_call *call) {
	call->f = fe_signature_find(&api->declared, call->name);
	if (call->f)
		return;
	struct nearest near = {.name = call->name};
	for (size_t i = 0; i < api->declared.function.n; i++)
		nearest_try(&near, api->declared.function.at[i].name);
	const char *found = nearest_found(&near);
	fatal(EXIT_INPUT, call->loc, "%s declares no function '%s'%s%s", headers(api), call->name,
	      found ? ", nearest is " : "", found ? found : "");
}

static bool is_number(const struct signature_type *t) {
	return t->kind == SIGNATURE_INTEGER || t->kind == SIGNATURE_FLOAT;
}

static bool is_scalar(const struct signature_type *t) {
	return is_number(t) || t->kind == SIGNATURE_BOOL || t->kind == SIGNATURE_ENUM ||
	       t->kind == SIGNATURE_POINTER;
}

/* The object itself, or a pointer to it if it is a structure. */
static bool takes_object(const struct api *api, const struct signature_type *t) {
	const struct signature_type *object = api->object_type;
	if (!object)
		return false;
	if (object->kind == SIGNATURE_RECORD)
		return t->kind == SIGNATURE_POINTER && !strcmp(t->to->plain, object->plain);
	if (object->kind == SIGNATURE_POINTER && t->kind == SIGNATURE_POINTER)
		return !strcmp(t->to->plain, object->to->plain);
	return !strcmp(t->plain, object->plain);
}

/* All values of what has few of them. */
static void take_all_values(struct api_arg *arg, const struct signature_type *t) {
	arg->kind = API_VALUES;
	for (size_t i = 0; i < t->nenumerators; i++)
		vec_push(&arg->value, t->enumerator[i]);
	if (t->kind == SIGNATURE_BOOL) {
		vec_push(&arg->value, "0");
		vec_push(&arg->value, "1");
	}
}

static const char *check_values(const struct api *api, const struct api_arg *arg,
                                const struct signature_type *t) {
	for (size_t i = 0; i < arg->value.n; i++) {
		if (!strcmp(arg->value.at[i], API_OPEN))
			return api->may_be_open ? NULL : "'" API_OPEN "' is to be filled in";
		if (*arg->value.at[i] == '"' && t->kind != SIGNATURE_POINTER)
			return "a string needs a pointer";
	}
	return is_scalar(t) ? NULL
	                    : "only numbers, truth values, enumerations and pointers can be given";
}

static void check_arg(struct api *api, const struct api_call *call, size_t i) {
	struct api_arg *arg = &call->arg.at[i];
	const struct signature_type *t = call->f->param[i];
	const char *wrong = NULL;
	switch (arg->kind) {
	case API_OBJECT:
		if (!api->object)
			wrong = "'_' is the object, but no item 'object' says what that is";
		else if (!takes_object(api, t))
			wrong = intern_printf("'_' is the object, of type '%s'", api->object);
		break;
	case API_OBJECT_OUT:
		if (!api->object || t->kind != SIGNATURE_POINTER || !takes_object(api, t->to))
			wrong = "'out _' needs a pointer to the object";
		break;
	case API_FRESH:
		if (t->kind == SIGNATURE_ENUM || t->kind == SIGNATURE_BOOL)
			take_all_values(arg, t);
		else if (!is_number(t) && t->kind != SIGNATURE_POINTER)
			wrong = "'fresh' needs a number or a pointer";
		else if (t->kind == SIGNATURE_POINTER && t->to->kind == SIGNATURE_FUNCTION)
			wrong = "'fresh' makes no functions: name one";
		break;
	case API_ANY:
		if (t->kind == SIGNATURE_POINTER || !is_scalar(t))
			wrong = "'any' needs a number, a truth value or an enumeration";
		break;
	case API_THREAD:
		if (t->kind != SIGNATURE_INTEGER)
			wrong = "'thread' needs an integer";
		break;
	case API_OUT:
	case API_INOUT:
		if (t->kind != SIGNATURE_POINTER || t->to->is_const || !is_scalar(t->to))
			wrong = "'out' needs a pointer to a number or to a pointer that is not const";
		break;
	case API_FROM:
		arg->from_op = api_find_op(api, arg->from);
		if (arg->from_op == NO_OP)
			fatal(EXIT_INPUT, arg->loc, "'from %s': there is no such operation", arg->from);
		break;
	case API_VALUES: wrong = check_values(api, arg, t); break;
	}
	if (wrong)
		fatal(EXIT_INPUT, arg->loc, "argument %zu of %s has type '%s': %s", i + 1, call->name,
		      t->text, wrong);
}

static void check_call(struct api *api, struct api_call *call, bool is_op) {
	find_function(api, call);
	const struct signature *f = call->f;
	if (f->is_variadic)
		fatal(EXIT_INPUT, call->loc,
		      "%s has a variable number of arguments, which is not supported", call->name);
	if (f->nparams != call->arg.n)
		fatal(EXIT_INPUT, call->loc, "%s has %zu parameter%s, not %zu", call->name, f->nparams,
		      f->nparams == 1 ? "" : "s", call->arg.n);
	for (size_t i = 0; i < call->arg.n; i++) {
		enum api_arg_kind kind = call->arg.at[i].kind;
		check_arg(api, call, i);
		bool is_constant = kind == API_VALUES && call->arg.at[i].value.n == 1;
		if (!is_op && kind != API_OBJECT && kind != API_OBJECT_OUT && !is_constant)
			fatal(EXIT_INPUT, call->arg.at[i].loc,
			      "main calls %s once: its arguments are the object and constants", call->name);
		if (is_op && kind == API_OBJECT_OUT)
			fatal(EXIT_INPUT, call->arg.at[i].loc, "'out _' is for 'create'");
	}
	if (is_op && f->result->kind != SIGNATURE_VOID && !is_scalar(f->result))
		fatal(EXIT_INPUT, call->loc, "%s returns '%s'; only numbers and pointers can be compared",
		      call->name, f->result->text);
	if (call->may_fail && f->result->kind == SIGNATURE_VOID)
		fatal(EXIT_INPUT, call->loc, "%s returns nothing, so it cannot fail", call->name);
}

/* Whether main gets the object as the result of the call. */
static void check_create(struct api *api) {
	bool made = !api->object || api->object_type->kind == SIGNATURE_RECORD;
	for (size_t i = 0; i < api->create.n; i++) {
		const struct api_call *call = &api->create.at[i];
		check_call(api, &api->create.at[i], false);
		if (api->object && takes_object(api, call->f->result) &&
		    api->object_type->kind != SIGNATURE_RECORD)
			made = true;
		for (size_t k = 0; k < call->arg.n; k++)
			made |= call->arg.at[k].kind == API_OBJECT_OUT;
		if (!made)
			fatal(EXIT_INPUT, call->loc, "%s makes no '%s'", call->name, api->object);
	}
	if (!made)
		fatal(EXIT_INPUT, api->object_loc, "no item 'create' makes the object");
}

/* What an operation holds back until another one gives it away must be worth holding. */
static void check_from(const struct api *api) {
	for (size_t i = 0; i < api->op.n; i++)
		for (size_t k = 0; k < api->op.at[i].arg.n; k++) {
			const struct api_arg *arg = &api->op.at[i].arg.at[k];
			if (arg->kind != API_FROM)
				continue;
			const struct signature_type *result = api->op.at[arg->from_op].f->result;
			if (result->kind != SIGNATURE_POINTER && result->kind != SIGNATURE_INTEGER)
				fatal(EXIT_INPUT, arg->loc, "%s returns '%s', which no call can be given",
				      arg->from, result->text);
		}
}

static uint32_t need_op(const struct api *api, const char *name, struct loc at) {
	uint32_t op = api_find_op(api, name);
	if (op != NO_OP)
		return op;
	struct nearest near = {.name = name};
	for (size_t i = 0; i < api->op.n; i++)
		nearest_try(&near, api->op.at[i].name);
	const char *found = nearest_found(&near);
	fatal(EXIT_INPUT, at, "there is no operation '%s'%s%s", name, found ? ", nearest is " : "",
	      found ? found : "");
}

static void find_roles(struct api *api) {
	for (size_t i = 0; i < api->op.n; i++) {
		struct api_call *op = &api->op.at[i];
		for (uint32_t k = 0; op->role_name && k < api->role.n; k++)
			if (!strcmp(api->role.at[k].name, op->role_name))
				op->role = k;
		if (op->role_name && op->role == NO_ROLE)
			fatal(EXIT_INPUT, op->role_loc,
			      "no item 'role %s N' says how many threads may have this role", op->role_name);
	}
	for (size_t i = 0; i < api->never.n; i++) {
		struct api_pair *p = &api->never.at[i];
		p->op_a = need_op(api, p->a, p->loc);
		p->op_b = need_op(api, p->b, p->loc_b);
	}
	for (size_t i = 0; i < api->require.n; i++) {
		struct api_pair *p = &api->require.at[i];
		p->op_a = need_op(api, p->a, p->loc);
		p->op_b = need_op(api, p->b, p->loc_b);
	}
}

static bool has_word(const char *name, const char *const *word, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (strstr(name, word[i]))
			return true;
	return false;
}

/* "stack_push": names of what makes a container grow, or smaller. */
static bool adds_by_name(const char *name) {
	static const char *const words[] = {"push", "put",  "enqueue", "insert",
	                                    "add",  "send", "append"};
	return has_word(name, words, sizeof words / sizeof *words);
}

static bool removes_by_name(const char *name) {
	static const char *const words[] = {"pop",     "remove", "delete", "erase",
	                                    "dequeue", "take",   "receive"};
	return has_word(name, words, sizeof words / sizeof *words);
}

/* Where the description does not say which operations make a container grow: those that are given
 * fresh values, or others and have such a name; those that only give some back make it smaller. */
static void find_effects(struct api *api) {
	for (size_t i = 0; i < api->op.n; i++) {
		struct api_call *op = &api->op.at[i];
		bool gives = false, takes = false;
		for (size_t k = 0; k < op->arg.n; k++) {
			gives |= op->arg.at[k].kind == API_FRESH ||
			         (op->arg.at[k].kind == API_VALUES && adds_by_name(op->name));
			takes |= op->arg.at[k].kind == API_OUT;
		}
		takes |= !gives && (op->f->result->kind == SIGNATURE_POINTER || removes_by_name(op->name));
		if (!op->has_effect)
			op->effect = gives ? API_ADDS : takes ? API_REMOVES : API_EFFECT_NONE;
	}
}

bool api_uses(const struct api *api, enum api_arg_kind kind) {
	for (size_t i = 0; i < api->op.n; i++)
		for (size_t k = 0; k < api->op.at[i].arg.n; k++)
			if (api->op.at[i].arg.at[k].kind == kind)
				return true;
	return false;
}

bool api_can_cap(const struct api *api) {
	bool adds = false, removes = false;
	for (size_t i = 0; i < api->op.n; i++) {
		adds |= api->op.at[i].effect == API_ADDS;
		removes |= api->op.at[i].effect == API_REMOVES;
	}
	return adds && removes;
}

void api_resolve(struct api *api, const struct fe_config *config) {
	if (!api->header.n)
		fatal(EXIT_INPUT, (struct loc){api->path, 1, 1}, "no item 'api' names the header");
	read_declarations(api, config);
	if (api->is_guessed)
		api_guess(api);
	check_create(api);
	if (!api->op.n)
		fatal(EXIT_INPUT, (struct loc){api->path, 1, 1}, "there is no operation");
	for (size_t i = 0; i < api->op.n; i++) {
		check_call(api, &api->op.at[i], true);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(api->op.at[k].name, api->op.at[i].name))
				fatal(EXIT_INPUT, api->op.at[i].loc, "a second operation '%s'", api->op.at[i].name);
	}
	if (api->destroy.name)
		check_call(api, &api->destroy, false);
	check_from(api);
	find_roles(api);
	find_effects(api);
}

void api_free(struct api *api) {
	for (size_t i = 0; i < api->op.n; i++) {
		for (size_t k = 0; k < api->op.at[i].arg.n; k++)
			vec_free(&api->op.at[i].arg.at[k].value);
		vec_free(&api->op.at[i].arg);
	}
	for (size_t i = 0; i < api->create.n; i++) {
		for (size_t k = 0; k < api->create.at[i].arg.n; k++)
			vec_free(&api->create.at[i].arg.at[k].value);
		vec_free(&api->create.at[i].arg);
	}
	for (size_t k = 0; k < api->destroy.arg.n; k++)
		vec_free(&api->destroy.arg.at[k].value);
	vec_free(&api->destroy.arg);
	vec_free(&api->op);
	vec_free(&api->create);
	vec_free(&api->header);
	vec_free(&api->role);
	vec_free(&api->never);
	vec_free(&api->require);
	vec_free(&api->note);
	vec_free(&api->constant);
	fe_signatures_free(&api->declared);
}
