/* The specification as C text: for each operation a function __mt_spec_N that is called with the
 * arguments of the call, and tells its results to __mt_result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tasks/api/api_builtin.h"
#include "tasks/api/api_client.h"
#include "util/base/intern.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

struct spec_writer {
	const struct api *api;
	FILE *out;
	const char *prefix; /* of its functions: "__spec_", or "" of the library's own */
	const char *object; /* what they are given as the object */
};

static bool is_file_name(const char *spec) {
	return strpbrk(spec, "./") != NULL;
}

void api_spec_top(FILE *out, const struct api *api, const char *what) {
	fprintf(out, "/* What the operations of %s do one after the other: %s. */\n", api->path, what);
	for (size_t i = 0; i < api->header.n; i++)
		fprintf(out, "#include \"%s\"\n", api->header.at[i]);
	fputs(API_INCLUDES "\nint __mt_choose(int n);           /* one of n outcomes */\n"
	                   "void __mt_result(int op, ...);     /* what the call returns */\n",
	      out);
}

/* The words of C for those of the description. */
static const char *constant(const char *word) {
	return !strcmp(word, "true")    ? "1"
	       : !strcmp(word, "false") ? "0"
	       : !strcmp(word, "NULL")  ? "0"
	                                : word;
}

/* "int a1, _Bool a2": the values that the operation is given. */
static const char *parameters_of(const struct api_call *op) {
	const char *text = "";
	for (size_t k = 0; k < op->arg.n; k++) {
		const struct api_arg *arg = &op->arg.at[k];
		const struct signature_type *t = op->f->param[k];
		if (api_is_input(arg))
			text = intern_printf(
			    "%s%s%s", text, *text ? ", " : "",
			    api_declare(arg->kind == API_INOUT ? t->to : t, intern_printf("a%zu", k + 1)));
	}
	return *text ? text : "void";
}

void api_spec_begin(FILE *out, const struct api_call *op, size_t ix) {
	fprintf(out, "\nvoid __mt_spec_%zu(%s) { /* %s */\n", ix, parameters_of(op), op->name);
	for (size_t k = 0; k < op->arg.n; k++)
		if (op->arg.at[k].kind == API_OUT)
			fprintf(out, "\t%s = 0;\n",
			        api_declare(op->f->param[k]->to, intern_printf("a%zu", k + 1)));
	if (op->may_fail) {
		fprintf(out, "\tif (__mt_choose(2)) { /* it may fail at any time */\n\t\t%s = %s;\n",
		        api_declare(op->f->result, "r"), constant(op->may_fail));
		fprintf(out, "\t\t__mt_result(%zu", ix);
		api_put_results(out, op);
		fputs(");\n\t\treturn;\n\t}\n", out);
	}
}

void api_spec_end(FILE *out, const struct api_call *op, size_t ix) {
	fprintf(out, "\t__mt_result(%zu", ix);
	api_put_results(out, op);
	fputs(");\n}\n", out);
}

static void put_call(const struct spec_writer *w, const struct api_call *call) {
	fprintf(w->out, "%s%s(", w->prefix, *w->prefix ? call->name : api_callee(call));
	for (size_t k = 0; k < call->arg.n; k++) {
		const struct api_arg *arg = &call->arg.at[k];
		fputs(k ? ", " : "", w->out);
		if (arg->kind == API_OBJECT)
			fputs(w->object, w->out);
		else
			fprintf(w->out, "%sa%zu", api_is_output(arg) ? "&" : "", k + 1);
	}
	fputs(")", w->out);
}

static void put_functions(const struct spec_writer *w) {
	for (size_t i = 0; i < w->api->op.n; i++) {
		const struct api_call *op = &w->api->op.at[i];
		api_spec_begin(w->out, op, i);
		fputc('\t', w->out);
		if (op->f->result->kind != SIGNATURE_VOID)
			fprintf(w->out, "%s = ", api_declare(op->f->result, "r"));
		put_call(w, op);
		fputs(";\n", w->out);
		api_spec_end(w->out, op, i);
	}
}

/* --- The library itself. --- */

static void write_self(FILE *out, const struct api *api) {
	api_spec_top(out, api, "the library, used by one thread at a time");
	if (api->object)
		fprintf(out, "\nextern %s;\n", api_declare(api->object_type, "__object"));
	api_put_callees(out, api);
	fputs("\nvoid __mt_spec_create(void) {\n}\n", out);
	put_functions(&(struct spec_writer){api, out, "", api_object_value(api)});
}

/* --- A file. --- */

/* As the generated file, which lies beside the description, has to name it. */
static const char *from_description(const struct api *api, const char *file, bool is_option) {
	char *path;
	if (*file == '/' || !*api->dir || !is_option)
		return file;
	path = realpath(file, NULL);
	if (!path)
		return file;
	const char *text = intern(path);
	free(path);
	return text;
}

