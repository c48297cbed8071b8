/* The program; cli/run.c shows what it does. */
#include "cli/run.h"

int main(int argc, char **argv) {
	return cli_run(argc, argv);
}
