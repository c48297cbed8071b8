#include "tasks/api/api_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/base/vec.h"

struct client {
	const struct api *api;
	struct api_size size;
	FILE *out;
	uint32_t nfresh; /* values that differ in every call: so many in one call */
};

const char *api_declare(const struct signature_type *t, const char *name) {
	const char *text = t->text;
	if (strpbrk(text, "(["))
		return intern_printf("__typeof__(%s) %s", text, name);
	return intern_printf("%s%s%s", text, text[strlen(text) - 1] == '*' ? "" : " ", name);
}

bool api_is_input(const struct api_arg *a) {
	return a->kind != API_OBJECT && a->kind != API_OBJECT_OUT && a->kind != API_OUT;
}

bool api_is_output(const struct api_arg *a) {
	return a->kind == API_OUT || a->kind == API_INOUT;
}

/* C text: has the call succeeded?  NULL: that is not known, or is no matter. */
static const char *success_of(const struct api_call *op) {
	if (op->ok)
		return op->ok;
	return op->f->result->kind == SIGNATURE_BOOL      ? "r"
	       : op->f->result->kind == SIGNATURE_POINTER ? "r != 0"
	                                                  : NULL;
}

/* Names of variables where operations are called. */
static bool is_taken(const char *name) {
	static const char *const taken[] = {"r", "k", "object", "thread", "mask", "may"};
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (!strcmp(name, taken[i]))
			return true;
	return *name == 'a' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1);
}

const char *api_callee(const struct api_call *op) {
	return is_taken(op->name) ? intern_printf("__call_%s", op->name) : op->name;
}

void api_put_callees(FILE *out, const struct api *api) {
	for (size_t i = 0; i < api->op.n; i++)
		if (is_taken(api->op.at[i].name))
			fprintf(out, "static __typeof__(%s) *const %s = %s;\n", api->op.at[i].name,
			        api_callee(&api->op.at[i]), api->op.at[i].name);
}

/* --- What is needed of the client. --- */

static uint32_t count_fresh(const struct api *api) {
	uint32_t most = 0;
	for (size_t i = 0; i < api->op.n; i++) {
		uint32_t n = 0;
		for (size_t k = 0; k < api->op.at[i].arg.n; k++)
			n += api->op.at[i].arg.at[k].kind == API_FRESH;
		most = n > most ? n : most;
	}
	return most;
}

static bool is_given_away(const struct api *api, size_t op) {
	for (size_t i = 0; i < api->op.n; i++)
		for (size_t k = 0; k < api->op.at[i].arg.n; k++) {
			const struct api_arg *arg = &api->op.at[i].arg.at[k];
			if (arg->kind == API_FROM && arg->from_op == op)
				return true;
		}
	return false;
}

static bool is_in_never(const struct api *api, size_t op) {
	for (size_t i = 0; i < api->never.n; i++)
		if (api->never.at[i].op_a == op || api->never.at[i].op_b == op)
			return true;
	return false;
}

static bool is_counted(const struct api *api, size_t op) {
	for (size_t i = 0; i < api->require.n; i++)
		if (api->require.at[i].op_a == op || api->require.at[i].op_b == op)
			return true;
	return false;
}

/* The elements that the library holds are bounded where calls are not. */
static bool has_cap(const struct client *c) {
	return !c->size.calls && c->size.threads && c->api->cap && api_can_cap(c->api);
}

/* Any number of threads: then values that differ in every call are any values. */
static bool is_any(const struct client *c) {
	return !c->size.threads;
}

static bool is_threaded(const struct client *c) {
	return !is_any(c) && (c->nfresh || api_uses(c->api, API_THREAD));
}

static bool is_input(const struct client *c, const struct api_call *op, size_t arg) {
	enum api_arg_kind kind = op->arg.at[arg].kind;
	bool is_number = op->f->param[arg]->kind != SIGNATURE_POINTER;
	return kind == API_ANY || (is_any(c) && is_number && (kind == API_FRESH || kind == API_THREAD));
}

/* What an object can be pointed to by: fresh pointers need objects that differ. */
static const char *item_type(const struct signature_type *t) {
	const struct signature_type *to = t->to;
	bool is_open = to->kind == SIGNATURE_VOID || to->kind == SIGNATURE_FUNCTION ||
	               (to->kind == SIGNATURE_RECORD && to->is_incomplete);
	return is_open ? "char" : to->plain;
}