static void check_functions(const struct api *api, const struct signatures *s, const char *file) {
	for (size_t i = 0; i < api->op.n; i++) {
		const struct api_call *op = &api->op.at[i];
		const struct signature *f = fe_signature_find(s, op->name);
		if (!f || !f->is_defined)
			fatal(EXIT_INPUT, op->loc, "the specification %s does not define %s", file, op->name);
		if (f->nparams != op->f->nparams)
			fatal(EXIT_INPUT, f->loc,
			      "in the specification %s has %zu parameters, in the library %zu", op->name,
			      f->nparams, op->f->nparams);
	}
}

static bool is_defined(const struct signatures *s, const char *name) {
	const struct signature *f = fe_signature_find(s, name);
	return f && f->is_defined;
}

/* The calls of main before the threads that the file has, too. */
static bool put_create(const struct spec_writer *w, const struct signatures *s) {
	const struct api *api = w->api;
	bool has_any = false;
	for (size_t i = 0; i < api->create.n; i++)
		has_any |= is_defined(s, api->create.at[i].name);
	if (has_any && api->object)
		fprintf(w->out, "\nstatic %s;\n", api_declare(api->object_type, "__spec_object"));
	fputs("\nvoid __mt_spec_create(void) {\n", w->out);
	const char *object = !api->object                                 ? "0"
	                     : api->object_type->kind == SIGNATURE_RECORD ? "&__spec_object"
	                                                                  : "__spec_object";
	for (size_t i = 0; i < api->create.n; i++) {
		const struct api_call *call = &api->create.at[i];
		if (!is_defined(s, call->name))
			continue;
		fprintf(w->out, "\t%s%s%s(", api_returns_object(api, call) ? "__spec_object = " : "",
		        w->prefix, call->name);
		for (size_t k = 0; k < call->arg.n; k++) {
			const struct api_arg *arg = &call->arg.at[k];
			fprintf(w->out, "%s%s", k ? ", " : "",
			        arg->kind == API_OBJECT       ? object
			        : arg->kind == API_OBJECT_OUT ? "&__spec_object"
			                                      : arg->value.at[0]);
		}
		fputs(");\n", w->out);
	}
	fputs("}\n", w->out);
	return has_any;
}

/* Whatever the file defines may have a namesake in the library. */
static void put_names(FILE *out, const struct api *api, const struct signatures *s, bool define) {
	struct text_list known = {0};
	for (size_t i = 0; i < api->op.n; i++)
		vec_push(&known, api->op.at[i].name);
	for (size_t i = 0; i < api->create.n; i++)
		vec_push(&known, api->create.at[i].name);
	if (api->destroy.name)
		vec_push(&known, api->destroy.name);
	for (size_t i = 0; i < s->function.n; i++)
		if (s->function.at[i].is_defined && !s->function.at[i].is_static)
			vec_push(&known, s->function.at[i].name);
	for (size_t i = 0; i < known.n; i++) {
		bool is_new = true;
		for (size_t k = 0; k < i; k++)
			is_new &= strcmp(known.at[k], known.at[i]) != 0;
		if (is_new && define)
			fprintf(out, "#define %s __spec_%s\n", known.at[i], known.at[i]);
		else if (is_new)
			fprintf(out, "#undef %s\n", known.at[i]);
	}
	vec_free(&known);
}

static void write_file(FILE *out, const struct api *api, const char *spec, bool is_option,
                       const struct fe_config *from) {
	const char *file = is_option || *spec == '/' ? spec : intern_printf("%s%s", api->dir, spec);
	if (access(file, R_OK))
		fatal(EXIT_INPUT, is_option ? NO_LOC : api->spec_loc, "cannot open the specification '%s'",
		      file);
	struct fe_config config = *from;
	struct signatures s = {0};
	config.file = &file;
	config.nfiles = 1;
	config.compile_db = NULL;
	config.cache = NULL;
	fe_signatures(&config, api->arena, &s);
	check_functions(api, &s, file);
	api_spec_top(out, api, file);
	fputc('\n', out);
	put_names(out, api, &s, true);
	fprintf(out, "#include \"%s\"\n", from_description(api, spec, is_option));
	put_names(out, api, &s, false);
	if (api->object)
		fprintf(out, "\nextern %s;\n", api_declare(api->object_type, "__object"));
	struct spec_writer w = {api, out, "__spec_", api_object_value(api)};
	if (put_create(&w, &s) && api->object)
		w.object = api->object_type->kind == SIGNATURE_RECORD ? "&__spec_object" : "__spec_object";
	put_functions(&w);
	fe_signatures_free(&s);
}

const char *api_spec_text(struct api *api, const char *spec, bool is_option,
                          const struct fe_config *config) {
	if (!strcmp(spec, "none"))
		return NULL;
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);
	if (!out)
		mem_exhausted();
	if (!strcmp(spec, "self"))
		write_self(out, api);
	else if (is_file_name(spec))
		write_file(out, api, spec, is_option, config);
	else
		api_builtin_write(out, api, spec, is_option ? NO_LOC : api->spec_loc, config);
	fclose(out);
	const char *kept = intern(text);
	free(text);
	return kept;
}
