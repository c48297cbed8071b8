/* Functions whose results lie in memory of their own, one for all threads: hidden state.  What they
 * say is arbitrary; most may fail. */
#include "../system/environment.h"

static char *any_text(char *text, size_t size) {
	__mc_havoc(text, size);
	text[size - 1] = 0;
	return text;
}

static int fails_by_chance(void) {
	if (__mc_nondet_bool())
		return 0;
	__model_system_error();
	return 1;
}

static char hidden_state_of_getlogin[32];
static char hidden_state_of_ttyname[32];
static char hidden_state_of_ptsname[32];
static char hidden_state_of_nl_langinfo[32];
static char hidden_state_of_dlerror[64];
static char hidden_state_of_crypt[64];
static char hidden_state_of_tmpnam[20];
static char hidden_state_of_ctermid[20];

char *getlogin(void) {
	OPTIONAL_CANCELLATION_POINT();
	if (fails_by_chance())
		return NULL;
	return any_text(hidden_state_of_getlogin, sizeof hidden_state_of_getlogin);
}

char *ttyname(int fd) {
	OPTIONAL_CANCELLATION_POINT();
	(void)fd;
	if (fails_by_chance())
		return NULL;
	return any_text(hidden_state_of_ttyname, sizeof hidden_state_of_ttyname);
}

char *ptsname(int fd) {
	(void)fd;
	if (fails_by_chance())
		return NULL;
	return any_text(hidden_state_of_ptsname, sizeof hidden_state_of_ptsname);
}

char *nl_langinfo(int item) {
	(void)item;
	return any_text(hidden_state_of_nl_langinfo, sizeof hidden_state_of_nl_langinfo);
}

/* NULL: no error since the last call. */
char *dlerror(void) {
	if (__mc_nondet_bool())
		return NULL;
	return any_text(hidden_state_of_dlerror, sizeof hidden_state_of_dlerror);
}

char *crypt(const char *phrase, const char *setting) {
	NEED_STRING(phrase, "crypt");
	NEED_STRING(setting, "crypt");
	if (fails_by_chance())
		return NULL;
	return any_text(hidden_state_of_crypt, sizeof hidden_state_of_crypt);
}

static char *text_at(char *to, const char *own, size_t size) {
	if (to != own)
		__mc_assert(__mc_writable(to, size), "pointer", "a buffer is too small for a file name");
	return any_text(to, size);
}

char *tmpnam(char *to) {
	OPTIONAL_CANCELLATION_POINT();
	if (fails_by_chance())
		return NULL;
	return text_at(to != NULL ? to : hidden_state_of_tmpnam, hidden_state_of_tmpnam,
	               sizeof hidden_state_of_tmpnam);
}

char *ctermid(char *to) {
	OPTIONAL_CANCELLATION_POINT();
	return text_at(to != NULL ? to : hidden_state_of_ctermid, hidden_state_of_ctermid, 9);
}

/* Never seen in a program yet. */
void *hsearch(void) {
	__mc_unsupported("hsearch");
	return NULL;
}

void *getdate(const char *text) {
	(void)text;
	__mc_unsupported("getdate");
	return NULL;
}