static bool is_pointer(const struct api_call *op, size_t arg) {
	return op->f->param[arg]->kind == SIGNATURE_POINTER;
}

/* --- The top of the file. --- */

static void put_items(struct client *c) {
	uint32_t n = c->size.threads * c->size.calls;
	for (size_t i = 0; i < c->api->op.n && c->size.calls; i++) {
		const struct api_call *op = &c->api->op.at[i];
		for (size_t k = 0; k < op->arg.n; k++)
			if (op->arg.at[k].kind == API_FRESH && is_pointer(op, k))
				fprintf(c->out, "static %s __item_%zu_%zu[%u]; /* what %s is given */\n",
				        item_type(op->f->param[k]), i, k + 1, n, op->name);
	}
}

static void put_top(struct client *c) {
	fprintf(c->out, "/* The most general client of %s: ", c->api->path);
	if (is_any(c))
		fputs("any number of threads and calls. */\n", c->out);
	else
		fprintf(c->out, "%u threads, ", c->size.threads);
	if (is_any(c))
		;
	else if (c->size.calls)
		fprintf(c->out, "up to %u call%s each. */\n", c->size.calls, c->size.calls == 1 ? "" : "s");
	else
		fputs("any number of calls. */\n", c->out);
	fputs("#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n", c->out);
	for (size_t i = 0; i < c->api->header.n; i++)
		fprintf(c->out, "#include \"%s\"\n", c->api->header.at[i]);
	fputs(API_INCLUDES
	      "\n"
	      "void __mt_begin(void);                  /* calls are recorded from here on */\n"
	      "int __mt_op(unsigned long long mask);   /* the next operation, of those in mask; -1: no "
	      "more */\n"
	      "int __mt_choose(int n);                 /* one of 0 to n-1 */\n"
	      "void __mt_call(int op, ...);            /* it begins, with these arguments */\n"
	      "void __mt_return(int op, ...);          /* it has returned, with these results */\n",
	      c->out);
	if (c->api->never.n || has_cap(c))
		fputs("void __CPROVER_assume(_Bool);\nvoid __CPROVER_atomic_begin(void);\n"
		      "void __CPROVER_atomic_end(void);\n",
		      c->out);
	fputc('\n', c->out);
	if (c->api->object)
		fprintf(c->out, "%s;\n", api_declare(c->api->object_type, "__object"));
	api_put_callees(c->out, c->api);
	put_items(c);
	for (size_t i = 0; i < c->api->op.n; i++)
		if (is_in_never(c->api, i))
			fprintf(c->out, "static _Atomic int __running_%zu; /* calls of %s */\n", i,
			        c->api->op.at[i].name);
	if (has_cap(c))
		fputs("static _Atomic int __elements;\n", c->out);
}

/* --- Values. --- */

/* The functions that return any value of a type. */
static void put_any(struct client *c) {
	for (size_t i = 0; i < c->api->op.n; i++)
		for (size_t k = 0; k < c->api->op.at[i].arg.n; k++)
			if (is_input(c, &c->api->op.at[i], k))
				fprintf(c->out, "%s(void);\n",
				        api_declare(c->api->op.at[i].f->param[k],
				                    intern_printf("nondet_%zu_%zu", i, k + 1)));
}

static void put_fresh(struct client *c, size_t op, size_t arg, uint32_t nth) {
	const struct signature_type *t = c->api->op.at[op].f->param[arg];
	if (t->kind != SIGNATURE_POINTER && c->size.calls && c->nfresh == 1)
		fprintf(c->out, "thread * %u + k + 1", c->size.calls);
	else if (t->kind != SIGNATURE_POINTER && c->size.calls)
		fprintf(c->out, "(thread * %u + k) * %u + %u", c->size.calls, c->nfresh, nth + 1);
	else if (t->kind != SIGNATURE_POINTER)
		fprintf(c->out, "thread * %u + %u", c->nfresh, nth + 1);
	else if (c->size.calls)
		fprintf(c->out, "&__item_%zu_%zu[thread * %u + k]", op, arg + 1, c->size.calls);
	else
		fprintf(c->out, "malloc(sizeof(%s))", item_type(t));
}

