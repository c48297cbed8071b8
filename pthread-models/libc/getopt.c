/* getopt, getopt_long and getopt_long_only: exact, and as in the GNU library arguments that are no
 * options are passed over, and go behind the options that follow them when the next one is looked
 * for.  POSIXLY_CORRECT is not set.  What is printed about a wrong option has no effect. */
#include "../mc.h"

struct option { /* of getopt.h */
	const char *name;
	int has_arg; /* 0: none, 1: required, 2: optional */
	int *flag;
	int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *hidden_state_of_getopt; /* the next letter of "-abc"; NULL: none is left */
/* The arguments in between are no options and were passed over; those from the second one to
 * argv[optind] are options with their arguments. */
static int first_skipped = 1, last_skipped = 1;

/* argv[from] goes to argv[to], and what was there one further. */
static void bring_forward(char **argv, int from, int to) {
	char *moved = argv[from];
	for (int i = from; i > to; i--)
		argv[i] = argv[i - 1];
	argv[to] = moved;
}

static int is_option(const char *text) {
	return text[0] == '-' && text[1] != 0;
}

/* What was passed over goes behind the options that were found since. */
static void exchange(char **argv) {
	if (first_skipped == last_skipped)
		first_skipped = optind;
	else
		for (int i = last_skipped; i < optind; i++)
			bring_forward(argv, i, first_skipped++);
	last_skipped = optind;
}

/* Goes to the next option, or in order to the next argument; false: there is none. */
static int find_option(int argc, char **argv, int in_order) {
	if (last_skipped > optind)
		last_skipped = optind;
	if (first_skipped > optind)
		first_skipped = optind;
	if (!in_order) {
		if (last_skipped != optind)
			exchange(argv);
		while (optind < argc && !is_option(argv[optind]))
			optind++;
		last_skipped = optind;
	}
	if (optind < argc && is_option(argv[optind]) && argv[optind][1] == '-' &&
	    argv[optind][2] == 0) {
		optind++;
		exchange(argv);
		last_skipped = optind = argc;
	}
	if (optind < argc)
		return 1;
	if (first_skipped != last_skipped)
		optind = first_skipped;
	return 0;
}

/* The argument behind the option, which optind has passed already; NULL: there is none. */
static char *next_argument(int argc, char **argv) {
	return optind < argc ? argv[optind++] : NULL;
}

static int missing_argument(const char *letters, int option) {
	optopt = option;
	return *letters == ':' ? ':' : '?';
}

static const char *find_letter(const char *letters, char c) {
	if (c == ':' || c == ';')
		return NULL;
	for (; *letters != 0; letters++)
		if (*letters == c)
			return letters;
	return NULL;
}

static int short_option(int argc, char **argv, const char *letters, int has_long) {
	char c = *hidden_state_of_getopt++;
	const char *known = find_letter(letters, c);
	int is_last = *hidden_state_of_getopt == 0;
	if (is_last) {
		optind++;
		hidden_state_of_getopt = NULL;
	}
	if (known == NULL) {
		optopt = c;
		return '?';
	}
	if (c == 'W' && known[1] == ';' && has_long)
		__mc_unsupported("getopt_long with 'W;' among the letters");
	if (known[1] != ':')
		return c;
	if (!is_last) {
		optarg = hidden_state_of_getopt;
		optind++;
	} else if (known[2] != ':') {
		optarg = next_argument(argc, argv);
	}
	hidden_state_of_getopt = NULL;
	return optarg == NULL && known[2] != ':' ? missing_argument(letters, c) : c;
}

/* Characters of 'text' up to its end or '=' that 'name' begins with; -1: it does not. */
static int matches(const char *text, const char *name) {
	int n = 0;
	for (; text[n] != 0 && text[n] != '='; n++)
		if (text[n] != name[n])
			return -1;
	return n;
}

/* The option of this name, or the only one whose name begins like that; several that mean the same
 * are one, unless long names may have one dash. */
static const struct option *find_long(const char *text, const struct option *options, int *index,
                                      int one_dash) {
	const struct option *found = NULL;
	for (int i = 0; options[i].name != NULL; i++) {
		int n = matches(text, options[i].name);
		if (n < 0)
			continue;
		if (options[i].name[n] == 0) {
			*index = i;
			return &options[i];
		}
		if (found != NULL && (one_dash || found->has_arg != options[i].has_arg ||
		                      found->flag != options[i].flag || found->val != options[i].val))
			*index = -1; /* ambiguous, unless a later one is exact */
		else if (found == NULL) {
			found = &options[i];
			*index = i;
		}
	}
	return *index < 0 ? NULL : found;
}

enum { TRY_LETTER = -2 }; /* no long option: maybe a letter */

static int long_option(int argc, char **argv, const char *letters, const struct option *options,
                       int *where, int one_dash) {
	int has_one_dash = argv[optind][1] != '-';
	char *text = argv[optind] + (has_one_dash ? 1 : 2), *value = text;
	int index = 0, is_missing = 0;
	const struct option *o = find_long(text, options, &index, one_dash);
	if (o == NULL && index >= 0 && has_one_dash && find_letter(letters, *text) != NULL)
		return TRY_LETTER;
	while (*value != 0 && *value != '=')
		value++;
	optind++;
	if (o == NULL || (*value == '=' && o->has_arg == 0)) {
		optopt = o == NULL ? 0 : o->val;
		return '?';
	}
	if (*value == '=')
		optarg = value + 1;
	else if (o->has_arg == 1) {
		optarg = next_argument(argc, argv);
		is_missing = optarg == NULL;
	}
	if (is_missing)
		return missing_argument(letters, o->val);
	if (where != NULL)
		*where = index;
	if (o->flag == NULL)
		return o->val;
	*o->flag = o->val;
	return 0;
}

/* --- Arguments that the environment chooses. ---
 *
 * Of these, those are looked at in which each option stands alone, with its value behind it ("-v",
 * "-n5", "--size=5"), and options come first.  Another way to write the same has the same results
 * in the same order, with other numbers in optind (docs/assumptions.md).
 *
 * getopt_long_only is not among them: "-name" may be a long option or letters.
 *
 * The loops go over letters and names, which are constants, and none ends early: so what a call
 * costs is their number, and optind is the same constant after each option. */

/* Does the environment choose the next argument, or the end of the arguments?  The program may have
 * put texts of its own among them, and those are read as they are. */
static int is_chosen(int argc, char **argv) {
	return first_skipped == last_skipped && optind > 0 && __mc_is_argument(argv[0]) &&
	       (optind >= argc || __mc_is_argument(argv[optind]));
}

/* The program looks at -1 at once: until then, paths with other numbers in optind are another one.
 */
static int no_more_options(void) {
	__mc_kept_apart();
	return -1;
}

/* No option follows: those would come first. */
static int end_options(char **argv) {
	for (int i = optind + 1; argv[i] != NULL; i++)
		__mc_assume(!is_option(argv[i]));
	first_skipped = last_skipped = optind;
	return no_more_options();
}

/* An option that needs a value has none behind it: then it is the last argument. */
static int no_value(char **argv, const char *letters, int option) {
	__mc_assume(argv[optind] == NULL);
	return missing_argument(letters, option);
}

static int chosen_letter(char **argv, const char *letters, char *text) {
	int option = '?', values = 0;
	for (const char *l = letters; *l != 0; l++)
		if (*l != ':' && *l != ';' && text[1] == *l) {
			option = *l;
			values = l[1] != ':' ? 0 : l[2] != ':' ? 1 : 2;
		}
	__mc_assume(values != 0 || text[2] == 0);
	if (text[2] != 0)
		optarg = text + 2;
	else if (values == 1)
		return no_value(argv, letters, option);
	if (option == '?')
		optopt = text[1];
	return option;
}

/* Is it "--NAME" or "--NAME=..."?  And where does the name end? */
static int is_long(const char *text, const char *name, size_t *end) {
	int is_same = 1;
	size_t n = 2;
	for (; name[n - 2] != 0; n++)
		is_same &= text[n] == name[n - 2];
	*end = n;
	return is_same & (text[n] == 0 || text[n] == '=');
}

/* Is there room in the text of an argument for this name and a value? */
static int fits(const char *text, const char *name) {
	size_t n = 0;
	while (name[n] != 0)
		n++;
	return n + 3 + (size_t)__mc_option("argument-bytes") <= __mc_object_size(text);
}

static int chosen_long(char **argv, const char *letters, const struct option *options, int *where,
                       char *text) {
	for (int i = 0; options[i].name != NULL; i++) {
		const struct option *o = &options[i];
		size_t end;
		if (!fits(text, o->name) || !is_long(text, o->name, &end))
			continue;
		if (text[end] != 0 && o->has_arg == 0) {
			optopt = o->val;
			return '?';
		}
		if (text[end] != 0) {
			optarg = text + end + 1;
			__mc_assume(optarg[__mc_option("argument-bytes") - 1] == 0);
		} else if (o->has_arg == 1) {
			return no_value(argv, letters, o->val);
		}
		if (where != NULL)
			*where = i;
		if (o->flag == NULL)
			return o->val;
		*o->flag = o->val;
		return 0;
	}
	__mc_assume(text[3] == 0); /* a name of one letter, of no option */
	for (int i = 0; options[i].name != NULL; i++)
		__mc_assume(text[2] != options[i].name[0]);
	optopt = 0;
	return '?';
}

static int chosen_option(int argc, char **argv, const char *letters, char mode,
                         const struct option *options, int *where) {
	if (optind >= argc)
		return no_more_options();
	char *text = argv[optind];
	if (mode == '+' && !is_option(text))
		return no_more_options();
	if (!is_option(text)) {
		if (mode != '-')
			return end_options(argv);
		optarg = text;
		optind++;
		return 1;
	}
	optind++;
	if (text[1] == '-' && text[2] == 0)
		return no_more_options();
	if (text[1] == '-' && options != NULL)
		return chosen_long(argv, letters, options, where, text);
	return chosen_letter(argv, letters, text);
}

static int next_option(int argc, char **argv, const char *letters, const struct option *options,
                       int *where, int one_dash) {
	char mode = *letters;
	letters += mode == '+' || mode == '-';
	optarg = NULL;
	if (optind == 0) {
		first_skipped = last_skipped = optind = 1;
		hidden_state_of_getopt = NULL;
	}
	if (!one_dash && is_chosen(argc, argv))
		return chosen_option(argc, argv, letters, mode, options, where);
	if (hidden_state_of_getopt == NULL || *hidden_state_of_getopt == 0) {
		hidden_state_of_getopt = NULL;
		if (!find_option(argc, argv, mode == '+' || mode == '-'))
			return -1;
		char *text = argv[optind];
		if (!is_option(text)) {
			if (mode == '+')
				return -1;
			optind++;
			optarg = text;
			return 1;
		}
		int is_long =
		    text[1] == '-' || (one_dash && (text[2] != 0 || find_letter(letters, text[1]) == NULL));
		if (is_long && options != NULL) {
			int result = long_option(argc, argv, letters, options, where, one_dash);
			if (result != TRY_LETTER)
				return result;
		}
		hidden_state_of_getopt = text + 1;
	}
	return short_option(argc, argv, letters, options != NULL);
}

int getopt_long(int argc, char **argv, const char *letters, const struct option *options,
                int *where) {
	return next_option(argc, argv, letters, options, where, 0);
}

int getopt_long_only(int argc, char **argv, const char *letters, const struct option *options,
                     int *where) {
	return next_option(argc, argv, letters, options, where, 1);
}

int getopt(int argc, char **argv, const char *letters) {
	return next_option(argc, argv, letters, NULL, NULL, 0);
}

/* The next of "name=value,name": which of the names it is, -1: none of them. */
int getsubopt(char **rest, char *const *names, char **value) {
	char *text = *rest;
	int end = 0, length = 0;
	if (*text == 0)
		return -1;
	*value = NULL;
	while (text[end] != 0 && text[end] != ',')
		end++;
	while (length < end && text[length] != '=')
		length++;
	if (text[end] == ',')
		text[end++] = 0;
	*rest = text + end;
	for (int i = 0; names[i] != NULL; i++) {
		int n = 0;
		while (n < length && names[i][n] == text[n])
			n++;
		if (n < length || names[i][n] != 0)
			continue;
		if (text[length] == '=')
			*value = text + length + 1;
		return i;
	}
	*value = text;
	return -1;
}
