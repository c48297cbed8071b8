/* frontend/source/input.h -- is a file that the user names a C source at all?
 *
 * Clang reads whatever it is given and reports an error for each thing in it; for an object file or
 * a C++ source one line about the file says more.
 */
#ifndef FRONTEND_SOURCE_INPUT_H
#define FRONTEND_SOURCE_INPUT_H

/* Ends the program with exit code 2 unless the file can be read and may be C. */
void fe_check_input(const char *file);

#endif