/* The declaration of one argument with its value. */
static void put_arg(struct client *c, size_t op, size_t k, uint32_t *nth) {
	const struct api_call *call = &c->api->op.at[op];
	const struct api_arg *arg = &call->arg.at[k];
	const struct signature_type *t = call->f->param[k];
	if (arg->kind == API_OBJECT)
		return;
	const char *name = intern_printf("a%zu", k + 1);
	const struct signature_type *held = api_is_output(arg) ? t->to : t;
	if (arg->kind == API_INOUT || (arg->kind == API_VALUES && arg->value.n > 1)) {
		fprintf(c->out, "\t\t\t%s;\n", api_declare(held, name));
		fprintf(c->out, "\t\t\tswitch (__mt_choose(%zu)) {\n", arg->value.n);
		for (size_t i = 0; i + 1 < arg->value.n; i++)
			fprintf(c->out, "\t\t\tcase %zu: %s = %s; break;\n", i, name, arg->value.at[i]);
		fprintf(c->out, "\t\t\tdefault: %s = %s;\n\t\t\t}\n", name,
		        arg->value.at[arg->value.n - 1]);
		return;
	}
	fprintf(c->out, "\t\t\t%s = ", api_declare(held, name));
	if (is_input(c, call, k)) {
		fprintf(c->out, "nondet_%zu_%zu();\n", op, k + 1);
		return;
	}
	switch (arg->kind) {
	case API_FRESH: put_fresh(c, op, k, (*nth)++); break;
	case API_THREAD: fputs("thread + 1", c->out); break;
	case API_FROM: fprintf(c->out, "held_%u[which%zu]", arg->from_op, k + 1); break;
	case API_VALUES: fputs(arg->value.at[0], c->out); break;
	default: fputc('0', c->out); break;
	}
	fputs(";\n", c->out);
}

/* --- One operation. --- */

static void put_inputs(struct client *c, const struct api_call *op) {
	for (size_t k = 0; k < op->arg.n; k++)
		if (api_is_input(&op->arg.at[k]))
			fprintf(c->out, ", a%zu", k + 1);
}

static void put_call(struct client *c, const struct api_call *call) {
	fprintf(c->out, "%s(", api_callee(call));
	for (size_t k = 0; k < call->arg.n; k++) {
		const struct api_arg *arg = &call->arg.at[k];
		fputs(k ? ", " : "", c->out);
		if (arg->kind == API_OBJECT)
			fputs("object", c->out);
		else
			fprintf(c->out, "%sa%zu", api_is_output(arg) ? "&" : "", k + 1);
	}
	fputs(")", c->out);
}

void api_put_results(FILE *out, const struct api_call *op) {
	const char *success = success_of(op);
	if (op->f->result->kind != SIGNATURE_VOID)
		fputs(", r", out);
	for (size_t k = 0; k < op->arg.n; k++) {
		const struct api_arg *arg = &op->arg.at[k];
		if (!api_is_output(arg))
			continue;
		if (arg->kind == API_INOUT || arg->is_always || !success)
			fprintf(out, ", a%zu", k + 1);
		else
			fprintf(out, ", (%s) ? a%zu : 0", success, k + 1);
	}
}

/* No client runs these at the same time: then one that begins now is of another client. */
static void put_entry(struct client *c, size_t op) {
	const struct api *api = c->api;
	bool adds = has_cap(c) && api->op.at[op].effect == API_ADDS;
	if (!is_in_never(api, op) && !adds)
		return;
	fputs("\t\t\t__CPROVER_atomic_begin();\n", c->out);
	for (size_t i = 0; i < api->never.n; i++) {
		const struct api_pair *p = &api->never.at[i];
		if (p->op_a == op)
			fprintf(c->out, "\t\t\t__CPROVER_assume(__running_%u == 0);\n", p->op_b);
		if (p->op_b == op && p->op_a != op)
			fprintf(c->out, "\t\t\t__CPROVER_assume(__running_%u == 0);\n", p->op_a);
	}
	if (is_in_never(api, op))
		fprintf(c->out, "\t\t\t__running_%zu++;\n", op);
	if (adds)
		fprintf(c->out, "\t\t\t__CPROVER_assume(__elements < %u);\n\t\t\t__elements++;\n",
		        api->cap);
	fputs("\t\t\t__CPROVER_atomic_end();\n", c->out);
}

