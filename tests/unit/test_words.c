/* util/words: a line is split as a shell would split it. */
#include "util/text/words.h"

#include <string.h>

#include "tests/unit/check.h"

int main(void) {
	const char *text = "  z3 -in 'a \"b' \"c\\\"d\" e\\ f '' ";
	static const char *const expected[] = {"z3", "-in", "a \"b", "c\"d", "e f", ""};
	char room[64], *word = room;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		char *next = words_take(&text, word);
		CHECK(next && !strcmp(word, expected[i]));
		word = next;
	}
	CHECK(!words_take(&text, word));
	text = "'open";
	CHECK(words_take(&text, room) == room + 5 && !strcmp(room, "open"));
	CHECK(!*text);
	return check_done("words");
}
