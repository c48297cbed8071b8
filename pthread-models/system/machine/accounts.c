/* Users and groups by name and number: any, or none. */
#include "../environment.h"

struct account { /* struct passwd */
	char *name, *password;
	unsigned user, group;
	char *comment, *home, *shell;
};

struct people { /* struct group */
	char *name, *password;
	unsigned group;
	char **members;
};

enum { ACCOUNT_TEXT = 32 };

static char *some_text(char *text, size_t size) {
	__mc_havoc(text, size);
	text[size - 1] = 0;
	return text;
}

/* Texts in 5 pieces of 'size' bytes. */
static void some_account_at(struct account *a, char *text, size_t size) {
	a->name = some_text(text, size);
	a->password = some_text(text + size, size);
	a->comment = some_text(text + 2 * size, size);
	a->home = some_text(text + 3 * size, size);
	a->shell = some_text(text + 4 * size, size);
	a->user = __mc_nondet_uint();
	a->group = __mc_nondet_uint();
}

/* NULL: not found, or an error; both happen in the usual environment, too. */
static int finds_none(void) {
	if (__mc_nondet_bool())
		return 0;
	if (FAILS())
		*__errno_location() = ANY_OF(EINTR, EIO, EMFILE, ENFILE, ENOMEM);
	return 1;
}

static struct account *find_account(void) {
	static struct {
		struct account account;
		char text[5 * ACCOUNT_TEXT];
	} hidden_state_of_getpwnam;
	if (finds_none())
		return NULL;
	some_account_at(&hidden_state_of_getpwnam.account, hidden_state_of_getpwnam.text, ACCOUNT_TEXT);
	return &hidden_state_of_getpwnam.account;
}

struct account *getpwnam(const char *name) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "getpwnam");
	return find_account();
}

struct account *getpwuid(unsigned user) {
	OPTIONAL_CANCELLATION_POINT();
	struct account *a = find_account();
	if (a != NULL)
		a->user = user;
	return a;
}

struct account *getpwent(void) {
	OPTIONAL_CANCELLATION_POINT();
	return find_account();
}

void setpwent(void) {
}

void endpwent(void) {
}

/* 0 with NULL: there is none. */
static int account_into(struct account *a, char *buffer, size_t size, struct account **result) {
	enum { SMALLEST = 5 }; /* with all texts empty */
	if (__mc_nondet_bool()) {
		*result = NULL;
		return FAILS() ? ANY_OF(EINTR, EIO, EMFILE, ENFILE, ENOMEM) : 0;
	}
	if (size < SMALLEST || FAILS()) {
		*result = NULL;
		return ERANGE;
	}
	NEED_WRITABLE(buffer, size, "getpwnam_r");
	some_account_at(a, buffer, size / 5);
	*result = a;
	return 0;
}

int getpwnam_r(const char *name, struct account *a, char *buffer, size_t size,
               struct account **result) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "getpwnam_r");
	return account_into(a, buffer, size, result);
}

int getpwuid_r(unsigned user, struct account *a, char *buffer, size_t size,
               struct account **result) {
	OPTIONAL_CANCELLATION_POINT();
	int error = account_into(a, buffer, size, result);
	if (*result != NULL)
		a->user = user;
	return error;
}

/* --- Groups: with at most one member that is told. --- */

static void some_people_at(struct people *g, char *text, size_t size, char **members) {
	g->name = some_text(text, size);
	g->password = some_text(text + size, size);
	g->group = __mc_nondet_uint();
	members[0] = __mc_nondet_bool() ? some_text(text + 2 * size, size) : NULL;
	members[1] = NULL;
	g->members = members;
}

static struct people *find_people(void) {
	static struct {
		struct people people;
		char text[3 * ACCOUNT_TEXT], *members[2];
	} hidden_state_of_getgrnam;
	if (finds_none())
		return NULL;
	some_people_at(&hidden_state_of_getgrnam.people, hidden_state_of_getgrnam.text, ACCOUNT_TEXT,
	               hidden_state_of_getgrnam.members);
	return &hidden_state_of_getgrnam.people;
}

struct people *getgrnam(const char *name) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "getgrnam");
	return find_people();
}

struct people *getgrgid(unsigned group) {
	OPTIONAL_CANCELLATION_POINT();
	struct people *g = find_people();
	if (g != NULL)
		g->group = group;
	return g;
}

struct people *getgrent(void) {
	OPTIONAL_CANCELLATION_POINT();
	return find_people();
}

void setgrent(void) {
}

void endgrent(void) {
}

static int people_into(struct people *g, char *buffer, size_t size, struct people **result) {
	enum { LIST = 3 * sizeof(char *) }; /* aligned, in the buffer */
	if (__mc_nondet_bool()) {
		*result = NULL;
		return FAILS() ? ANY_OF(EINTR, EIO, EMFILE, ENFILE, ENOMEM) : 0;
	}
	if (size < LIST + 3 || FAILS()) {
		*result = NULL;
		return ERANGE;
	}
	NEED_WRITABLE(buffer, size, "getgrnam_r");
	uintptr_t off = (uintptr_t)buffer % sizeof(char *);
	char **members = (char **)(buffer + (off == 0 ? 0 : sizeof(char *) - off));
	some_people_at(g, buffer + LIST, (size - LIST) / 3, members);
	*result = g;
	return 0;
}

int getgrnam_r(const char *name, struct people *g, char *buffer, size_t size,
               struct people **result) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "getgrnam_r");
	return people_into(g, buffer, size, result);
}

int getgrgid_r(unsigned group, struct people *g, char *buffer, size_t size,
               struct people **result) {
	OPTIONAL_CANCELLATION_POINT();
	int error = people_into(g, buffer, size, result);
	if (*result != NULL)
		g->group = group;
	return error;
}

/* --- Names of this user and terminal. --- */

static int text_into(char *buffer, size_t size) {
	if (size == 0 || FAILS())
		return ERANGE;
	NEED_WRITABLE(buffer, size, "a name");
	some_text(buffer, size);
	return 0;
}

int getlogin_r(char *buffer, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	if (FAILS())
		return ANY_OF(EMFILE, ENFILE, ENOENT, ENOMEM, ENOTTY, ENXIO);
	return text_into(buffer, size);
}