static void put_exit(struct client *c, size_t op) {
	const struct api_call *call = &c->api->op.at[op];
	const char *success = success_of(call);
	if (has_cap(c) && call->effect == API_REMOVES)
		fprintf(c->out, "\t\t\tif (%s)\n\t\t\t\t__elements--;\n", success ? success : "1");
	if (has_cap(c) && call->effect == API_ADDS && success)
		fprintf(c->out, "\t\t\tif (!(%s))\n\t\t\t\t__elements--;\n", success);
	if (is_in_never(c->api, op))
		fprintf(c->out, "\t\t\t__running_%zu--;\n", op);
}

/* Results that another operation is given are kept until then; a null pointer is not given. */
static void put_keeping(struct client *c, size_t op) {
	const struct api_call *call = &c->api->op.at[op];
	for (size_t k = 0; k < call->arg.n; k++)
		if (call->arg.at[k].kind == API_FROM)
			fprintf(c->out, "\t\t\theld_%u[which%zu] = held_%u[--nheld_%u];\n",
			        call->arg.at[k].from_op, k + 1, call->arg.at[k].from_op,
			        call->arg.at[k].from_op);
	if (!is_given_away(c->api, op))
		return;
	const char *success = success_of(call);
	if (success)
		fprintf(c->out, "\t\t\tif (%s)\n\t", success);
	fprintf(c->out, "\t\t\theld_%zu[nheld_%zu++] = r;\n", op, op);
}

/* Where calls have no bound, nobody keeps for ever what others wait for: a call that another one is
 * required after, such as lock before unlock, is one with it.  NULL: there is none, or it has
 * arguments of its own. */
static const struct api_call *given_back(const struct client *c, size_t op) {
	for (size_t i = 0; i < c->api->require.n && !c->size.calls; i++) {
		const struct api_pair *p = &c->api->require.at[i];
		const struct api_call *after = &c->api->op.at[p->op_a];
		bool is_plain = p->op_b == op && p->op_a != op;
		for (size_t k = 0; k < after->arg.n; k++)
			is_plain &= after->arg.at[k].kind == API_OBJECT;
		if (is_plain)
			return after;
	}
	return NULL;
}

static void put_op(struct client *c, size_t ix) {
	const struct api_call *op = &c->api->op.at[ix];
	uint32_t nth = 0;
	fprintf(c->out, "\t\tcase %zu: {\n", ix);
	for (size_t k = 0; k < op->arg.n; k++)
		if (op->arg.at[k].kind == API_FROM)
			fprintf(c->out, "\t\t\tint which%zu = __mt_choose(nheld_%u);\n", k + 1,
			        op->arg.at[k].from_op);
	for (size_t k = 0; k < op->arg.n; k++)
		put_arg(c, ix, k, &nth);
	put_entry(c, ix);
	fprintf(c->out, "\t\t\t__mt_call(%zu", ix);
	put_inputs(c, op);
	fputs(");\n\t\t\t", c->out);
	if (op->f->result->kind != SIGNATURE_VOID)
		fprintf(c->out, "%s = ", api_declare(op->f->result, "r"));
	put_call(c, op);
	fputs(";\n", c->out);
	if (given_back(c, ix)) {
		fprintf(c->out, "\t\t\t%s",
		        success_of(op) ? intern_printf("if (%s)\n\t\t\t\t", success_of(op)) : "");
		put_call(c, given_back(c, ix));
		fputs("; /* what is taken is given back */\n", c->out);
	}
	fprintf(c->out, "\t\t\t__mt_return(%zu", ix);
	api_put_results(c->out, op);
	fputs(");\n", c->out);
	put_keeping(c, ix);
	put_exit(c, ix);
	if (is_counted(c->api, ix) && !given_back(c, ix))
		fprintf(c->out, "\t\t\t%sdone_%zu++;\n",
		        success_of(op) ? intern_printf("if (%s)\n\t\t\t\t", success_of(op)) : "", ix);
	fputs("\t\t\tbreak;\n\t\t}\n", c->out);
}

/* --- The threads. --- */

