/* Variables of the environment: what the program has set last, what --env gives, and otherwise
 * unset, or in the open environment anything, each time anew.
 *
 * A program that uses the array 'environ' itself has no variables but those in the array: that
 * there are no others is said beside the verdict (symex/step/entry.c). */
#include "../environment.h"

size_t strlen(const char *);
int memcmp(const void *, const void *, size_t);

/* getenv reads it, so that calls of getenv alone do not race: C demands no less. */
static char hidden_state_of_the_environment;

#ifndef GIVEN_VARIABLES /* "NAME=VALUE", and so on, of --env */
#define GIVEN_VARIABLES
#endif
static char *const given_variables[] = {GIVEN_VARIABLES NULL};
char **environ = (char **)given_variables;

/* What the program has changed; in a list, since there are few.  The name is that of setenv,
 * copied, or the string that putenv was given. */
struct changed_variable {
	struct changed_variable *next;
	const char *name;
	size_t length; /* of the name */
	char *value;   /* NULL: unset */
};
static struct changed_variable *changed_variables;
static char variables_are_cleared;

static struct changed_variable *find_changed(const char *name, size_t n) {
	for (struct changed_variable *v = changed_variables; v; v = v->next)
		if (v->length == n && memcmp(v->name, name, n) == 0)
			return v;
	return NULL;
}

/* In one step, as others see it; the name and the value are there to stay. */
static int change_variable(const char *name, size_t n, char *value) {
#ifdef USES_environ
	__mc_unsupported("a change of the environment in a program that uses environ");
#endif
	struct changed_variable *new = __mc_alloc(sizeof *new, __mc_internal);
	__mc_atomic_begin();
	struct changed_variable *v = find_changed(name, n);
	if (!v) {
		v = new;
		v->next = changed_variables;
		v->length = n;
		changed_variables = v;
	}
	v->name = name;
	v->value = value;
	__mc_atomic_end();
	return 0;
}

static char *find_in(char *const *list, const char *name, size_t n) {
	for (; *list; list++) {
		size_t i = 0;
		while (i < n && (*list)[i] == name[i])
			i++;
		if (i == n && (*list)[n] == '=')
			return *list + n + 1;
	}
	return NULL;
}

/* "12" */
static char *decimal_text(int number) {
	int n = 1;
	for (int rest = number / 10; rest; rest /= 10)
		n++;
	char *text = __mc_alloc((size_t)n + 1, __mc_internal);
	text[n] = 0;
	for (; n > 0; number /= 10)
		text[--n] = (char)('0' + number % 10);
	return text;
}

/* A string of any length, or unset. */
static char *any_variable(const char *name) {
	int small = __mc_small("getenv", name, 1);
	if (small >= 0) {
		char *number = decimal_text(small);
		__mc_input_variable(name, number, strlen(number) + 1);
		return number;
	}
	if (__mc_nondet_bool()) {
		__mc_input_variable(name, NULL, 0);
		return NULL;
	}
	size_t size = __mc_nondet_size();
	__mc_assume(size > 0 && size <= 1 + INPUT_TEXT(131071)); /* the kernel's limit of one string */
	char *value = __mc_alloc(size, __mc_internal);
	value[size - 1] = 0;
	__mc_input_variable(name, value, size);
	return value;
}

char *getenv(const char *name) {
	NEED_STRING(name, "getenv");
	READ_HIDDEN(hidden_state_of_the_environment);
#ifdef USES_environ
	return environ ? find_in(environ, name, strlen(name)) : NULL;
#endif
#ifdef USES_change_variable
	__mc_atomic_begin();
	const struct changed_variable *v = find_changed(name, strlen(name));
	char *changed = v ? v->value : NULL;
	int is_known = v != NULL;
	__mc_atomic_end();
	if (is_known)
		return changed;
#endif
#ifdef USES_clearenv
	__mc_atomic_begin();
	int is_cleared = variables_are_cleared;
	__mc_atomic_end();
	if (is_cleared)
		return NULL;
#endif
	if (sizeof given_variables > sizeof *given_variables) {
		char *given = find_in(given_variables, name, strlen(name));
		if (given)
			return given;
	}
	return IS_OPEN_ENVIRONMENT() ? any_variable(name) : NULL;
}

char *secure_getenv(const char *name) {
	return getenv(name);
}

/* The length of the name of a variable; 0: it cannot be one. */
static size_t name_length(const char *name) {
	size_t n = 0;
	for (; name[n]; n++)
		if (name[n] == '=')
			return 0;
	return n;
}

static char *own_copy(const char *text, size_t n) {
	char *copy = __mc_alloc(n + 1, __mc_internal);
	__mc_copy(copy, text, n);
	copy[n] = 0;
	return copy;
}

int setenv(const char *name, const char *value, int overwrite) {
	if (!name)
		return __model_error(EINVAL);
	NEED_STRING(name, "setenv");
	size_t n = name_length(name);
	if (n == 0)
		return __model_error(EINVAL);
	NEED_STRING(value, "setenv");
	WRITE_HIDDEN(hidden_state_of_the_environment);
	if (FAILS())
		return __model_error(ENOMEM);
	/* One that stays as it is has a value from now on that does not change any more. */
	char *old = overwrite ? NULL : getenv(name);
	return change_variable(own_copy(name, n), n, old ? old : own_copy(value, strlen(value)));
}

int unsetenv(const char *name) {
	if (!name)
		return __model_error(EINVAL);
	NEED_STRING(name, "unsetenv");
	size_t n = name_length(name);
	if (n == 0)
		return __model_error(EINVAL);
	WRITE_HIDDEN(hidden_state_of_the_environment);
	return change_variable(own_copy(name, n), n, NULL);
}

/* The string itself becomes a part of the environment; one without '=' removes the variable. */
int putenv(char *string) {
	NEED_STRING(string, "putenv");
	size_t n = 0;
	while (string[n] && string[n] != '=')
		n++;
	WRITE_HIDDEN(hidden_state_of_the_environment);
	if (!string[n])
		return change_variable(own_copy(string, n), n, NULL);
	if (FAILS())
		return __model_error(ENOMEM);
	return change_variable(string, n, string + n + 1);
}

int clearenv(void) {
	WRITE_HIDDEN(hidden_state_of_the_environment);
#ifdef USES_environ
	environ = NULL;
#endif
	__mc_atomic_begin();
	changed_variables = NULL;
	variables_are_cleared = 1;
	__mc_atomic_end();
	return 0;
}
