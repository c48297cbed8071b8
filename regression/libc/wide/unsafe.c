#include <wchar.h>

int main(void)
{
	wchar_t s[4];
	wcscpy(s, L"ab");
	wcscat(s, L"cd"); /* violated */
	return 0;
}