/* At most as many calls as the others that it is required after have succeeded, together. */
static void put_required(struct client *c, size_t op) {
	const char *text = NULL;
	for (size_t i = 0; i < c->api->require.n; i++) {
		const struct api_pair *p = &c->api->require.at[i];
		if (p->op_a == op)
			text = text ? intern_printf("%s + done_%u", text, p->op_b)
			            : intern_printf("done_%u", p->op_b);
	}
	if (text)
		fprintf(c->out, "\t\tif (done_%zu >= %s) /* %s */\n\t\t\tmay &= ~%#llxull;\n", op, text,
		        c->api->op.at[op].name, 1ull << op);
}

/* The operations that depend on what the thread has done before. */
static void put_mask(struct client *c) {
	const struct api *api = c->api;
	fputs("\t\tunsigned long long may = mask;\n", c->out);
	for (size_t i = 0; i < api->op.n; i++)
		put_required(c, i);
	for (size_t i = 0; i < api->op.n; i++)
		for (size_t k = 0; k < api->op.at[i].arg.n; k++)
			if (api->op.at[i].arg.at[k].kind == API_FROM)
				fprintf(c->out, "\t\tif (!nheld_%u)\n\t\t\tmay &= ~%#llxull;\n",
				        api->op.at[i].arg.at[k].from_op, 1ull << i);
	if (!c->size.calls) /* what is held would have no bound */
		for (size_t i = 0; i < api->op.n; i++)
			if (is_given_away(api, i))
				fprintf(c->out, "\t\tif (nheld_%zu == %u)\n\t\t\tmay &= ~%#llxull;\n", i,
				        api->cap ? api->cap : 1, 1ull << i);
}

static bool has_conditions(const struct client *c) {
	return c->api->require.n || api_uses(c->api, API_FROM);
}

static const char *object_parameter(const struct api *api) {
	if (!api->object)
		return "void *object";
	if (api->object_type->kind == SIGNATURE_RECORD)
		return intern_printf("%s *object", api->object_type->plain);
	return api_declare(api->object_type, "object");
}

static void put_client(struct client *c) {
	const struct api *api = c->api;
	fprintf(c->out, "\nstatic void __client(%s%s, unsigned long long mask) {\n",
	        object_parameter(api), is_threaded(c) ? ", int thread" : "");
	for (size_t i = 0; i < api->op.n; i++) {
		if (is_given_away(api, i))
			fprintf(c->out, "\t%s;\n\tint nheld_%zu = 0;\n",
			        api_declare(api->op.at[i].f->result, intern_printf("held_%zu[%u]", i,
			                                                           c->size.calls ? c->size.calls
			                                                           : api->cap    ? api->cap
			                                                                         : 1)),
			        i);
		if (is_counted(api, i))
			fprintf(c->out, "\tint done_%zu = 0;\n", i);
	}
	if (c->size.calls)
		fprintf(c->out, "\tfor (int k = 0; k < %u; k++) {\n", c->size.calls);
	else
		fputs("\twhile (1) {\n", c->out);
	if (has_conditions(c))
		put_mask(c);
	fprintf(c->out, "\t\tswitch (__mt_op(%s)) {\n", has_conditions(c) ? "may" : "mask");
	for (size_t i = 0; i < api->op.n; i++)
		put_op(c, i);
	fputs("\t\tdefault: return;\n\t\t}\n\t}\n}\n", c->out);
}

/* --- Roles. --- */

enum { MAX_WAYS = 64, MAX_THREADS = 16 };

/* Of any number of threads, those that have a role. */
static uint32_t nthreads(const struct client *c) {
	uint32_t n = c->size.threads;
	for (size_t i = 0; is_any(c) && i < c->api->role.n; i++)
		n += c->api->role.at[i].threads;
	return n < MAX_THREADS ? n : MAX_THREADS;
}

/* Which operations each thread may call; threads that may call more come first. */
struct ways {
	size_t n;
	unsigned long long mask[MAX_WAYS][MAX_THREADS];
};

static int by_mask(const void *a, const void *b) {
	unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
	return x < y ? 1 : x > y ? -1 : 0;
}

