/* frontend/source/diagnostics.h -- clang's diagnostics of a unit, printed as clang prints them. */
#ifndef FRONTEND_SOURCE_DIAGNOSTICS_H
#define FRONTEND_SOURCE_DIAGNOSTICS_H

#include <clang-c/Index.h>
#include <stdbool.h>

/* Errors that make the unit unusable; wrong operands of inline assembly do not, it is not executed
 * anyway. */
unsigned fe_count_errors(CXTranslationUnit);
bool fe_is_error(CXDiagnostic);
/* Prints errors and, if wanted, warnings, with their notes, on stderr. */
void fe_print_diagnostics(CXTranslationUnit, bool warnings);

#endif
