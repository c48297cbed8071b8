#include "cli/options/prediction.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/file.h"
#include "cli/files/test_file.h"
#include "cli/options/strategies.h"
#include "util/text/diag.h"

/* --- Inputs. --- */

struct input_list {
	struct run_input *at;
	size_t n, cap;
};

/* One number, which ends at a blank: 12, -3, 0xff. */
static bool parse_number(struct arena *arena, const char *text, size_t n, struct run_input *in) {
	const char *end = text + n;
	*in = (struct run_input){.base = 10};
	if (text < end && (*text == '-' || *text == '+'))
		in->is_negative = *text++ == '-';
	if (end - text > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		in->base = 16;
		text += 2;
	}
	for (const char *s = text; s < end; s++)
		if (in->base == 16 ? !isxdigit((unsigned char)*s) : !isdigit((unsigned char)*s))
			return false;
	in->digits = arena_printf(arena, "%.*s", (int)(end - text), text);
	return text < end;
}

/* Numbers between blanks; '#' begins a comment, up to the end of the line. */
static void read_inputs(struct prediction *p, const struct options *o) {
	size_t size;
	const char *path = o->inputs, *text = file_bytes(o->arena, path, &size);
	if (!text)
		fatal(EXIT_INPUT, (struct loc){path, 0, 0}, "--inputs: %s", strerror(errno));
	struct input_list list = {0};
	uint32_t line = 1;
	for (const char *s = text, *end = text + size; s < end;) {
		if (*s == '#') {
			while (s < end && *s != '\n')
				s++;
		} else if (isspace((unsigned char)*s)) {
			line += *s++ == '\n';
		} else {
			const char *from = s;
			struct run_input in;
			while (s < end && *s != '#' && !isspace((unsigned char)*s))
				s++;
			if (!parse_number(o->arena, from, (size_t)(s - from), &in))
				fatal(EXIT_INPUT, (struct loc){path, line, 1},
				      "--inputs: not a number, such as 12, -3 or 0xff");
			vec_push(&list, in);
		}
	}
	p->inputs = INPUTS_GIVEN;
	p->ngiven = list.n;
	p->given = list.n ? arena_copy(o->arena, list.at, list.n * sizeof *list.at) : NULL;
	vec_free(&list);
}

/* "random" or "random:SEED"; false: it is the name of a file. */
static bool parse_random(struct prediction *p, const char *text, bool *good) {
	*good = true;
	if (strncmp(text, "random", 6) || (text[6] && text[6] != ':'))
		return false;
	p->inputs = INPUTS_RANDOM;
	if (!text[6])
		return true;
	char *end;
	errno = 0;
	p->input_seed = strtoull(text + 7, &end, 10);
	*good = isdigit((unsigned char)text[7]) && !*end && !errno;
	return true;
}

/* --- Options. --- */

bool prediction_init(struct prediction *p, const struct options *o, bool is_chosen,
                     const char **error) {
	*p = (struct prediction){.runs = o->runs, .causal = (enum causal)o->causal};
	if (!is_chosen)
		return true;
	bool good = true;
	if (!o->runs)
		*error = "--runs: there must be at least one run";
	else if (o->inputs && parse_random(p, o->inputs, &good) && !good)
		*error = arena_printf(o->arena, "--inputs %s: the seed must be a number", o->inputs);
	else {
		p->is_given = o->inputs;
		if (o->inputs && p->inputs == INPUTS_ZERO && strcmp(o->inputs, "zero"))
			read_inputs(p, o);
		if (o->schedule_seed != NO_BOUND) {
			p->turns = TURNS_RANDOM;
			p->turn_seed = o->schedule_seed;
		}
		return true;
	}
	return false;
}

/* --- Traces. --- */

/* The run of a file, a test or a trace. */
static const struct run_trace *read_run(const char *path, const struct goto_prog *prog,
                                        const struct options *o) {
	struct trace_file_error error;
	bool is_trace =
	    trace_file_is(path) || (strategies_named(o, &strategy_predict) && !test_file_is(path));
	const struct run_trace *t = is_trace ? trace_file_read(path, prog, o->arena, &error)
	                                     : test_file_read(path, prog, o->arena, &error);
	if (!t)
		fatal(EXIT_INPUT, error.loc, "--replay: %s", error.text);
	return t;
}

void prediction_begin(struct prediction *p, const struct options *o, const struct goto_prog *prog) {
	if (o->save_trace)
		p->save = run_trace_open();
	if (o->replay)
		p->follow = read_run(o->replay, prog, o);
}

static void save(const struct prediction *p, const char *path, const struct goto_prog *prog) {
	if (!p->save->step.n) {
		diag_warn(NO_LOC, "--save-trace: there was no run; only programs with threads have one");
		return;
	}
	FILE *out = fopen(path, "we");
	if (out)
		trace_file_write(out, prog, p->save);
	if (!out || ferror(out) || fclose(out))
		fatal(EXIT_INPUT, (struct loc){path, 0, 0}, "--save-trace: %s", strerror(errno));
}

void prediction_end(struct prediction *p, const struct options *o, const struct goto_prog *prog) {
	if (p->save)
		save(p, o->save_trace, prog);
	run_trace_close(p->save);
	run_trace_close((struct run_trace *)p->follow);
	p->save = NULL;
	p->follow = NULL;
}