static void add_way(struct ways *w, const unsigned long long *mask, uint32_t threads) {
	unsigned long long sorted[MAX_THREADS] = {0};
	memcpy(sorted, mask, threads * sizeof *mask);
	qsort(sorted, threads, sizeof *sorted, by_mask);
	for (size_t i = 0; i < w->n; i++)
		if (!memcmp(w->mask[i], sorted, sizeof sorted))
			return;
	if (w->n < MAX_WAYS)
		memcpy(w->mask[w->n++], sorted, sizeof sorted);
}

static unsigned long long ops_of_role(const struct api *api, uint32_t role) {
	unsigned long long mask = 0;
	for (size_t i = 0; i < api->op.n; i++)
		if (api->op.at[i].role == role)
			mask |= 1ull << i;
	return mask;
}

/* Gives the roles from 'role' on to threads in every way; a thread may have several. */
static void share_roles(const struct client *c, struct ways *w, uint32_t role,
                        unsigned long long *mask) {
	uint32_t threads = nthreads(c);
	if (role == c->api->role.n) {
		add_way(w, mask, threads);
		return;
	}
	uint32_t most = c->api->role.at[role].threads;
	unsigned long long ops = ops_of_role(c->api, role);
	for (unsigned set = 0; set < 1u << threads; set++) {
		if ((uint32_t)__builtin_popcount(set) != (most < threads ? most : threads))
			continue;
		unsigned long long with[MAX_THREADS];
		for (uint32_t t = 0; t < threads; t++)
			with[t] = mask[t] | (set >> t & 1 ? ops : 0);
		share_roles(c, w, role + 1, with);
	}
}

/* The function that a thread starts in says which one it is and what it may call. */
static const char *start_of(const struct client *c, uint32_t thread, unsigned long long mask) {
	return is_threaded(c) ? intern_printf("__thread_%u_%llx", thread, mask)
	                      : intern_printf("__thread_%llx", mask);
}

static void put_start(struct client *c, uint32_t thread, unsigned long long mask) {
	fprintf(c->out,
	        "\nstatic void *%s(void *object) {\n\t__client(object%s, %#llxull);\n\treturn "
	        "0;\n}\n",
	        start_of(c, thread, mask), is_threaded(c) ? intern_printf(", %u", thread) : "", mask);
}

static void put_starts(struct client *c, const struct ways *w) {
	struct text_list known = {0};
	if (is_any(c)) {
		put_start(c, 0, ops_of_role(c->api, NO_ROLE));
		vec_push(&known, start_of(c, 0, ops_of_role(c->api, NO_ROLE)));
	}
	for (size_t i = 0; i < w->n; i++)
		for (uint32_t t = 0; t < nthreads(c); t++) {
			const char *name = start_of(c, t, w->mask[i][t]);
			bool is_known = false;
			for (size_t k = 0; k < known.n; k++)
				is_known |= known.at[k] == name;
			if (!is_known)
				put_start(c, t, w->mask[i][t]);
			vec_push(&known, name);
		}
	vec_free(&known);
}

/* --- main. --- */

const char *api_object_value(const struct api *api) {
	return !api->object                                 ? "0"
	       : api->object_type->kind == SIGNATURE_RECORD ? "&__object"
	                                                    : "__object";
}

static void put_main_call(struct client *c, const struct api_call *call) {
	fprintf(c->out, "%s(", call->name);
	for (size_t k = 0; k < call->arg.n; k++) {
		const struct api_arg *arg = &call->arg.at[k];
		fprintf(c->out, "%s%s", k ? ", " : "",
		        arg->kind == API_OBJECT       ? api_object_value(c->api)
		        : arg->kind == API_OBJECT_OUT ? "&__object"
		                                      : arg->value.at[0]);
	}
	fputc(')', c->out);
}

bool api_returns_object(const struct api *api, const struct api_call *call) {
	const struct signature_type *r = call->f->result, *object = api->object_type;
	return object && object->kind != SIGNATURE_RECORD && !strcmp(r->plain, object->plain);
}

