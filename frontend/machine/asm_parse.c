/* The template of an asm statement, cut into instructions.  They end at a newline or ';'. Comments,
 * alignment and what goes to another section are left out.
 */
#include "frontend/machine/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_barrier.h"
#include "util/base/intern.h"

static bool fail(struct asm_machine *m, const char *text) {
	if (!m->failed)
		m->failed = intern_printf("'%s'", text);
	return false;
}

static const char *skip_blanks(const char *s) {
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* The text that the assembler sees, but for operands: literals with their escapes replaced and
 * comments left out. */
static char *plain_text(struct asm_machine *m) {
	const char *s = m->a->text;
	char *out = arena_alloc(m->lw->scratch, strlen(s) + 2);
	size_t n = 0;
	for (; *s; s++) {
		char c = *s;
		if (c == '\\' && s[1]) {
			s++;
			c = *s == 'n' ? '\n' : *s == 't' || *s == 'r' ? ' ' : *s;
		}
		out[n++] = c;
	}
	out[n] = 0;
	size_t to = 0;
	for (size_t i = 0; i < n; i++) {
		bool line = !strncmp(out + i, "//", 2) || (out[i] == '#' && m->arch == ASM_X86);
		const char *end = !strncmp(out + i, "/*", 2) ? strstr(out + i, "*/") : NULL;
		if (line)
			i += strcspn(out + i, "\n") - 1;
		else if (end)
			i = (size_t)(end - out) + 1;
		else
			out[to++] = out[i];
	}
	out[to] = 0;
	return out;
}

/* Names of operands keep their case. */
static void lower_case(char *s) {
	bool in_name = false;
	for (size_t i = 0; s[i]; i++) {
		if (s[i] == '[')
			in_name = i && (s[i - 1] == '%' || (i > 1 && s[i - 2] == '%'));
		else if (s[i] == ']')
			in_name = false;
		if (!in_name)
			s[i] = (char)tolower((unsigned char)s[i]);
	}
}

/* %0, %w0, %[name], %x[name]: the operand, or NONE.  *end: what follows it. */
static uint32_t parse_operand(const struct asm_machine *m, const char *s, char *modifier,
                              const char **end) {
	uint32_t n = m->a->nout + m->a->nin;
	*modifier = 0;
	if (*s++ != '%')
		return ASM_NONE;
	if (isalpha((unsigned char)*s) && (isdigit((unsigned char)s[1]) || s[1] == '['))
		*modifier = *s++;
	if (isdigit((unsigned char)*s)) {
		char *after;
		unsigned long k = strtoul(s, &after, 10);
		*end = after;
		return k < n + (*modifier == 'l' ? m->a->nlabels : 0) ? (uint32_t)k : ASM_NONE;
	}
	const char *close = *s == '[' ? strchr(s, ']') : NULL;
	if (!close)
		return ASM_NONE;
	const char *name = intern_n(s + 1, (size_t)(close - s) - 1);
	*end = close + 1;
	if (*modifier == 'l')
		for (uint32_t i = 0; i < m->a->nlabels; i++)
			if (m->a->label[i] == name)
				return n + i;
	for (uint32_t i = 0; i < n; i++)
		if (m->a->name[i] == name)
			return i;
	return ASM_NONE;
}

static uint32_t modifier_bits(const struct asm_machine *m, char modifier) {
	if (m->arch == ASM_ARM64)
		return modifier == 'w' ? 32 : modifier == 'x' || !modifier ? 64 : ASM_NONE;
	switch (modifier) {
	case 0:
	case 'c':
	case 'p': return 0;
	case 'b':
	case 'h': return 8;
	case 'w': return 16;
	case 'k': return 32;
	case 'q': return 64;
	default: return ASM_NONE;
	}
}

/* A register or number that has to do with an operand, or a register that is named. */
static bool parse_register(struct asm_machine *m, const char *s, struct asm_arg *arg,
                           const char **end) {
	char modifier;
	uint32_t k = parse_operand(m, s, &modifier, end);
	if (k != ASM_NONE) {
		arg->bits = modifier_bits(m, modifier);
		if (k >= m->a->nout + m->a->nin || m->operand[k].is_memory || m->operand[k].condition ||
		    arg->bits == ASM_NONE)
			return false;
		arg->kind = ASM_REGISTER;
		arg->is_high = m->arch == ASM_X86 && modifier == 'h';
		arg->reg = m->operand[k].reg;
		arg->bits = arg->bits ? arg->bits : m->operand[k].bits;
		return m->operand[k].high == ASM_NONE;
	}
	if (m->arch == ASM_X86) {
		if (*s++ != '%')
			return false;
		s += *s == '%';
	}
	size_t n = 0;
	while (isalnum((unsigned char)s[n]))
		n++;
	*end = s + n;
	arg->kind = ASM_REGISTER;
	arg->reg = asm_hard_register(m, intern_n(s, n), &arg->bits);
	return arg->reg != ASM_NONE;
}

static bool parse_number(const char *s, int64_t *number, const char **end) {
	char *after;
	s = skip_blanks(s);
	bool minus = *s == '-';
	s += minus || *s == '+';
	if (!isdigit((unsigned char)*s))
		return false;
	uint64_t value = strtoull(s, &after, 0);
	*end = after;
	*number = (int64_t)(minus ? 0 - value : value);
	return true;
}

/* [x0], [x0, #8];  (%0), 8(%0) */
static bool parse_address(struct asm_machine *m, const char *s, struct asm_arg *arg) {
	const char *end = s;
	int64_t offset = 0;
	bool arm = m->arch == ASM_ARM64;
	if (!arm && *s != '(' && !parse_number(s, &offset, &s))
		return false;
	if (*s != (arm ? '[' : '('))
		return false;
	if (!parse_register(m, skip_blanks(s + 1), arg, &end))
		return false;
	end = skip_blanks(end);
	if (arm && *end == ',') {
		end = skip_blanks(end + 1);
		end += *end == '#';
		if (!parse_number(end, &offset, &end))
			return false;
		end = skip_blanks(end);
	}
	arg->kind = ASM_MEMORY;
	arg->number = offset;
	return *end == (arm ? ']' : ')') && !*skip_blanks(end + 1);
}

static bool is_label_char(char c) {
	return isalnum((unsigned char)c) || strchr("._$%=", c);
}

static bool parse_arg(struct asm_machine *m, const char *s, struct asm_arg *arg) {
	const char *end = s, *rest = s;
	char modifier;
	*arg = (struct asm_arg){
	    .reg = ASM_NONE, .operand = ASM_NONE, .goto_label = ASM_NONE, .text = intern(s)};
	bool prefixed = *s == '$' || *s == '#';
	if (prefixed)
		rest = ++s;
	if (parse_number(s, &arg->number, &end) && !*end) {
		arg->kind = ASM_NUMBER;
		return prefixed || m->arch == ASM_ARM64;
	}
	if (prefixed)
		return parse_register(m, s, arg, &end) && !*end;
	uint32_t k = parse_operand(m, s, &modifier, &rest);
	if (k != ASM_NONE && modifier == 'l') {
		uint32_t n = m->a->nout + m->a->nin;
		arg->kind = ASM_LABEL;
		arg->goto_label = k - n;
		return k >= n && !*rest;
	}
	if (k != ASM_NONE && m->operand[k].is_memory) {
		arg->kind = ASM_MEMORY;
		arg->operand = k;
		return !*rest && !modifier;
	}
	if (k != ASM_NONE && modifier == 'a') {
		arg->kind = ASM_MEMORY;
		arg->reg = m->operand[k].reg;
		return !*rest && !m->operand[k].condition;
	}
	if (k != ASM_NONE || (*s == '%' && m->arch == ASM_X86))
		return parse_register(m, s, arg, &end) && !*end;
	if (strchr(s, m->arch == ASM_ARM64 ? '[' : '('))
		return parse_address(m, s, arg);
	if (m->arch == ASM_ARM64 && parse_register(m, s, arg, &end) && !*end)
		return true;
	arg->kind = ASM_WORD;
	for (end = s; *end && is_label_char(*end);)
		end++;
	arg->text = intern_n(s, (size_t)(end - s));
	end = skip_blanks(end);
	if (*end == '#' && m->arch == ASM_ARM64) /* lsl #16 */
		return parse_number(end + 1, &arg->number, &end) && !*end;
	return *arg->text && !*end;
}

static bool parse_args(struct asm_machine *m, char *s, struct asm_ins *ins) {
	int depth = 0;
	s = (char *)skip_blanks(s);
	for (char *at = s; *s; s++) {
		depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
		bool last = !s[1];
		if (!last && (*s != ',' || depth))
			continue;
		char *end = last && *s != ',' ? s + 1 : s;
		while (end > at && isspace((unsigned char)end[-1]))
			end--;
		const char *text = intern_n(at, (size_t)(end - at));
		if (ins->n == ASM_MAX_ARGS || !parse_arg(m, text, &ins->arg[ins->n++]))
			return false;
		at = (char *)skip_blanks(s + 1);
	}
	return true;
}

/* Labels before an instruction; returns what follows them. */
static char *parse_labels(struct asm_machine *m, char *s) {
	for (;;) {
		s = (char *)skip_blanks(s);
		size_t n = 0;
		while (s[n] && is_label_char(s[n]))
			n++;
		if (!n || s[n] != ':')
			return s;
		struct asm_label label = {.name = intern_n(s, n), .at = (uint32_t)m->ins.n};
		vec_push(&m->label, label);
		s += n + 1;
	}
}

struct line {
	bool lock;    /* the prefix stood alone */
	bool skipped; /* in another section */
};

static bool is_word(const char *s, size_t n, const char *word) {
	return strlen(word) == n && !strncmp(s, word, n);
}

/* Directives: true: it is one that changes nothing here, or that the other section has. */
static bool directive(struct line *l, const char *s, size_t n) {
	static const char *const harmless[] = {".align", ".balign", ".p2align", ".arch_extension",
	                                       ".arch"};
	if (is_word(s, n, ".pushsection") || is_word(s, n, ".section"))
		l->skipped = true;
	else if (is_word(s, n, ".popsection") || is_word(s, n, ".previous"))
		l->skipped = false;
	else if (!l->skipped) {
		for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
			if (is_word(s, n, harmless[i]))
				return true;
		return false;
	}
	return true;
}

static bool parse_line(struct asm_machine *m, char *s, struct line *l) {
	if (!l->skipped)
		s = parse_labels(m, s);
	s = (char *)skip_blanks(s);
	size_t n = strcspn(s, " ");
	if (*s == '.' || l->skipped) {
		bool known = !*s || directive(l, s, n);
		/* with asm goto, it may be a table of jumps that are patched in later */
		return (known && !(l->skipped && m->a->nlabels)) || fail(m, s);
	}
	if (is_word(s, n, "lock")) {
		l->lock = true;
		s = (char *)skip_blanks(s + n);
		n = strcspn(s, " ");
	}
	if (!*s)
		return true;
	size_t end = strlen(s);
	while (end && isspace((unsigned char)s[end - 1]))
		s[--end] = 0;
	struct asm_ins ins = {.name = intern_n(s, n), .text = intern(s), .lock = l->lock};
	unsigned pairs = 0;
	l->lock = false;
	if (!asm_changes_nothing(s, &pairs) && !parse_args(m, s + n, &ins))
		return fail(m, s);
	vec_push(&m->ins, ins);
	return true;
}

bool asm_parse(struct asm_machine *m) {
	char *s = plain_text(m);
	struct line l = {0};
	lower_case(s);
	for (char *next; s; s = next) {
		next = strpbrk(s, ";\n");
		if (next)
			*next++ = 0;
		for (char *tab = s; *tab; tab++)
			if (*tab == '\t')
				*tab = ' ';
		if (!parse_line(m, s, &l))
			return false;
	}
	return !l.lock || fail(m, "lock");
}

const struct asm_label *asm_find_label(const struct asm_machine *m, const struct asm_arg *arg,
                                       uint32_t at) {
	const char *name = arg->text;
	size_t n = strspn(name, "0123456789");
	bool local = n && (name[n] == 'b' || name[n] == 'f') && !name[n + 1];
	const struct asm_label *found = NULL;
	const char *wanted = local ? intern_n(name, n) : name;
	for (size_t i = 0; i < m->label.n; i++) {
		const struct asm_label *l = &m->label.at[i];
		if (l->name != wanted)
			continue;
		if (!local)
			return l;
		if (name[n] == 'b' && l->at <= at)
			found = l;
		else if (name[n] == 'f' && l->at > at && !found)
			found = l;
	}
	return found;
}
