#include <assert.h>
#include <wchar.h>

int main(void)
{
	wchar_t s[6];
	wcscpy(s, L"ab");
	wcscat(s, L"cd");
	assert(wcslen(s) == 4 && wcscmp(s, L"abcd") == 0 && wcschr(s, L'c') == s + 2);
}