/* An object that could not be made has no client. */
static void put_create(struct client *c) {
	for (size_t i = 0; i < c->api->create.n; i++) {
		const struct api_call *call = &c->api->create.at[i];
		const struct signature_type *t = call->f->result;
		bool gives = api_returns_object(c->api, call);
		if (gives) {
			fputs("\t__object = ", c->out);
			put_main_call(c, call);
			fputs(";\n", c->out);
			if (t->kind == SIGNATURE_POINTER)
				fputs("\tif (!__object)\n\t\treturn 0;\n", c->out);
		} else if (call->ok || t->kind == SIGNATURE_BOOL) {
			fprintf(c->out, "\t{\n\t\t%s = ", api_declare(t, "r"));
			put_main_call(c, call);
			fprintf(c->out, ";\n\t\tif (!(%s))\n\t\t\treturn 0;\n\t}\n", call->ok ? call->ok : "r");
		} else {
			fputc('\t', c->out);
			put_main_call(c, call);
			fputs(";\n", c->out);
		}
	}
}

static void put_thread(struct client *c, uint32_t t, unsigned long long mask) {
	fprintf(c->out, "pthread_create(&id[%u], 0, %s, %s);\n", t, start_of(c, t, mask),
	        !c->api->object ? "0"
	        : c->api->object_type->kind == SIGNATURE_RECORD ||
	                c->api->object_type->kind == SIGNATURE_POINTER
	            ? api_object_value(c->api)
	            : "(void *)__object");
}

static void put_threads(struct client *c, const unsigned long long *mask, const char *indent) {
	for (uint32_t t = 0; t < nthreads(c); t++) {
		fputs(indent, c->out);
		put_thread(c, t, mask[t]);
	}
}

/* Those that have no role, besides those that have one. */
static void put_any_threads(struct client *c) {
	fputs("\twhile (__mt_choose(2))\n\t\t", c->out);
	put_thread(c, 0, ops_of_role(c->api, NO_ROLE));
	fputs("\treturn 0;\n}\n", c->out);
}

static void put_end(struct client *c) {
	const struct api *api = c->api;
	if (!api->destroy.name)
		return;
	fputc('\t', c->out);
	put_main_call(c, &api->destroy);
	fputs(";\n", c->out);
}

static void put_main(struct client *c, const struct ways *w, bool has_spec) {
	const struct api *api = c->api;
	fputs("\nint main(void) {\n", c->out);
	fprintf(c->out, "\tpthread_t id[%u];\n", nthreads(c) ? nthreads(c) : 1);
	put_create(c);
	if (has_spec)
		fputs("\t__mt_spec_create();\n", c->out);
	fputs("\t__mt_begin();\n", c->out);
	if (w->n == 1)
		put_threads(c, w->mask[0], "\t");
	else {
		fprintf(c->out, "\tswitch (__mt_choose(%zu)) { /* who has which role */\n", w->n);
		for (size_t i = 0; i < w->n; i++) {
			if (i + 1 < w->n)
				fprintf(c->out, "\tcase %zu:\n", i);
			else
				fputs("\tdefault:\n", c->out);
			put_threads(c, w->mask[i], "\t\t");
			if (i + 1 < w->n)
				fputs("\t\tbreak;\n", c->out);
		}
		fputs("\t}\n", c->out);
	}
	if (is_any(c)) {
		put_any_threads(c);
		return;
	}
	if (api->destroy_any)
		put_end(c);
	for (uint32_t t = 0; t < c->size.threads; t++)
		fprintf(c->out, "\tpthread_join(id[%u], 0);\n", t);
	if (!api->destroy_any)
		put_end(c);
	if (api->destroy.name && api->object) /* what only it points to is lost */
		fputs("\tmemset(&__object, 0, sizeof __object);\n", c->out);
	fputs("\treturn 0;\n}\n", c->out);
}

const char *api_client_text(const struct api *api, struct api_size size, bool has_spec) {
	char *text = NULL;
	size_t n;
	struct client c = {.api = api, .size = size, .nfresh = count_fresh(api)};
	struct ways ways = {0};
	unsigned long long mask[MAX_THREADS];
	for (uint32_t t = 0; t < MAX_THREADS; t++)
		mask[t] = ops_of_role(api, NO_ROLE);
	share_roles(&c, &ways, 0, mask);
	c.out = open_memstream(&text, &n);
	if (!c.out)
		mem_exhausted();
	put_top(&c);
	put_any(&c);
	if (has_spec)
		fputs("void __mt_spec_create(void);\n", c.out);
	put_client(&c);
	put_starts(&c, &ways);
	put_main(&c, &ways, has_spec);
	fclose(c.out);
	const char *kept = intern(text);
	free(text);
	return kept;
}
